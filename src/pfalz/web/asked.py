"""The viewer's own open question as the page shows it: what may be clicked on the board, and the action bar.

Everything is made from the viewer's view without what others have answered meanwhile: so a plan that is being
made looks as before when somebody else has sent theirs, and need not be made again.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Final, NamedTuple

from markupsafe import escape

from pfalz.core.ask import Ask
from pfalz.core.sheet import Memory, own_facts, written
from pfalz.core.state import Move, State
from pfalz.core.texts import Texts
from pfalz.web.choice import Chip, Choice, Offer, answered, choose
from pfalz.web.forms import Form, form_of
from pfalz.web.marks import form_targets, targets
from pfalz.web.sections import Beside, Given, bar, extras, framed
from pfalz.web.seen import Seen
from pfalz.web.story import linked
from pfalz.web.words import words

MOST: Final = 400
"""A question depends on a whole view and seldom comes again: few are kept."""


class Asked(NamedTuple):
    """An open question as it is shown."""

    attributes: str
    """For the outermost element: what is asked, the draft, and what may be clicked."""
    bar: str


_asked: Final = Memory[Asked](MOST)
_given: Final = Memory[Given](MOST)


def asked(seen: Seen, ask: Ask, texts: Texts, beside: Beside, *, confirm: bool) -> Asked:
    """The open question of the viewer."""
    facts = _facts(seen, ask, texts, (seen.draft, beside, confirm))
    found = _asked.made.get(facts)
    if found is None:
        view = _alone(seen)
        form = form_of(seen.game, seen.rules, view, texts, ask, seen.draft)
        choice = choose(ask, view, texts, seen.draft, confirm=confirm)
        found = Asked(_attributes(choice, form, texts), _bar(choice, form, texts, beside))
        _asked.keep(facts, found)
    return found


def given(seen: Seen, ask: Ask, texts: Texts) -> Given:
    """What the viewer has answered to a question that is still open for others."""
    facts = _facts(seen, ask, texts, seen.own_answer)
    found = _given.made.get(facts)
    if found is None:
        chips = answered(ask, _alone(seen), texts, seen.own_answer or ())
        found = tuple([(chip.slot, chip.value) for chip in chips])
        _given.keep(facts, found)
    return found


def _facts(seen: Seen, ask: Ask, texts: Texts, more: Hashable) -> bytes:
    """What a question depends on, and something more."""
    about = (seen.rules.number, texts.language, texts.seats, seen.seat, ask.name, ask.seat, ask.args)
    return written((about, own_facts(seen.rules, seen.view, seen.seat), more))


def _alone(seen: Seen) -> State:
    """The view of somebody who does not know who else has answered."""
    view: State = seen.rules.copy(seen.view)
    view.answers = [answer if seat == seen.seat else None for seat, answer in enumerate(view.answers)]
    return view


def _attributes(choice: Choice, form: Form | None, texts: Texts) -> str:
    draft = form.draft if form else choice.prefix
    kind = form.target if form and form.target else choice.target
    found = f""" data-ask="{escape(choice.name)}" data-kind="{escape(kind)}" data-prefix='{draft}'"""
    if form is None:
        found += f" data-targets='{targets(choice, texts)}'"
    elif form.target:
        found += f" data-targets='{form_targets(form.target, form.draft, form.names)}'"
    return found


def _bar(choice: Choice, form: Form | None, texts: Texts, beside: Beside) -> str:
    language, rest = texts.language, extras(beside, texts.language)
    if form is None:
        return framed(f"{_chosen(choice, language)}{rest}", language, mine=True)
    about = {"choice": choice, "form": form, "linked": lambda text: linked(text, texts)}
    return bar("filled.html", language, mine=True, extras=rest, **about)


def _chosen(choice: Choice, language: str) -> str:
    """What is asked, what is chosen so far, and what may be chosen now; made for every question, so it is
    written here and not in a template."""
    t = words(language)
    prompt, rule = escape(t("table.ready") if choice.complete else choice.prompt), escape(choice.rule)
    found = (
        f'  <p class="prompt" id="prompt" aria-live="polite">{prompt} '
        f'<button type="button" class="clause" data-clause="{rule}">{rule}</button></p>\n'
    )
    if choice.chips:
        chips = "".join([_chip(chip, language) for chip in choice.chips])
        found += f'  <ol class="chips" aria-label="{escape(t("table.chosen"))}">\n    {chips}\n  </ol>\n'
    so_far = f'<small class="so-far">{escape(choice.so_far)}</small>' if choice.so_far else ""
    steps = not choice.complete and (choice.chips or any(not offer.complete for offer in choice.offers))
    step = f"{escape(choice.slot)}: " if steps else ""
    if step or so_far:
        found += f'  <p class="step">{step}{so_far}</p>\n'
    confirm = ""
    if choice.complete:
        words_for_it = escape(t("table.confirm"))
        confirm = (
            f"""<button type="button" class="go" id="confirm" data-answer='{choice.prefix}'>"""
            f"{words_for_it}</button>"
        )
    barred = "".join([_barred(value, label, language) for value, label in choice.barred])
    name = escape(t("table.choices"))
    return (
        f'{found}  <div class="choices" id="choices" role="group" aria-label="{name}">\n'
        f"    {confirm}\n{_all_offered(choice, language)}{barred}\n  </div>\n"
    )


@lru_cache(maxsize=5_000)
def _barred(value: int, label: str, language: str) -> str:
    """The button of something that may not be chosen, and of which it can be asked why."""
    why = escape(words(language)("script.why_not"))
    return (
        f'<button type="button" class="choice barred" data-why="{value}" title="{why}">'
        f"{escape(label)}</button>"
    )


def _chip(chip: Chip, language: str) -> str:
    """A filled slot."""
    slot, value = f"<small>{escape(chip.slot)}</small>", escape(chip.value)
    if chip.forced:
        why = escape(words(language)("table.forced"))
        return f'<li><span class="chip forced" title="{why}">{slot} {value}</span></li>'
    change = escape(words(language)("table.change"))
    return (
        f"""<li><button type="button" class="chip" data-draft='{chip.back}' title="{change}">"""
        f'{slot} {value} <span aria-hidden="true">↩</span></button></li>'
    )


def _all_offered(choice: Choice, language: str) -> str:
    """The buttons of all offers, under headings where there are any."""
    found, above = "", ""
    for offer in choice.offers:
        if offer.heading != above:
            above = offer.heading
            found += f'    <h3 class="heading">{escape(above)}</h3>\n'
        found += _offered(choice.target, offer, language)
    return found


def _offered(kind: str, offer: Offer, language: str) -> str:
    shown = (
        offer.value,
        offer.brief or offer.label,
        offer.direct,
        tuple(offer.draft),
        tuple(offer.all),
        offer.times,
    )
    noted = offer.note, tuple(offer.things)
    return _buttons(kind, *shown, *noted, language)


@lru_cache(maxsize=10_000)
def _buttons(
    kind: str,
    value: int,
    label: str,
    direct: bool,
    draft: Move,
    all: Move,
    times: int,
    note: str,
    things: tuple[str, ...],
    language: str,
) -> str:
    """The button of an offer, and perhaps one that takes it for all of the like slots that follow."""
    what, how = escape(label), "data-answer" if direct else "data-draft"
    more = ""
    if all:
        words_for_all = escape(words(language)("table.take_all", n=times, what=label))
        more = (
            f"""<button type="button" class="choice all" data-draft='{list(all)}' """
            f'aria-label="{words_for_all}" title="{words_for_all}">×{times}</button>'
        )
    noted = f" <small>{escape(note)}</small>" if note else ""
    also = f' data-things="{escape(" ".join(thing.replace(" ", ":") for thing in things))}"' if things else ""
    return (
        f'    <span class="pair"><button type="button" class="choice" id="choose-{value}" '
        f'data-kind="{escape(kind)}" data-value="{value}" '
        f"{how}='{list(draft)}'{also}>{what}{noted}</button>{more}</span>\n"
    )
