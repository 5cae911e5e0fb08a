"""The drawing of a view: well-formed, with unique ids, the same for the same view, and it betrays nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.identity import Numbers
from pfalz.core.state import HIDDEN
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import secrets, svg
from pfalz.games.darkages.drawing import identity
from pfalz.games.darkages.drawing.geography import geography
from pfalz.games.darkages.state import FREE, NONE
from pfalz.games.darkages.turn import ACTION_STEP, STEP_IDS
from pfalz.games.darkages.words import ACTION_IDS, UNIT_IDS, UNITS
from tests.games.kit.boards import Drawn, ids_of, renumbered, shown
from tests.games.kit.settings import Setting, setting
from tests.games.playing import random_game

FREE_STEPS = {step for step in range(len(STEP_IDS)) if not 0 <= step - ACTION_STEP < len(ACTION_IDS)}


class TestBoard(Drawn):
    game = "darkages"
    settings = (setting(2), setting(3, open_hands=True), setting(4))
    every = 31
    chosen_beside = {"yesno", "research", "research_or_nothing", "exchange", "trade", "entry", "card_place"}
    beside = {"step": FREE_STEPS}
    must_meet = {"area", "card", "place", "step", "target"}
    smallest = 0  # the map is as large as the screen, and can be enlarged
    changes = 5000

    @pytest.mark.clause("D-20.2", "D-20.3")
    def test_drawings_betray_nothing(self, setting: Setting) -> None:
        super().test_drawings_betray_nothing(setting)

    def conceals(self, s: Any, view: Any, seat: int, texts: Texts, drawing: str, text: str) -> None:
        for owner, hand in enumerate(view.hand):
            if HIDDEN in hand:
                for card in s.hand[owner]:
                    assert f'id="card-{s.t.card_ids[card]}"' not in drawing


@pytest.mark.parametrize("players", [2, 4])
def test_everything_on_the_map_is_drawn_once(players: int) -> None:
    rules = ruleset("darkages", players)
    texts = Texts(rules, "en")
    for turn, (s, _) in enumerate(random_game(rules, 7)):
        if turn % 37 and not s.over:
            continue
        drawing = svg(rules, s, 0, texts)
        found = set(ids_of(drawing))
        ids = s.t.area_ids
        assert {f"area-{id}" for id in geography().places} <= found
        assert shown(drawing, "area") == set(s.t.every_area)  # blocked areas cannot be chosen (D-2.2)
        for unit, name in enumerate(UNIT_IDS):
            figures = [id for id in found if re.fullmatch(rf"{name}-\d-\d+", id)]
            assert len(figures) == sum(s.units[unit::UNITS])
        there = {
            UNITS * area + unit for area in s.t.every_area for unit in range(UNITS) if s.units_in(area)[unit]
        }
        assert shown(drawing, "army_unit") == there
        assert {id for id in found if id.startswith("city-")} == {
            f"city-{ids[a]}" for a, n in enumerate(s.city) if n
        }
        assert sum(id.startswith("church-") for id in found) == sum(s.churches)
        assert sum(id.startswith("production-") for id in found) == sum(s.production)
        assert sum(id.startswith("tower-") for id in found) == sum(n > 0 for n in s.floors)
        assert sum(id.startswith("marker-") for id in found) == sum(look != NONE for look in s.look)
        assert {id for id in found if id.startswith("reign-")} == {
            f"reign-{ids[area]}" for area, owner in enumerate(s.owner) if owner != FREE
        }
        manors = [id for id in found if re.fullmatch(r"manor-0-\d+", id)]
        assert len(manors) == s.manors_of(0) + s.row[0]  # the own row is drawn in full


def test_a_figure_keeps_its_number_when_others_move() -> None:
    rules = ruleset("darkages", 4)
    t = rules.lookup

    def on_the_map(s: Any) -> tuple[Numbers, ...]:
        """What is drawn: neither the supply nor the army on the march."""
        found = [identity.manors(s, side) for side in range(4)]
        found += [identity.units(s, side, unit) for side in range(4) for unit in range(UNITS)]
        return tuple([{area: ids for area, ids in one.items() if area < t.areas} for one in found])

    numbers = [on_the_map(s) for seed in (2, 3) for s, _ in random_game(rules, seed)]
    arrived, others = renumbered(numbers)
    assert arrived > 50
    assert others < 0.25 * arrived, (arrived, others)


@pytest.mark.clause("D-20.4")
def test_the_lower_side_of_a_marker_is_shown_to_those_who_have_seen_it() -> None:
    rules = ruleset("darkages", 3)
    texts = Texts(rules, "en")
    s = next(s for s, asks in random_game(rules, 1) if asks and asks[0].name == "turn")
    area = next(area for area in s.t.every_area if s.marker[area] != NONE)
    id, name = s.t.area_ids[area], texts.name("area", area)
    s.known[area] = 0b001
    for seat, sees in ((0, True), (1, False)):
        view = rules.view(s, seat)
        assert (f"back-{id}" in ids_of(svg(rules, view, seat, texts))) == sees
        assert (name in dict(secrets(rules, view, seat, texts))) == sees
