"""Tribute: who loses his home area pays (DM11)."""
