"""Forms for offers of cubes: counters, with a choice before them where an offer can be declined."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pfalz.core.ask import Ask
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.mil.state import Mil

FORMS = {
    "dowry": "counters",
    "keep": "counters",
    "offer": "counters",
    "commit": "counters",
    "donate": "counters",
    "bid": "counters",
    "final_bid": "counters",
    "counter": "counters",
}
"""Questions whose slots are filled in any order."""


def form(
    rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts, ask: Ask, draft: Sequence[int]
) -> str | None:
    """The form of a question about cubes, every number with what is possible beside it."""
    if ask.name not in FORMS:
        return None
    return "".join(_box(view, texts, ask, tuple(draft), i) for i in range(len(draft)))


def _box(view: Mil, texts: Texts, ask: Ask, draft: tuple[int, ...], i: int) -> str:
    prefix, value = draft[:i], draft[i]
    slot = ask.slot(view, prefix)
    options = list(ask.options(view, prefix) or ())
    words = escape(texts.slot(ask, slot.name))
    if slot.kind != "number":
        buttons = [
            f'<button type="button" class="choice" data-put="{option}" '
            f'aria-pressed="{"true" if option == value else "false"}">'
            f"{escape(texts.name(slot.kind, option))}</button>"
            for option in options
        ]
        return f'<div class="counter" data-slot="{i}"><span>{words}</span>{"".join(buttons)}</div>'
    less = max((option for option in options if option < value), default=None)
    more = min((option for option in options if option > value), default=None)
    most = f" / {max(options)}" if options else ""
    return (
        f'<div class="counter" data-slot="{i}"><span>{words}</span>'
        f"{_button('−', less, words)}<output>{value}{most}</output>{_button('+', more, words)}</div>"
    )


def _button(sign: str, value: int | None, words: str) -> str:
    put = 'disabled=""' if value is None else f'data-put="{value}"'
    return f'<button type="button" class="icon" {put} aria-label="{sign} {words}">{sign}</button>'
