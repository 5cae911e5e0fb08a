"""The Pope: a title without a region (DM12)."""
