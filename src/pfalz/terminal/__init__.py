"""The terminal: what each `pfalz` command prints and asks; `pfalz.cli` starts them."""
