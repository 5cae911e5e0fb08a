"""Alliances (DM5): new borders, secret offers, and cards that pay their holder until an ally attacks."""
