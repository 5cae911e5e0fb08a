"""The Rise of Poland (DM15): three cards with four steps each, and events out of the deck."""
