"""The parts of the board of Dark Ages."""
