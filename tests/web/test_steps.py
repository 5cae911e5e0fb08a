"""What happened, in steps: how events are grouped, what the log says of them, and the moments in between."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.core.events import HEADING, NOTE
from pfalz.core.session import Session
from pfalz.core.state import HIDDEN, SPECTATOR, State
from pfalz.core.texts import Texts
from pfalz.web import alike, render, story
from pfalz.web.changes import changes, newest_changes
from pfalz.web.prefs import Prefs
from pfalz.web.seen import BY_RULE, LogLine, MomentSeen
from pfalz.web.steps import end_of, grouped, tell, told
from tests.web.fake import log_of, seen_by, session_of

PLAYERS = 3
ANSWERS = {"staufer": 60, "wallenstein": 90, "mil": 90, "darkages": 90}


@pytest.fixture(scope="module")
def sessions() -> dict[str, Session]:
    """A game of chance of each, to its middle."""
    return {id: session_of(id, PLAYERS, answers=ANSWERS[id]) for id in catalogue.IDS}


def inside(session: Session) -> list[tuple[int, int]]:
    """Moments between two events of an answer."""
    return [(n, k) for n, events in enumerate(session.events) if n for k in range(1, len(events))]


def hidden_places(view: State) -> set[tuple[str, int]]:
    """Where a view shows nothing."""
    found = set()
    for name in view.rules.game.schema.secret:
        value: Any = getattr(view, name)
        places = enumerate(value) if isinstance(value, list) else [(0, value)]
        found |= {(name, i) for i, one in places if one == HIDDEN}
    return found


@pytest.mark.parametrize("id", catalogue.IDS)
def test_a_moment_inside_an_answer_shows_nothing_that_is_hidden_before_and_after(
    id: str, sessions: dict[str, Session]
) -> None:
    session = sessions[id]
    rules = session.rules
    moments = inside(session)
    assert len(moments) > 20
    for n, k in Random(id).sample(moments, 20):
        between = session.moment(n, k)
        assert rules.asks(between) == []
        for seat in (SPECTATOR, *range(PLAYERS)):
            before, now, after = (
                hidden_places(rules.view(state, seat))
                for state in (session.position(n - 1), between, session.position(n))
            )
            assert before & after <= now


@pytest.mark.parametrize("id", catalogue.IDS)
def test_every_step_can_be_drawn_as_what_has_changed(id: str, sessions: dict[str, Session]) -> None:
    session = sessions[id]
    rules = session.rules
    names = tuple(info.name for info in session.header.seats)
    steps = grouped(log_of(session, 0))[-12:]
    seen = []
    for lines in steps:
        state = session.moment(*end_of(lines))
        scores = dict(enumerate(rules.game.standing(state)))
        seen.append(MomentSeen(id, rules, rules.view(state, 0), 0, names, scores, lines))
    shown = render.steps_shown(seen, Prefs("de"))
    assert [bool(step.scene) for step in shown] == [bool(lines[0].step.scene) for lines in steps]
    assert len(str(shown[0].board)) > 10 * min(len(str(step.board)) for step in shown[1:])


@pytest.mark.parametrize("id", catalogue.IDS)
def test_a_step_that_is_not_over_yet_can_be_drawn(id: str, sessions: dict[str, Session]) -> None:
    """Somebody looks in the middle of it: the step knows which scene it will be, its lines do not yet."""
    session = sessions[id]
    rules = session.rules
    names = tuple(info.name for info in session.header.seats)
    scenes = [lines for lines in grouped(log_of(session, 0)) if lines[0].step.scene][-12:]
    assert scenes
    for lines in scenes:
        view, seen = rules.view(session.moment(*end_of(lines)), 0), []
        for n in range(1, len(lines) + 1):
            seen.append(
                MomentSeen(id, rules, view, 0, names, dict(enumerate(rules.game.standing(view))), lines[:n])
            )
        shown = [bool(step.scene) for step in render.steps_shown(seen, Prefs("en"))]
        assert shown == sorted(shown) and shown[-1]  # once it is a scene it stays one


@pytest.mark.parametrize("id", catalogue.IDS)
def test_the_end_of_an_answer_is_its_position(id: str, sessions: dict[str, Session]) -> None:
    session = sessions[id]
    for n in (0, 1, len(session.entries)):
        assert session.moment(n, 9_999).__class__ is session.state.__class__
        assert session.rules.hash(session.moment(n, 9_999)) == session.rules.hash(session.position(n))


@pytest.mark.parametrize("id", catalogue.IDS)
def test_a_step_is_the_deed_of_one_and_says_so_in_one_line(id: str, sessions: dict[str, Session]) -> None:
    session = sessions[id]
    log = log_of(session, SPECTATOR)
    steps = grouped(log)
    assert sum(len(lines) for lines in steps) == len(log)
    assert len(steps) < 0.75 * len(log)
    for lines in steps:
        main, more = told(lines, lines[0].step.scene)
        if main is None:
            assert all(
                line.event[0].tells == NOTE or line.event[0].is_nothing(line.event[1]) for line in lines
            )
        elif main.event[0].tells == HEADING:
            assert not [line for line in more if line.by >= 0]


def _battles(session: Session) -> list[list[LogLine]]:
    return [lines for lines in grouped(log_of(session, SPECTATOR)) if lines[0].step.scene == "battle"]


def test_a_battle_is_one_step_with_all_that_the_tower_gave(sessions: dict[str, Session]) -> None:
    found = [[line.event[0].name for line in lines] for lines in _battles(sessions["wallenstein"])]
    assert found
    for names in found:
        assert "attacked" in names
        assert names.count("cubes_cast") == 1
        assert {"cubes_in", "cubes_out"} <= set(names)
        assert {"attack_won", "attack_repelled", "battle_tied"} & set(names)


def test_the_scene_of_a_battle_counts_every_cube(sessions: dict[str, Session]) -> None:
    session = sessions["wallenstein"]
    names = tuple(info.name for info in session.header.seats)
    lines = _battles(session)[0]
    state = session.moment(*end_of(lines))
    view = session.rules.view(state, SPECTATOR)
    step = MomentSeen(
        "wallenstein", session.rules, view, SPECTATOR, names, dict.fromkeys(range(PLAYERS), 0), lines
    )
    scene = render.steps_shown([step], Prefs())[0].scene
    rows = re.findall(r"<tr.*?</th><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", scene)
    cells = [[0 if cell == "–" else int(cell) for cell in row] for row in rows]
    by_name = {
        name: sum(line.event[1][1] for line in lines if line.event[0].name == name)
        for name in ("cubes_in", "cubes_out")
    }
    assert [sum(column) for column in zip(*cells, strict=True)] == [
        by_name["cubes_in"],
        by_name["cubes_out"],
        sum(view.tower),
    ]
    assert scene.count("<strong>") == 2


def test_the_log_has_headings_and_an_item_for_each_step(sessions: dict[str, Session]) -> None:
    seen = seen_by(sessions["wallenstein"], 0)
    items = story.log_lines("t", seen.log, alike.texts_of(seen, "en"))
    assert [item for item in items if 'class="heading"' in item and "Year 1, spring" in item]
    assert not [item for item in items if " 0 points" in item or "The round is over" in item]
    built = [item for item in items if " builds " in item]
    assert built
    assert all("turns up" not in item for item in built)


def test_what_was_forced_is_told_with_what_followed_and_with_its_clause() -> None:
    session = session_of("staufer", PLAYERS)
    for language, said in (("en", "cannot afford any office seat"), ("de", "kann keinen Amtssitz bezahlen")):
        seen = seen_by(session, 0)
        items = [
            item for item in story.log_lines("t", seen.log, alike.texts_of(seen, language)) if said in item
        ]
        assert items
        for item in items:
            main, details = item.split("</a>")
            assert said in details and 'data-clause="S-7.3"' in details
            assert {"en": " fetches supplies", "de": " holt Nachschub"}[language] in main
            assert details.count("<li") == details.count("</li>") - 1  # the item itself ends here


def test_the_end_of_a_log_that_grows_is_the_end_of_the_log_made_anew() -> None:
    """Also when its beginning moves on, when it is the same, and when it has become shorter."""
    seen = seen_by(session_of("wallenstein", PLAYERS, answers=60), 0)
    texts = alike.texts_of(seen, "en")
    last = None
    for n in [*range(40, 400, 3), 397, 120, 130]:
        log = seen.log[:n]
        begin = story.newest_steps(log, 50)
        strip = story.newest_lines("growing", 0, log, texts, begin)
        assert list(strip.chunks) == story.log_lines("growing", log, texts, begin=begin)
        assert (strip is last) == (n == 397 and last is not None)
        last = strip if n == 397 else None


def test_marks_are_what_has_happened_since_the_last_answer(sessions: dict[str, Session]) -> None:
    seen = seen_by(sessions["wallenstein"], 0)
    moved = [line for line in seen.log if line.event[0].name in ("armies_moved", "attacked")][-1]
    seat, origin, destination, _ = moved.event[1]
    found = changes("wallenstein", seen.rules, [moved])
    assert found.ways == [("county", origin, destination, seat)]
    assert found.things == [("county", origin, seat), ("county", destination, seat)]
    assert changes("wallenstein", seen.rules, []).things == []


@pytest.mark.clause("DM1-5.1", "DM1-7.1")
def test_what_lordlings_and_horde_do_is_told_in_steps_of_their_own() -> None:
    """No line of theirs stands in a step of the player; a turn, a horde card and an attack begin one each."""
    session = session_of("darkages", 1, seed="d")
    steps = grouped(log_of(session, 0))
    theirs = {"lordlings_drew": 0, "horde_card_came": 0, "horde_card_left": 0, "horde_set_out": 0}
    for lines in steps:
        main, _ = told(lines, lines[0].step.scene)
        names = [line.event[0].name for line in lines]
        for line in lines:
            if line.event[0].name == "lordlings_turn":
                assert line is lines[0] and line.step.by == BY_RULE
                assert main is not None and main.event[0].name in ("lordlings_drew", "passed")
        for name in theirs:
            if name in names:
                assert main is not None and main.event[0].name == name and lines[0].step.by == BY_RULE
                theirs[name] += 1
        if "d20_rolled" in names:
            assert lines[0].step.by == BY_RULE
    assert all(theirs.values()), theirs


def test_a_sentence_begins_with_a_capital_but_a_name_is_left_alone() -> None:
    session = session_of("darkages", 1, answers=20)
    texts = Texts(session.rules, "en", ["anna"])
    said = [texts.event(line.event) for line in log_of(session, 0)]
    assert any(sentence.startswith("anna ") for sentence in said)
    assert any(sentence.startswith("The league of lordlings ") for sentence in said)
    assert not any(sentence[0].islower() and not sentence.startswith("anna") for sentence in said)


@pytest.mark.parametrize("id", catalogue.IDS)
def test_marks_that_were_added_up_are_those_of_all_lines(id: str, sessions: dict[str, Session]) -> None:
    session, rng, begin, marked = sessions[id], Random(id), 0, 0
    rules, log = session.rules, list[LogLine]()
    for n, events in enumerate(session.events):
        for nth, (kind, args) in enumerate(events):
            tell(rules, log, n, session.entries[n - 1].seat if n else -3, nth, (kind, args))
        if rng.random() < 0.1:  # the viewer has answered
            begin = len(log) - len(events)
        found = newest_changes("added", 0, id, rules, log, begin)
        assert found == changes(id, rules, log[begin:])
        marked += len(found.things)
        if rng.random() < 0.05:  # what was answered last was taken back, and answered again
            log = log_of(session, 0)[: len(log)]
            assert newest_changes("added", 0, id, rules, log, begin) == changes(id, rules, log[begin:])
    assert marked > 20
