"""Alliances (DM5): new borders, secret offers, cards that pay their holder until somebody attacks his ally."""
