"""The Travels of Benjamin: cards that are laid open, with a choice of rewards (DM13)."""
