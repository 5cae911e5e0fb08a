"""A module that says nothing."""
