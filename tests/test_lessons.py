"""Lessons and "how it plays": data, texts and positions that fit the rules as they are, in both languages."""

from __future__ import annotations

import json
import re
from html import unescape
from random import Random
from typing import Any

import msgspec
import pytest

from pfalz import catalogue, learning
from pfalz.core.session import Session
from pfalz.core.state import State
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.core.wording import texts_of
from pfalz.learning import LEARNER, NAMES
from pfalz.server.play import clocks
from pfalz.server.play.seats import Seat
from pfalz.server.play.table import Table
from pfalz.server.play.teaching import FIRST, scripted, taught
from pfalz.web import how
from pfalz.web.lesson import lesson_attribute

GAMES = pytest.mark.parametrize("game", catalogue.IDS)
PERSON = "learner"


def table_of(game: str) -> Table:
    """A lesson as the server opens it."""
    lesson = learning.lesson(game)
    players = lesson.header.players
    header = msgspec.structs.replace(lesson.header, seats=[], shares=[""] * players)
    session = Session(learning.rules(game), header)
    session.settle()
    clock = clocks.Clock()
    seats = [Seat("Ida", PERSON), *[Seat(name, bot="knight") for name in NAMES[1:players]]]
    names = ("table", "", header, "playing", PERSON, True, "", "free")
    return Table(*names, clock, clocks.start(clock, players), seats, session, 0.0, lesson=FIRST)


def others_answer(table: Table) -> None:
    """The bots answer as the script says, until the learner is asked."""
    while table.deciding() and table.deciding() != [LEARNER]:
        seat = next(seat for seat in table.deciding() if seat != LEARNER)
        answer = scripted(table, seat)
        assert answer is not None, f"the script has no answer of seat {seat} at {table.position}"
        table.session.answer(seat, answer)
        table.session.settle()


def told(table: Table, language: str) -> dict[str, Any]:
    """What the page of the learner is told."""
    seen = table.seen(PERSON)
    seen.lesson = taught(table, seen.ask)
    attribute = lesson_attribute(seen, Texts(table.rules, language, [seat.name for seat in table.seats]))
    found = re.fullmatch(r' data-lesson="([^"]*)"', attribute)
    said: dict[str, Any] = json.loads(unescape(found[1])) if found else {}
    return said


def on_board(game: str, view: State) -> set[str]:
    texts = Texts(learning.rules(game), "en", NAMES[: learning.rules(game).players])
    svg: str = catalogue.board(game).svg(learning.rules(game), view, LEARNER, texts)
    return set(re.findall(r' id="([^"]+)"', svg))


@GAMES
def test_a_lesson_is_played_to_its_end_in_both_languages(game: str) -> None:
    table, lesson = table_of(game), learning.lesson(game)
    for decision in range(lesson.guided):
        others_answer(table)
        for language in LANGUAGES:
            said = told(table, language)
            assert len(said["steps"]) == len(lesson.said(decision)) and said["task"] and said["wrong"]
            assert all(step["text"] for step in said["steps"]), (decision, language)
            assert f"{decision + 1}" in said["title"] and f"{lesson.guided}" in said["title"]
        ask = table.rules.ask_of(table.rules.view(table.session.state, LEARNER), LEARNER)
        assert {step.ask for step in lesson.said(decision)} == {ask.name}, decision
        here = on_board(game, table.rules.view(table.session.state, LEARNER))
        for pattern in [pattern for step in lesson.said(decision) for pattern in step.point]:
            begin, star, _ = pattern.partition("*")
            assert any(id.startswith(begin) if star else id == begin for id in here), (decision, pattern)
        ask.check(table.session.state, said["move"])
        table.session.answer(LEARNER, said["move"], ask.name)
        table.session.settle()
    while table.deciding() and LEARNER not in table.deciding():  # from here on knights decide for themselves
        seat = table.deciding()[0]
        view = table.rules.view(table.session.state, seat)
        table.session.answer(seat, table.rules.ask_of(view, seat).random_answer(view, Random(1)))
        table.session.settle()
    for language in LANGUAGES:
        said = told(table, language)
        assert "steps" not in said and len(said["text"]) > 100


@GAMES
def test_who_goes_another_way_can_come_back(game: str) -> None:
    table = table_of(game)
    others_answer(table)
    wanted = told(table, "en")["move"]
    view = table.rules.view(table.session.state, LEARNER)
    ask = table.rules.ask_of(view, LEARNER)
    rng = Random(3)
    other = next(move for move in iter(lambda: ask.random_answer(view, rng), None) if list(move) != wanted)
    start = table.position
    table.session.answer(LEARNER, other, ask.name)
    table.session.settle()
    seats = [seat for seat in table.deciding() if seat != LEARNER]
    assert all(scripted(table, seat) is None for seat in seats), "off the script bots think for themselves"
    while table.deciding() != [LEARNER]:
        seat = next(seat for seat in table.deciding() if seat != LEARNER)
        view = table.rules.view(table.session.state, seat)
        table.session.answer(seat, table.rules.ask_of(view, seat).random_answer(view, rng))
        table.session.settle()
    assert told(table, "de")["left"] == start
    table.session.rewind(start)
    table.session.settle()
    table.forget_log()
    assert told(table, "en")["move"] == wanted


@GAMES
def test_in_free_play_the_teacher_speaks_up_once_for_every_kind_of_question(game: str) -> None:
    table, rng = table_of(game), Random(5)
    met: set[str] = set()
    own = 0
    while own < 60 and not table.session.state.over:
        seat = table.deciding()[0]
        view = table.rules.view(table.session.state, seat)
        ask = table.rules.ask_of(view, seat)
        if seat == LEARNER:
            own += 1
            if own > 1:  # the first answer has left the script
                new = told(table, "de").get("new")
                assert (new is not None) == (ask.name not in met), ask.name
                assert new is None or len(new["text"]) > 10, ask.name
            met.add(ask.name)
        answer = ask.random_answer(view, rng)
        if own == 1 and seat == LEARNER:
            while list(answer) == told(table, "en").get("move"):
                answer = ask.random_answer(view, rng)
        table.session.answer(seat, answer, ask.name)
        table.session.settle()
    assert len(met) >= 3


@GAMES
def test_no_text_of_a_lesson_or_page_is_missing_or_dead(game: str) -> None:
    package, lesson, plan = catalogue.game(game).package, learning.lesson(game), learning.how(game)
    rules = learning.rules(game)
    asks = set(texts_of(package, "en")["ask"])
    steps = {step.id for step in lesson.steps}
    page = {"pitch", *(f"icon_{icon.id}" for icon in plan.icons)}
    page |= {f"{part.id}{end}" for part in plan.parts for end in ("", "_title", "_alt")}
    for language in LANGUAGES:
        found = texts_of(package, language)
        assert set(found["how"]) == page, language
        for key in found["lesson"]:
            known = key.removesuffix("_wrong") in steps or key == "done"
            assert known or key.removeprefix("met_") in asks, key
        assert steps | {"done"} <= set(found["lesson"])
        texts = Texts(rules, language)
        for table in ("how", "lesson"):
            assert all("{" not in texts.text(f"{table}.{key}") for key in found[table])
    assert {step.decision for step in lesson.steps} == set(range(lesson.guided))
    assert len(lesson.steps) >= 8 and 1 <= plan.weight <= 5 and plan.minutes[0] < plan.minutes[1]


@GAMES
def test_pictures_are_parts_of_real_positions(game: str) -> None:
    plan = learning.how(game)
    ids = ["cover", *(part.id for part in plan.parts), *(f"icon_{icon.id}" for icon in plan.icons)]
    assert len(set(ids)) == len(ids) >= 12
    for id in ids:
        for language in LANGUAGES if not id.startswith("icon_") else ("en",):
            svg = how.picture(game, id, language, "dark")
            assert svg is not None and len(svg) < 150_000 and "@media all" in svg
            wide, high = (float(n) for n in re.findall(r'viewBox="\S+ \S+ (\S+) ([^"]+)"', svg)[0])
            assert wide > 10 and high > 10, id
    assert how.picture(game, "nothing", "en", "auto") is None
