"""The drawing of a view: well-formed, with unique ids, the same for the same view, and it betrays nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR, Move
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.games.mil.board import FORMS, draw, plain, secrets, svg
from pfalz.games.mil.drawing.identity import lands
from pfalz.games.mil.lookup import RESOURCE_IDS
from pfalz.games.mil.market import AUCTION, PASS
from pfalz.games.mil.state import FAMILY_TOKEN, WHITE
from pfalz.web.forms import form_of
from tests.games.kit.boards import Drawn, elements, ids_of, renumbered
from tests.games.kit.settings import Setting, setting
from tests.games.mil.table import BLUE, MARKET, MODULE_IDS, RED, YELLOW, Table, knight
from tests.games.playing import at_random, positions


def random_game(rules: Ruleset[Any], seed: int) -> Iterator[tuple[Any, list[Ask]]]:
    """Every position of a random game with few passes, the first and the last one included."""
    rng = Random(seed)
    randomly = at_random(rng)

    def choose(s: Any, ask: Ask) -> Move:
        move = randomly(s, ask)
        return ask.random_answer(s, rng) if ask.name == "act" and move[0] == 4 else move

    return positions(rules, choose)


class TestBoard(Drawn):
    game = "mil"
    settings = (setting(2), setting(3, "kings_claim"), setting(4), setting(5, *MODULE_IDS))
    chosen_beside = {
        *("bid", "counter", "court", "curia", "exchange", "growth", "market", "marker", "payment", "result"),
        *("war", "yesno"),
    }
    must_meet = {"action", "place", "knight", "land", "stack", "receiver", "knight_or_none"}
    changes = 4000

    def positions(self, rules: Ruleset[Any], seed: int) -> Iterator[tuple[Any, list[Ask]]]:
        return random_game(rules, seed)

    @pytest.mark.clause("M-19.1")
    def test_drawings_betray_nothing(self, setting: Setting) -> None:
        super().test_drawings_betray_nothing(setting)

    def conceals(self, s: Any, view: Any, seat: int, texts: Texts, drawing: str, text: str) -> None:
        assert str(HIDDEN) not in drawing
        found = ids_of(drawing)
        for player in range(s.t.players):
            assert all((f"cubes-{player}-{id}" in found) == (player == seat) for id in RESOURCE_IDS)


@pytest.mark.parametrize("players", [2, 5])
def test_every_piece_is_drawn_once(players: int) -> None:
    rules = ruleset("mil", players)
    texts = Texts(rules, "en")
    t = rules.lookup
    for turn, (s, _) in enumerate(random_game(rules, 7)):
        if turn % 17 and not s.over:
            continue
        ids = [element.get("id") or "" for element in elements(svg(rules, s, 0, texts))]

        def count(head: str, ids: list[str] = ids) -> int:
            return sum(id.startswith(head) for id in ids)

        assert {id for id in ids if id.startswith("knight-")} == {
            f"knight-{k >> 2}-{t.column_ids[k & 3]}" for k, tile in enumerate(s.knight) if tile
        }
        assert count("soldier-") == sum(s.soldiers)
        assert count("castle-") == sum(s.castle)
        assert count("time-") == s.slots.count(WHITE) + sum(s.age)
        assert count("token-") == sum(what >= FAMILY_TOKEN for what in s.slots)
        assert count("woman-") == sum(s.women)
        assert count("privilege-") == sum(s.privileges)
        assert count("vassal-") == sum(lord >= 0 for lord in s.lord)
        assert count("land-") == sum(tile >= 0 for tile in (*s.land, *s.tops))
        assert count("score-") == players
        for id in ("kings-soldiers", "archbishop", "start-player", "round-marker"):
            assert count(id) == 1


def test_lands_that_do_not_move_mostly_keep_their_numbers() -> None:
    rules = ruleset("mil", 4)
    found = [renumbered(lands(s) for s, _ in random_game(rules, seed)) for seed in range(6)]
    arrived, others = map(sum, zip(*found, strict=True))
    assert arrived > 25
    assert others < 0.2 * arrived, (arrived, others)


def test_forms_have_a_counter_for_every_kind_of_cube() -> None:
    rules = ruleset("mil", 4)
    texts = Texts(rules, "en")
    met: set[str] = set()
    for seed in range(6):
        for s, asks in random_game(rules, seed):
            for ask in asks:
                if ask.seat == NATURE or (ask.name in met and ask.name in FORMS):
                    continue
                view = rules.view(s, ask.seat)
                if ask.name not in FORMS:
                    assert form_of("mil", rules, view, texts, ask, ()) is None
                    continue
                met.add(ask.name)
                for draft in ((), (1,), (2,), (9, 9, 9, 9, 9)):
                    found = form_of("mil", rules, view, texts, ask, draft)
                    assert found is not None and found.complete and not found.problem
                    ask.check(view, tuple(found.draft))
                    boxes = list(ElementTree.fromstring(f"<form>{found.markup}</form>"))
                    assert [box.get("data-slot") for box in boxes] == [str(i) for i in range(len(boxes))]
                    assert len(boxes) == len(found.draft)
    assert met == set(FORMS)


@pytest.mark.clause("M-12.10", "M-12.11")
@pytest.mark.parametrize(
    ("language", "reason"),
    [
        (
            "en",
            "bid higher: Even with all your cubes your bid would not be higher than the last one. M-12.11",
        ),
        (
            "de",
            "höher bieten: Auch mit allen deinen Würfeln wäre dein Gebot nicht höher als das letzte. M-12.11",
        ),
    ],
)
def test_who_can_only_pass_is_told_why(language: str, reason: str) -> None:
    table = Table(3).put(MARKET, 1, knight(RED, "A")).finish_actions().skip_to("market")
    table.cubes(RED, 2, 2, 2, 0, 0).cubes(YELLOW, 2, 2, 2, 9, 0).cubes(BLUE, 2, 2, 2, 0, 1)
    table.do(RED, AUCTION, 2, 2, 2, 0)
    shown: list[tuple[list[str], list[str], str]] = []
    for seat in (YELLOW, BLUE):
        view, texts = table.rules.view(table.s, seat), Texts(table.rules, language)
        found = form_of("mil", table.rules, view, texts, table.rules.ask_of(view, seat), ())
        assert found is not None and found.complete and found.draft == [PASS]
        (box,) = ElementTree.fromstring(f"<form>{found.markup}</form>")
        values = [[e.get(key, "") for e in box if key in e.attrib] for key in ("data-put", "data-why")]
        shown.append(
            (values[0], values[1], "".join(p_text for p in box.iter("p") for p_text in p.itertext()))
        )
        table.do(seat, PASS)
    assert shown == [(["0"], ["1"], reason), (["0", "1"], [], "")]


def test_a_tall_board_keeps_no_room_for_knights_who_are_not_there() -> None:
    rules = ruleset("mil", 2)
    texts = Texts(rules, "en")
    heights: dict[int, set[float]] = {}
    for seed in range(3):
        for s, _ in random_game(rules, seed):
            rows = sum(any(s.knight[k : k + 2]) for k in range(0, len(s.knight), 2))
            heights.setdefault(rows, set()).add(draw(rules, s, 0, texts, narrow=True).height)
    assert len(heights) > 1
    assert all(len(found) == 1 for found in heights.values())  # nothing else changes it
    ordered = [found.pop() for _, found in sorted(heights.items())]
    assert ordered == sorted(ordered) and ordered[-1] > ordered[0] + 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rounds_lie_beside_the_actions(language: str) -> None:
    rules = ruleset("mil", 2)
    drawing = draw(rules, rules.start(), SPECTATOR, Texts(rules, language), narrow=True).svg()
    found = {element.get("id"): element for element in elements(drawing)}
    place = re.compile(r"translate\(([\d.]+) ([\d.]+)\)")

    def at(id: str) -> tuple[float, float]:
        match = place.match(found[id].get("transform", ""))
        assert match is not None
        return float(match[1]), float(match[2])

    pill = next(child for child in found["action-pass"] if child.tag.endswith("rect"))
    right = at("action-pass")[0] + float(pill.get("width", ""))
    assert right + 16 < at("round-1")[0]
    assert at("round-1")[1] == at("action-pass")[1] + float(pill.get("height", "")) / 2


def test_the_end_names_the_winner() -> None:
    rules = ruleset("mil", 3)
    texts = Texts(rules, "en", ["Ida", "Jan", "Kim"])
    *_, (s, _) = random_game(rules, 4)
    places = rules.outcome(s).places
    drawing = svg(rules, rules.view(s, SPECTATOR), SPECTATOR, texts)
    line = f"The game is over. {texts.seats[places.index(1)]} wins with {max(map(s.score, range(3)))} PP."
    assert line in drawing
    assert line in plain(rules, s, 0, texts)
    crowned = {element.get("id") for element in elements(drawing)} & {f"crown-{seat}" for seat in range(3)}
    assert crowned == {f"crown-{places.index(1)}"}


@pytest.mark.clause("M-19.1", "M-19.4")
@pytest.mark.parametrize("language", LANGUAGES)
def test_secrets_are_the_own_cubes_and_the_own_sealed_offer(language: str) -> None:
    rules = ruleset("mil", 3)
    texts = Texts(rules, language)
    rng = Random(6)
    sealed: set[str] = set()
    for seed in range(4):
        for turn, (s, _) in enumerate(random_game(rules, seed)):
            answered = [ask for ask in rules.asks(s) if ask.answered]
            if turn % 7 and not answered:
                continue
            for seat in range(3):
                view = rules.view(s, seat)
                found = secrets(rules, view, seat, texts)
                other = rules.view(rules.resample(view, seat, rng), seat)
                assert secrets(rules, other, seat, texts) == found
                names = [name for name, _ in found]
                held = [texts.name("cubes", 5 * n + i) for i, n in enumerate(s.hand(seat)) if n]
                assert names[: len(held)] == held
                mine = [ask for ask in answered if ask.seat == seat]
                assert len(names) == len(held) + len(mine)
                if mine:
                    sealed.add(mine[0].name)
                    move = s.answers[seat]
                    assert move is not None
                    numbers = [int(n) for n in re.findall(r"\d+", names[-1])]
                    assert numbers == [n for n in move if n]
                    assert mine[0].rule in found[-1][1]
    assert sealed >= {"donate", "dowry"}
