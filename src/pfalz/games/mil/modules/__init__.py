"""The extended game (M-18.1, M-18.2): three modules for three to five players, alone or together."""
