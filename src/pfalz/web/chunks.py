"""A table's markup in chunks, so that a stream sends only the chunks its browser does not have yet.

Most of a table looks as before after an answer, and parts that were not drawn again are the same strips. A
difference is a list: a string is a new chunk, a pair [from, to] stands for chunks of the last message.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, compress, count
from operator import ne

from pfalz.core.strips import Strip

Difference = list[str | tuple[int, int]]

LARGE = 30
"""A strip of more chunks is one that all viewers see alike: what is new in it is found out once."""


class Chunks:
    """Markup, cut into chunks, some of which lie together in strips."""

    def __init__(self, items: Sequence[str | Strip]) -> None:
        self._items = items
        self._counted: list[int] | None = None

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

    def since(self, last: Chunks | None) -> Difference:
        """What somebody needs to be told who has `last`."""
        if last is None:
            return list(self.parts)
        return self._in_place(last) or self._anywhere(last)

    @property
    def _ends(self) -> list[int]:
        """Where every item ends."""
        if self._counted is None:
            sizes = [1 if isinstance(item, str) else len(item.chunks) for item in self._items]
            self._counted = list(accumulate(sizes))
        return self._counted

    def _in_place(self, last: Chunks) -> Difference | None:
        """The difference if every item stands where it stood, or something else in its place: so it nearly
        always is, and nothing has to be looked for. None if a strip has gone elsewhere."""
        before, items, ends = last._items, self._items, last._ends
        if len(before) != len(items):
            return None
        out: Difference = []
        begin = 0  # from here on it is as it was
        longer: list[tuple[int, int]] = []  # items that have more chunks than the one that stood there
        for n in compress(count(), map(ne, before, items)):
            old, item = before[n], items[n]
            at = ends[n - 1] if n else 0
            if begin < at:
                out.append((begin, at))
            begin = ends[n]
            if isinstance(item, str):
                out.append(item)
                size = 1
            elif isinstance(old, str) or item in before:
                return None
            else:
                out += _changed(item, old, at)
                size = len(item.chunks)
            if size != begin - at:
                longer.append((n, size - begin + at))
        if begin < sum(ends[-1:]):
            out.append((begin, ends[-1]))
        self._counted = _moved(ends, longer)
        return out

    def _anywhere(self, last: Chunks) -> Difference:
        """The difference, wherever strips have gone; before and after them it is told in place."""
        was, now = last._items, self._items
        least = min(len(was), len(now))
        head = next(_other_strips(was, now), least)
        tail = min(next(_other_strips(was[::-1], now[::-1]), least), least - head)
        first, rest = Chunks(now[:head]), len(was) - tail
        at = last._ends[head - 1] if head else 0
        out = first._in_place(Chunks(was[:head])) or []
        out += _looked_for(now[head : len(now) - tail], _places(was[head:rest], at))
        end = last._ends[rest - 1] if rest else 0
        after = Chunks(now[len(now) - tail :])._in_place(Chunks(was[rest:])) or []
        return out + [item if isinstance(item, str) else (item[0] + end, item[1] + end) for item in after]


def _moved(ends: list[int], longer: list[tuple[int, int]]) -> list[int]:
    """Where every item ends, if some have more chunks than before (or less)."""
    for n, more in longer:
        ends = ends[:n] + list(map(more.__add__, ends[n:]))
    return ends


def _other_strips(was: Sequence[str | Strip], now: Sequence[str | Strip]) -> Iterator[int]:
    """Where two rows of items differ in more than words."""
    for n in compress(count(), map(ne, was, now)):
        if not isinstance(was[n], str) or not isinstance(now[n], str):
            yield n


def _places(items: Sequence[str | Strip], at: int) -> dict[str | Strip, int]:
    """Where every strip, and every chunk outside of them, begins; the first of them at `at`."""
    found: dict[str | Strip, int] = {}
    for item in items:
        found[item] = at
        at += 1 if isinstance(item, str) else len(item.chunks)
    return found


def _looked_for(items: Sequence[str | Strip], known: dict[str | Strip, int]) -> Difference:
    """What somebody needs to be told who has other items, at known places."""
    large, small = _gone(known, frozenset(items))
    out: Difference = []
    end = begin = -1  # the pair told last could go on
    for item in items:
        at = known.get(item)
        if at is not None:
            if at != end:
                if end >= 0:
                    out.append((begin, end))
                begin = at
            end = at + (1 if isinstance(item, str) else len(item.chunks))
            continue
        if end >= 0:
            out.append((begin, end))
            end = -1
        if isinstance(item, str):
            out.append(item)
        elif len(item.chunks) > LARGE and large:
            before = large.pop(0)
            out += _changed(item, before, known[before])
        else:
            out += _compared(item.chunks, small)
    if end >= 0:
        out.append((begin, end))
    return out


def _gone(before: dict[str | Strip, int], now: Container[str | Strip]) -> tuple[list[Strip], dict[str, int]]:
    """What was there and is not now: large strips, and the chunks of others with their places."""
    large: list[Strip] = []
    small: dict[str, int] = {}
    for item, at in before.items():
        if not isinstance(item, str) and item not in now:
            if len(item.chunks) > LARGE:
                large.append(item)
            else:
                small.update(zip(item.chunks, count(at), strict=False))
    return large, small


def _compared(chunks: Sequence[str], places: dict[str, int]) -> Difference:
    """Chunks of which some are known."""
    out: Difference = []
    begin = end = -1
    for chunk in chunks:
        at = places.get(chunk)
        if at is None:
            out.append(chunk)
            end = -1
        elif at == end:
            end += 1
            out[-1] = (begin, end)
        else:
            begin, end = at, at + 1
            out.append((begin, end))
    return out


@lru_cache(maxsize=200)
def _changed(strip: Strip, before: Strip, at: int) -> Difference:
    """What is new in a strip to somebody who has another, from chunk `at` on. What lies between the first and
    the last chunk that do not stand where they stood is looked for; where there are as many as before, only
    those that do not."""
    was, now = before.chunks, strip.chunks
    if len(was) == len(now):
        return _beside(was, now, at)
    least = min(len(was), len(now))
    head = next(compress(count(), map(ne, was, now)), least)
    tail = next(compress(count(), map(ne, reversed(was), reversed(now))), least)
    tail = min(tail, least - head)
    end = len(was) - tail
    out = _compared(now[head : len(now) - tail], dict(zip(was[head:end], count(at + head), strict=False)))
    first: Difference = [(at, at + head)] if head else []
    last: Difference = [(at + end, at + len(was))] if tail else []
    return first + out + last


def _beside(was: Sequence[str], now: Sequence[str], at: int) -> Difference:
    """The difference between two rows of as many chunks."""
    new = list(compress(count(), map(ne, was, now)))
    gone = {was[n]: at + n for n in new}
    out: Difference = []
    begin = 0  # from here on it is as it was
    for n in new:
        if begin < n:
            out.append((at + begin, at + n))
        place = gone.get(now[n])
        out.append(now[n] if place is None else (place, place + 1))
        begin = n + 1
    if begin < len(now):
        out.append((at + begin, at + len(now)))
    return out


def patched(last: list[str], difference: Difference) -> list[str]:
    """What the browser makes of a difference; the script does the same."""
    out: list[str] = []
    for item in difference:
        out += [item] if isinstance(item, str) else last[item[0] : item[1]]
    return out
