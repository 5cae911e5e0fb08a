"""Leaders and monuments (W-40)."""
