"""Heathens: other markers on the map (DM7)."""
