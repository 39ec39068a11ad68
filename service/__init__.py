"""Rummy Referee: a service that adjudicates 500 Rummy.

It says whether a move is legal and why not, what may be played, and what a round and a game are worth.
The rules are a library of their own (`service.rules`); everything else carries questions to them and answers back.
"""

__version__ = "0.1.0"
