"""What is remembered is the same as what is made anew: drawings (`core.sheet`), and all markup of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import partial
from random import Random
from types import ModuleType
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.core.record import SeatInfo
from pfalz.core.session import Session, open_session
from pfalz.core.sheet import Memory, blindfold, forget_parts, public_facts
from pfalz.core.state import HIDDEN, SPECTATOR
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.web import alike, asked, changes, choice, chunks, marks, render, sections, story
from pfalz.web.chunks import Chunks, patched
from pfalz.web.prefs import Prefs
from pfalz.web.render import fragment
from pfalz.web.seen import ChatLine, ClockSeen, Seen
from tests.web.fake import seen_by, session_of

NAMES = ("Agnes", "Beatrix", "Konrad", "Dietrich", "Eike", "Friedrich", "Gisela", "Heinrich")
SHARE = 0.02
"""So many of the drawings are made anew for comparison."""
BEGINNING = 20
"""So many entries, of the set-up too, belong to the beginning of a game."""
REMEMBERING: tuple[ModuleType, ...] = (alike, asked, changes, choice, chunks, marks, render, sections, story)


def forget() -> None:
    """Make everything anew from now on."""
    forget_parts()
    for module in REMEMBERING:
        for thing in vars(module).values():
            if isinstance(thing, Memory):
                thing.forget()
            elif hasattr(thing, "cache_clear"):
                thing.cache_clear()


def played(session: Session, rng: Random) -> Iterator[None]:
    """A random game, answer by answer."""
    while not session.state.over:
        ask = rng.choice([ask for ask in session.asks() if not ask.answered])
        session.answer(ask.seat, ask.random_answer(session.state, rng))
        session.settle()
        yield


@pytest.mark.parametrize("id", catalogue.IDS)
def test_remembered_parts_are_drawn_as_new_ones(id: str) -> None:
    rng = Random(id)
    draw = catalogue.board(id).draw
    for name, players, modules, options in rng.sample(catalogue.game(id).presets(), 4):
        rules = catalogue.ruleset(id, players, modules, options)
        forget_parts()
        found = []
        for seed in ("first", "second"):  # other people at the second table
            people = rng.sample(NAMES, players)
            session = open_session(rules, [SeatInfo(person) for person in people], seed)
            for _ in played(session, rng):
                begun = len(session.entries) < BEGINNING  # tables that begin look alike but for their secrets
                kept = begun or session.state.over or rng.random() < SHARE
                texts = Texts(rules, rng.choice(LANGUAGES), people)
                narrow = rng.random() < 0.5
                everybody = (SPECTATOR, *range(players))
                for seat in everybody if kept else rng.sample(everybody, 2):
                    view = rules.view(session.state, seat)
                    drawing = draw(rules, view, seat, texts, narrow)
                    if kept:
                        found.append((len(session.entries), view, seat, texts, narrow, drawing.svg()))
        for position, view, seat, texts, narrow, remembered in found:
            forget_parts()
            anew = draw(rules, view, seat, texts, narrow).svg()
            assert remembered == anew, f"{name}, position {position}, seat {seat}"


@pytest.mark.parametrize("id", catalogue.IDS)
def test_what_is_drawn_for_all_is_drawn_from_what_all_know(id: str) -> None:
    rng = Random(id)
    for _, players, modules, options in rng.sample(catalogue.game(id).presets(), 4):
        rules = catalogue.ruleset(id, players, modules, options)
        session = open_session(rules, [SeatInfo(name) for name in NAMES[:players]], "blind")
        for _ in played(session, rng):
            views = [rules.view(session.state, seat) for seat in (SPECTATOR, *range(players))]
            assert len({public_facts(rules, view) for view in views}) == 1
            blind = [rules.to_json(blindfold(rules, view)) for view in views]
            assert all(other == blind[0] for other in blind)
            for name in rules.game.schema.secret if not session.state.over else ():
                assert set(_numbers(blind[0]["columns"][name])) <= {HIDDEN}


@pytest.mark.parametrize("id", catalogue.IDS)
def test_what_a_position_holds_can_be_kept_as_bytes(id: str) -> None:
    """Parts are remembered by their facts as msgpack, which knows no longer numbers."""
    for _, players, modules, options in catalogue.game(id).presets():
        rules = catalogue.ruleset(id, players, modules, options)
        for shapes in (rules.shapes, *rules.slice_shapes.values()):
            assert all(
                shape.high.bit_length() < 64 and shape.low > -(1 << 63) for shape in shapes.of.values()
            )


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for entry in value:
            yield from _numbers(entry)
    else:
        yield value


@pytest.mark.parametrize("id", catalogue.IDS)
def test_a_table_is_shown_as_if_nothing_were_remembered(id: str) -> None:
    rng = Random(id)
    forget()
    players = catalogue.game(id).players[1] - 1
    rules = catalogue.ruleset(id, players)
    session = open_session(rules, [SeatInfo(name) for name in NAMES[:players]], "shown")
    last: dict[int, Chunks] = {}
    told: dict[int, list[str]] = {}
    found: list[tuple[Seen, Prefs, str]] = []
    for _ in played(session, rng):
        if rng.random() < 0.7:
            continue
        for seat in (SPECTATOR, *range(players)):
            prefs = Prefs(rng.choice(LANGUAGES), confirm=rng.random() < 0.2, narrow=rng.random() < 0.2)
            seen = seen_by(session, seat)
            shown = fragment(seen, prefs)
            told[seat] = patched(told.get(seat, []), shown.since(last.get(seat)))
            last[seat] = shown
            assert told[seat] == shown.parts
            if rng.random() < SHARE:
                found.append((seen, prefs, str(shown)))
    for seen, prefs, remembered in found:
        forget()
        assert str(fragment(seen, prefs)) == remembered


def _seat(seen: Seen, n: int, **values: object) -> Seen:
    seats = deepcopy(seen.seats)
    seats[n] = replace(seats[n], **values)  # type: ignore[arg-type]
    return replace(seen, seats=seats)


CHAT = [ChatLine(1, "Bruno", 1, "<b>Good luck</b> & have fun!", 0.0), ChatLine(2, "Clara", -2, "?", 0.0)]
CHANGES: dict[str, Callable[[Seen], Seen]] = {
    **{
        f"seat {n} {name}": partial(_seat, n=n, **{name: value})
        for n in (0, 1)
        for name, value in {
            "name": "Zoe",
            "bot": "random",
            "online": True,
            "to_decide": True,
            "answered": True,
            "resigned": True,
            "score": 77,
            "clock_ms": 61_000,
        }.items()
    },
    "clock": lambda seen: _seat(seen, 0, clock_ms=61_000, clock_running=True),
    "not bot": lambda seen: _seat(seen, 1, bot="", online=True),
    **{
        name: lambda seen, name=name, value=value: replace(seen, **{name: value})  # type: ignore[misc]
        for name, value in {
            "id": "other",
            "status": "cancelled",
            "owner": False,
            "clock": ClockSeen("increment", 600, 30),
            "undo_policy": "free",
            "seat": 1,
            "position": 3,
            "opened": 2,
            "last_position": 999,
            "may_undo": True,
            "undo_by_owner": True,
            "next_table": "next",
            "link": "key",
            "seed_hash": "hash",
            "seed": "seed",
            "cancel_votes": [1],
            "rematch": "again",
            "chat": CHAT,
            "asks": [],
            "ask": None,
        }.items()
    },
    "draft": lambda seen: replace(
        seen, draft=seen.ask.random_answer(seen.view, Random(1)) if seen.ask else ()
    ),
    "log": lambda seen: replace(seen, log=seen.log[:-2]),
    "begin": lambda seen: replace(seen, log=seen.log[1:]),
    "open": lambda seen: replace(seen, status="open"),
    "open with a clock": lambda seen: replace(seen, status="open", clock=ClockSeen("move", 86_400)),
    "open and friendly": lambda seen: replace(seen, status="open", undo_policy="free"),
}
WISHES = (
    Prefs(),
    Prefs("de"),
    Prefs(confirm=True),
    Prefs(motion=False),
    Prefs(narrow=True),
    Prefs(theme="dark"),
)


def _deciding(session: Session) -> int:
    return next(ask.seat for ask in session.asks() if not ask.answered)


@pytest.mark.parametrize("id", catalogue.IDS)
def test_nothing_that_is_shown_is_missing_from_what_it_is_remembered_by(id: str) -> None:
    session, rng = session_of(id, 3, answers=30), Random(1)
    while "data-answer" not in str(fragment(seen_by(session, _deciding(session)), Prefs())):
        next(played(session, rng))  # until something can be chosen at once, unless it has to be confirmed
    for seat in (_deciding(session), SPECTATOR):
        seen = seen_by(session, seat)
        changed = {"as it is": seen} | {name: change(seen) for name, change in CHANGES.items()}
        anew = {}
        for name, other in changed.items():
            for prefs in WISHES:
                forget()
                anew[name, prefs] = str(fragment(other, prefs))
        forget()
        for name, prefs in [*anew, *reversed(anew)]:
            assert str(fragment(changed[name], prefs)) == anew[name, prefs], name


def test_other_secrets_and_other_answers_are_another_question() -> None:
    session = session_of("wallenstein", 3, upto="plan")
    seats = [ask.seat for ask in session.asks()]
    forget()
    before = {seat: str(fragment(seen_by(session, seat), Prefs())) for seat in seats}
    assert len(set(before.values())) == len(seats)
    rng = Random(1)
    session.answer(seats[0], session.asks()[0].random_answer(session.state, rng))
    for seat in seats:
        remembered = str(fragment(seen_by(session, seat), Prefs()))
        forget()
        assert str(fragment(seen_by(session, seat), Prefs())) == remembered


@pytest.mark.parametrize("id", catalogue.IDS)
def test_a_line_of_the_log_keeps_its_id_as_long_as_it_is_shown(id: str) -> None:
    session, rng = session_of(id, 3, answers=1), Random(id)
    last: list[str] = []
    gone = False
    for _ in played(session, rng):
        seen = seen_by(session, 0)
        texts = alike.texts_of(seen, "en")
        begin = story.newest_steps(seen.log, 7)
        assert len(seen.log) - begin >= min(7, len(seen.log))
        items = list(story.newest_lines("slide", 0, seen.log, texts, begin).chunks)
        assert items == story.log_lines("slide", seen.log, texts)[-len(items) :]
        same = [item for item in last[:-1] if item in items]  # the last one may have grown
        assert same == items[: len(same)] == last[len(last) - 1 - len(same) : -1]
        assert len({item.split('"')[1] for item in items}) == len(items)
        gone |= len(same) < len(last) - 1
        last = items
    assert gone
