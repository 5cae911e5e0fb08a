"""What a person sees of a table: pure functions from a `Seen` to markup, one stylesheet, one small script."""
