"""Age of Wars (DM9): battle cards, war markers, and ties that the attacker wins."""
