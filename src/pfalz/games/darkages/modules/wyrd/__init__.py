"""The Wyrd (module 8): hidden cards under the offer, and curses that strike their owners in time."""
