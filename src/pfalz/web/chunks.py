"""A table's markup in chunks, so that a stream sends only the chunks its browser does not have yet.

Most of a table looks as before after an answer, and parts that were not drawn again are the same strings. A
difference is a list: a string is a new chunk, a pair [from, to] stands for chunks of the last message.
"""

from __future__ import annotations

from functools import cached_property

Difference = list[str | list[int]]
CUT = "\x1e"
"""Where a template ends a chunk; no person can write it (`server.words.clean`)."""


class Chunks:
    """Markup, cut into chunks."""

    def __init__(self, parts: list[str]) -> None:
        self.parts = parts

    def __str__(self) -> str:
        return "".join(self.parts)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {part: i for i, part in enumerate(self.parts)}

    def since(self, last: Chunks | None) -> Difference:
        """What somebody needs to be told who has `last`."""
        known = last._places if last is not None else {}
        out: Difference = []
        run: list[int] | None = None
        for part in self.parts:
            at = known.get(part)
            if at is None:
                out.append(part)
                run = None
            elif run is not None and run[1] == at:
                run[1] = at + 1
            else:
                run = [at, at + 1]
                out.append(run)
        return out


def patched(last: list[str], difference: Difference) -> list[str]:
    """What the browser makes of a difference; the script does the same."""
    out: list[str] = []
    for item in difference:
        out += [item] if isinstance(item, str) else last[item[0] : item[1]]
    return out
