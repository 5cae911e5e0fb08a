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
        choices = _choices(view, texts, ask, draft, i)
        return f'<div class="counter answer" data-slot="{i}"><span>{words}</span>{choices}</div>'
    less = max((option for option in options if option < value), default=None)
    more = min((option for option in options if option > value), default=None)
    most = f" / {max(options)}" if options else ""
    return (
        f'<div class="counter" data-slot="{i}"><span>{words}</span>'
        f"{_button('−', less, words)}<output>{value}{most}</output>{_button('+', more, words)}</div>"
    )


def _choices(view: Mil, texts: Texts, ask: Ask, draft: tuple[int, ...], i: int) -> str:
    """What can be answered and what cannot; whoever has but one answer reads at once why."""
    prefix, kind = draft[:i], ask.slot(view, draft[:i]).kind
    options = ask.options(view, prefix) or ()
    found, reasons = "", ""
    for value in options:
        pressed = "true" if value == draft[i] else "false"
        name = escape(texts.name(kind, value))
        found += (
            f'<button type="button" class="choice" data-put="{value}" aria-pressed="{pressed}">'
            f"{name}</button>"
        )
    for value in ask.domain(view, prefix):
        reason = ask.why_not(view, prefix, value)
        if reason is not None:
            name, clause = escape(texts.name(kind, value)), reason.clause
            found += f'<button type="button" class="choice barred" data-why="{value}">{name}</button>'
            reasons += (
                f'<p class="help">{name}: {escape(texts.text(f"reason.{reason.key}", reason.values))} '
                f'<button type="button" class="clause" data-clause="{clause}">{clause}</button></p>'
            )
    return found + (reasons if len(options) == 1 else "")


def _button(sign: str, value: int | None, words: str) -> str:
    put = 'disabled=""' if value is None else f'data-put="{value}"'
    return f'<button type="button" class="icon" {put} aria-label="{sign} {words}">{sign}</button>'
