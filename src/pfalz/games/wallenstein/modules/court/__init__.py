"""Emperor's Court (W-20)."""
