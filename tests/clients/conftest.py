"""The programs that use a generated client are run by the tests, and cannot be imported without it."""

collect_ignore = ["play.py"]
