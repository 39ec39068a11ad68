"""Property tests draw the same examples every time: what passes here passes in CI, and a failure comes back."""

from hypothesis import settings

settings.register_profile(
    "repeatable", max_examples=40, derandomize=True, database=None, deadline=None, print_blob=False
)
settings.load_profile("repeatable")
