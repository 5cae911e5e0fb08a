"""The engine kernel: flow, asks, state, visibility, chance, rulesets, records and texts.

Nothing in here knows a particular game, a clock, a random generator of its own or a network.
"""
