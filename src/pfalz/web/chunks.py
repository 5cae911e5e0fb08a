"""A table's markup in chunks, so that a stream sends only the chunks its browser does not have yet.

Most of a table looks as before after an answer, and parts that were not drawn again are the same strips. A
difference is a list: a string is a new chunk, a pair [from, to] stands for chunks of the last message.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cached_property, lru_cache
from itertools import count

from pfalz.core.sheet import Strip

Difference = list[str | list[int]]

LARGE = 30
"""A strip of more chunks is one that all viewers see alike: what is new in it is found out once."""


class Chunks:
    """Markup, cut into chunks, some of which lie together in strips."""

    def __init__(self, items: Sequence[str | Strip]) -> None:
        self._items = items

    def __str__(self) -> str:
        return "".join(self.parts)

    @property
    def parts(self) -> list[str]:
        """All chunks, in order."""
        found: list[str] = []
        for item in self._items:
            if isinstance(item, str):
                found.append(item)
            else:
                found += item.chunks
        return found

    @cached_property
    def _places(self) -> dict[str | Strip, int]:
        """Where every strip, and every chunk outside of them, begins."""
        found: dict[str | Strip, int] = {}
        at = 0
        for item in self._items:
            found[item] = at
            at += 1 if isinstance(item, str) else len(item.chunks)
        return found

    def since(self, last: Chunks | None) -> Difference:
        """What somebody needs to be told who has `last`."""
        if last is None:
            return list(self.parts)
        return self._in_place(last) or self._anywhere(last)

    def _in_place(self, last: Chunks) -> Difference | None:
        """The difference if every item stands where it stood, or something else in its place: so it nearly
        always is, and nothing has to be looked for. None if a strip has gone elsewhere."""
        before = last._items
        if len(before) != len(self._items):
            return None
        out: Difference = []
        begin = at = 0  # what lies between is as it was
        for old, item in zip(before, self._items, strict=True):
            size = 1 if isinstance(old, str) else len(old.chunks)
            if item is not old and item != old:
                if begin < at:
                    out.append([begin, at])
                begin = at + size
                if isinstance(item, str):
                    out.append(item)
                elif isinstance(old, str) or item in before:
                    return None
                else:
                    out += _moved(_changed(item, old), at)
            at += size
        if begin < at:
            out.append([begin, at])
        return out

    def _anywhere(self, last: Chunks) -> Difference:
        """The difference, wherever things have gone."""
        known, large, small = last._places, *last._gone(self._places)
        out: Difference = []
        end = begin = -1  # the pair told last could go on
        for item in self._items:
            at = known.get(item)
            if at is not None:
                if at != end:
                    if end >= 0:
                        out.append([begin, end])
                    begin = at
                end = at + (1 if isinstance(item, str) else len(item.chunks))
                continue
            if end >= 0:
                out.append([begin, end])
                end = -1
            if isinstance(item, str):
                out.append(item)
            elif len(item.chunks) > LARGE and large:
                before = large.pop(0)
                out += _moved(_changed(item, before), known[before])
            else:
                out += _compared(item, small)
        if end >= 0:
            out.append([begin, end])
        return out

    def _gone(self, now: Container[str | Strip]) -> tuple[list[Strip], dict[str, int]]:
        """What was there and is not now: large strips, and the chunks of others with their places."""
        large: list[Strip] = []
        small: dict[str, int] = {}
        for item, at in self._places.items():
            if not isinstance(item, str) and item not in now:
                if len(item.chunks) > LARGE:
                    large.append(item)
                else:
                    small.update(zip(item.chunks, count(at), strict=False))
        return large, small


def _compared(strip: Strip, places: dict[str, int]) -> Difference:
    """A strip of which some chunks are known."""
    out: Difference = []
    end = -1
    for chunk in strip.chunks:
        at = places.get(chunk)
        if at is None:
            out.append(chunk)
            end = -1
        elif at == end:
            end += 1
            out[-1][1] = end  # type: ignore[index]
        else:
            end = at + 1
            out.append([at, end])
    return out


def _moved(difference: Difference, by: int) -> Difference:
    return [item if isinstance(item, str) else [item[0] + by, item[1] + by] for item in difference]


@lru_cache(maxsize=1_000)
def _changed(strip: Strip, before: Strip) -> Difference:
    """What is new in a strip to somebody who has another."""
    return _compared(strip, dict(zip(before.chunks, count(), strict=False)))


def patched(last: list[str], difference: Difference) -> list[str]:
    """What the browser makes of a difference; the script does the same."""
    out: list[str] = []
    for item in difference:
        out += [item] if isinstance(item, str) else last[item[0] : item[1]]
    return out
