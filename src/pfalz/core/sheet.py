"""The sheet a view is drawn on: a ground that stays, and above it one flat layer of pieces that may move.

A table is drawn anew for every viewer after every answer, and nearly everything looks as it did before. So
a drawing is made of parts, and a part that depends on the same facts as before is not drawn again, for no
viewer and at no table. Whoever draws a part says what it depends on: facts, and the columns of the view it
may read. While `only_named_columns` holds, as in the tests, a part that reads another column fails, so that
no stale board can arise; `forget_parts` draws all of it anew, and the tests compare both. What all viewers
of a position see alike is drawn once for all of them, on a sheet that knows nothing but what is public
(`Sheet.common`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Generic, Self, TypeVar

import msgspec

from pfalz.core.draw import decimal, document, for_page, for_picture, group, tag
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, SPECTATOR, Columns, Schema, State
from pfalz.core.strips import Part, Strip
from pfalz.core.texts import Texts

S = TypeVar("S", bound=State)
R = TypeVar("R")

written: Final = msgspec.msgpack.Encoder().encode
"""Facts as bytes: what is kept of them is small, lies in one place, is quickly compared. So facts are plain
values: numbers, words, tuples of them."""
MOST_PARTS: Final = 60_000
MOST_TOLD: Final = 40_000
MOST_COMMON: Final = 100
"""What depends on a whole position serves all viewers of one answer and seldom comes again: few are kept."""


Layer = list[str | Strip]


class Memory(Generic[R]):
    """What was made, by the facts it was made from; the oldest quarter goes when there is too much."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.made: Final[dict[Hashable, R]] = {}

    def keep(self, facts: Hashable, made: R) -> None:
        """Remember what was made from these facts."""
        if len(self.made) >= self._most:
            for old in list(self.made)[: self._most // 4]:
                del self.made[old]
        self.made[facts] = made

    def forget(self) -> None:
        """Make everything anew from now on."""
        self.made.clear()


_parts: Final = Memory[Part](MOST_PARTS)
_common: Final = Memory[Part](MOST_COMMON)
_told: Final = Memory[object](MOST_TOLD)
_placed: Final = Memory[Part](MOST_TOLD)


def forget_parts() -> None:
    """Draw everything anew from now on."""
    for memory in (_parts, _common):
        memory.forget()
    _told.forget()
    _placed.forget()


def told(
    rules: Ruleset[Any], texts: Texts, facts: Hashable, tell: Callable[[], R], view: State | None = None
) -> R:
    """Words or markup that depend on facts as a part does, names of people included; not to be changed.

    Of the view they are about, if there is one, nothing may be read but what stands in the facts."""
    key = written((rules.number, texts.language, facts))
    found = _told.made.get(key)
    if found is None:
        if _watch.on:
            with _reading(view, ()):
                found = tell()
        else:
            found = tell()
        _told.keep(key, found)
    return found  # type: ignore[return-value]


class Drawing:
    """A finished drawing, still in pieces: a page sends only those that have changed."""

    def __init__(
        self,
        width: float,
        height: float,
        title: str,
        style: str,
        ground: Layer,
        pieces: Layer,
        defs: str = "",
    ) -> None:
        self.width = width
        self.height = height
        self.title = title
        self.style = style
        self.ground = ground
        self.pieces = pieces
        self.defs = defs

    def chunks(self) -> list[str]:
        """Everything that was drawn, in the chunks a page is told of."""
        found: list[str] = []
        for item in (*self.ground, *self.pieces):
            found.extend([item] if isinstance(item, str) else item.chunks)
        return found

    def svg(self) -> str:
        """As a picture that stands alone."""
        return document(
            self.width,
            self.height,
            tag("style", self.style),
            self.defs,
            group(*_picture(self.ground), id="ground"),
            group(*_picture(self.pieces), id="pieces"),
            title=self.title,
        )


class Sheet(Generic[S]):
    """A view being drawn for a seat, in a language. Games add what their parts need to know."""

    def __init__(self, rules: Ruleset[S], view: S, seat: int, texts: Texts) -> None:
        self.rules = rules
        self.view = _watched(rules, view)
        self.seat = seat if 0 <= seat < rules.players else SPECTATOR
        self.texts = texts
        self._for = (rules.number, texts.language)
        self.ground: Layer = []
        self.pieces: Layer = []
        self._public: Hashable = None

    def word(self, key: str, **values: int | str) -> str:
        """A label of the board, with numbers or words in it."""
        return self.texts.say(f"board.{key}", **values)

    def part(self, facts: Hashable, draw: Callable[[], R], reads: tuple[str, ...] = ()) -> R:
        """Draw a part, unless it has been drawn with the same facts.

        `facts` begin with a name of the part and hold everything else it depends on: values of the view,
        the viewer's seat, places on the sheet, names of people. Columns that `draw` itself looks into are
        named in `reads` (`armies`, of a module `leaders.leader`, of the kernel `stack` and `answers`) and
        count whole; it may read no others. Rules and language are taken into account here. Parts may lie in
        parts; what the outermost one has drawn is a strip."""
        found = self.aside(facts, draw, reads)
        if found.ground is not None:
            self.ground.append(found.ground)
        if found.pieces is not None:
            self.pieces.append(found.pieces)
        return found.result  # type: ignore[no-any-return]

    def aside(self, facts: Hashable, draw: Callable[[], object], reads: tuple[str, ...] = ()) -> Part:
        """Draw a part as `part` does, but only to lay it on a sheet later, perhaps on another viewer's."""
        values = [_value(self.view, column) for column in reads] if reads else ()
        key = written((self._for, facts, values))
        found = _parts.made.get(key)
        if found is None:
            if _watch.on:
                with _reading(self.view, reads):
                    found = self.cut_out(draw)
            else:
                found = self.cut_out(draw)
            _parts.keep(key, found)
        return found

    def cut_out(self, draw: Callable[[], object]) -> Part:
        """What is drawn as a part by itself, to be laid on a sheet later; it is not remembered."""
        ground, pieces = len(self.ground), len(self.pieces)
        result = draw()
        found = Part(_strip(self.ground[ground:]), _strip(self.pieces[pieces:]), result)
        del self.ground[ground:], self.pieces[pieces:]
        return found

    def lay(self, part: Part) -> None:
        """Put what a part has drawn on the sheet."""
        if part.ground is not None:
            self.ground.append(part.ground)
        if part.pieces is not None:
            self.pieces.append(part.pieces)

    def place(self, part: Part, x: float, y: float) -> None:
        """Put what a part has drawn on the sheet, moved by so much; the part itself stays as it is."""
        key = (part.ground, part.pieces, x, y)
        found = _placed.made.get(key)
        if found is None:
            found = Part(_moved(part.ground, x, y), _moved(part.pieces, x, y), None)
            _placed.keep(key, found)
        self.lay(found)

    def told(self, facts: Hashable, tell: Callable[[], R]) -> R:
        """Something a part is made of, unless it has been made with the same facts (as `part`)."""
        return told(self.rules, self.texts, facts, tell, self.view)

    def additions(self, place: str) -> list[Callable[..., Any]]:
        """What the modules in play add at a place of the drawing, in their order.

        The `drawing.py` in a module's folder has them in `ADDS`, by the name of the place; what they are
        called with and return is agreed between the game and its modules."""
        return additions(self.rules, place)

    def common(self, facts: Hashable, draw: Callable[[Self], R]) -> R:
        """Draw what everybody sees alike, unless it has been drawn for another viewer of this position.

        It is drawn on a sheet of its own, which knows neither the seat nor anything that is not public, so
        it depends on what is public, on the names at the table, and on `facts`."""
        if self._public is None:
            self._public = public_facts(self.rules, self.view)
        key = written((self._for, self.texts.seats, facts, self._public))
        found = _common.made.get(key)
        if found is None:
            blind = type(self)(self.rules, blindfold(self.rules, self.view), SPECTATOR, self.texts)
            result = draw(blind)
            found = Part(_strip(blind.ground), _strip(blind.pieces), result)
            _common.keep(key, found)
        self.lay(found)
        return found.result  # type: ignore[no-any-return]

    def enlarged(self, x: float, y: float, scale: float = 1.0, clip: str = "") -> Enlarged:
        """What is drawn meanwhile is moved and made larger; the parts themselves stay as they are.

        `clip` is the id of a clip path, before it is moved: nothing is seen outside it."""
        return Enlarged(self, _enlarging(x, y, scale, clip))

    def enlarge(self, x: float, y: float, scale: float, clip: str = "") -> None:
        """What is drawn from now on is moved and made larger."""
        begin = _enlarging(x, y, scale, clip)
        self.ground.append(begin)
        self.pieces.append(begin)

    def end_enlarged(self) -> None:
        """What is drawn from now on is not made larger any more."""
        self.ground.append("</g>")
        self.pieces.append("</g>")

    def drawing(self, width: float, height: float, style: str, defs: str = "") -> Drawing:
        """What has been drawn, complete."""
        title = self.texts.text("game.title")
        return Drawing(width, height, title, style, self.ground, self.pieces, defs)


class Enlarged:
    """While something is drawn moved and larger."""

    __slots__ = ("_begin", "_sheet")

    def __init__(self, sheet: Sheet[Any], begin: str) -> None:
        self._sheet = sheet
        self._begin = begin

    def __enter__(self) -> None:
        self._sheet.ground.append(self._begin)
        self._sheet.pieces.append(self._begin)

    def __exit__(self, *failed: object) -> None:
        self._sheet.end_enlarged()


@lru_cache(maxsize=5_000)
def _enlarging(x: float, y: float, scale: float, clip: str) -> str:
    larger = "" if scale == 1 else f" scale({scale:.4g})"
    cut = f' clip-path="url(#{clip})"' if clip else ""
    return f'<g transform="translate({decimal(x)} {decimal(y)}){larger}"{cut}>'


def _moved(strip: Strip | None, x: float, y: float) -> Strip | None:
    """A strip that lies elsewhere: the same chunks in a group."""
    if strip is None:
        return None
    return Strip((f'<g transform="translate({decimal(x)} {decimal(y)})">', *strip.chunks, "</g>"))


def _strip(layer: Layer) -> Strip | None:
    """What was put on a layer, for a page; nothing if there is nothing."""
    if len(layer) < 2:
        only = layer[0] if layer else None
        return Strip((for_page(only),)) if isinstance(only, str) else only
    found: list[str] = []
    for item in layer:
        if isinstance(item, str):
            found.append(for_page(item))
        else:
            found.extend(item.chunks)
    return Strip(tuple(found))


def _picture(layer: Layer) -> list[str]:
    """What was put on a layer, for a picture that stands alone."""
    found: list[str] = []
    for item in layer:
        if isinstance(item, str):
            found.append(item)
        else:
            found.extend([for_picture(chunk) for chunk in item.chunks])
    return found


# -- what modules add -------------------------------------------------------------------------------------


def additions(rules: Ruleset[Any], place: str) -> list[Callable[..., Any]]:
    """What the modules in play add at a place of the drawing, in their order."""
    found = [_adds(module.package) for module in rules.modules if module.package]
    return [adds[place] for adds in found if place in adds]


@cache
def _adds(package: str) -> dict[str, Callable[..., Any]]:
    """What the module in a folder adds to the drawing."""
    if find_spec(f"{package}.drawing") is None:
        return {}
    adds: dict[str, Callable[..., Any]] = import_module(f"{package}.drawing").ADDS
    return adds


# -- reading nothing but what is named ----------------------------------------------------------------------

_READ: Final = ("stack", "answers")
"""What the kernel has in a state that parts have to name like columns."""


class _Watch:
    """Which columns may be read just now, and which views are looked after."""

    def __init__(self) -> None:
        self.on = False
        self.reads: list[frozenset[str]] = []


_watch: Final = _Watch()


@contextmanager
def only_named_columns() -> Iterator[None]:
    """Parts that are drawn meanwhile fail if they read a column they have not named."""
    _watch.on = True
    forget_parts()
    try:
        yield
    finally:
        _watch.on = False
        forget_parts()


@contextmanager
def _reading(view: State | None, reads: tuple[str, ...]) -> Iterator[None]:
    if view is None:
        yield
        return
    _watch.reads.append(frozenset(reads))
    try:
        yield
    finally:
        _watch.reads.pop()


def _value(view: Any, column: str) -> Any:
    """The value of a column, as a fact."""
    module, dot, name = column.rpartition(".")
    return getattr(view.slices[module] if dot else view, name)


def _watched(rules: Ruleset[S], view: S) -> S:
    """The view; while columns are watched, one that tells when a column is read that was not named.

    Compiled columns are read past everybody, so it is the plain build that watches."""
    if not _watch.on or "__mypyc_attrs__" in type(view).__dict__:
        return view
    copy: S = rules.copy(view)
    _watch_over(copy, "", frozenset((*rules.game.schema.stored, *_READ)))
    for id, schema in rules.schemas.items():
        _watch_over(copy.slices[id], f"{id}.", frozenset(schema.stored))
    return copy


def _watch_over(part: Any, prefix: str, columns: frozenset[str]) -> None:
    part.__class__ = _watching(part.__class__, prefix, columns)


@cache
def _watching(cls: Any, prefix: str, columns: frozenset[str]) -> Any:
    def read(self: Any, name: str) -> Any:
        if name in columns and _watch.reads and f"{prefix}{name}" not in _watch.reads[-1]:
            raise AssertionError(f"a part reads the column {prefix}{name} without naming it")
        return object.__getattribute__(self, name)

    return type(cls.__name__, (cls,), {"__getattribute__": read, "__slots__": ()})


# -- what everybody knows ------------------------------------------------------------------------------


def public_facts(rules: Ruleset[Any], view: State) -> tuple[Hashable, ...]:
    """Everything in a view that all viewers see alike; when the game is over that is everything."""
    answered = tuple([answer is not None for answer in view.answers])
    stack = tuple(view.stack)
    if not stack:
        return (stack, answered, rules.game.schema.key(view), *_keys(rules, view))
    slices = view.slices
    own = [schema.public_key(slices[id]) for id, schema in rules.schemas.items()] if slices else ()
    return (stack, answered, rules.game.schema.public_key(view), *own)


def _keys(rules: Ruleset[Any], view: State) -> list[tuple[Any, ...]]:
    return [schema.key(view.slices[id]) for id, schema in rules.schemas.items()]


def own_facts(rules: Ruleset[Any], view: State, seat: int) -> tuple[Hashable, ...]:
    """Everything in a view but what others have answered to the question that is open."""
    answer = view.answers[seat] if 0 <= seat < len(view.answers) else None
    return (tuple(view.stack), answer, rules.game.schema.key(view), *_keys(rules, view))


def blindfold(rules: Ruleset[S], view: S) -> S:
    """A view without anything that is not public; when the game is over that is the view itself."""
    if view.over:
        return view
    blind: S = rules.copy(view)
    blind.offer, blind.prefix = None, ()
    _hide(rules.game.schema, blind)
    for id, schema in rules.schemas.items():
        _hide(schema, blind.slices[id])
    blind.answers = [None if answer is None else (HIDDEN,) for answer in view.answers]
    return blind


def _hide(schema: Schema, columns: Columns) -> None:
    for name, column in schema.secret.items():
        value = _hidden(column.kind, getattr(columns, name))
        setattr(columns, name, value if column.kind == "number" else list(value))


def _hidden(kind: str, value: Any) -> Any:
    """A column of which only the length is known."""
    if kind == "number":
        return HIDDEN
    if kind == "numbers":
        return (HIDDEN,) * len(value)
    return tuple([(HIDDEN,) * len(entry) for entry in value])
