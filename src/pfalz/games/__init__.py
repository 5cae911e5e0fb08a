"""The games. No game imports another; `pfalz.catalogue` knows which ones exist."""
