"""Requests and answers: from bytes to the rules' questions, and from their verdicts to bytes.

Here stands what a client may write and what a client reads. This room must never know HTTP.
"""
