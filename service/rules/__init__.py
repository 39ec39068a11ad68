"""The game: what the rules of 500 Rummy say about cards, melds, turns and scores.

A library without input or output: the standard library only, no clock, no chance, no JSON, no HTTP, no storage.
"""
