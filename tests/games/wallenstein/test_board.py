"""The drawing of a view: well-formed, with unique ids, the same for the same view, and it betrays nothing."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.games.wallenstein.board import svg
from pfalz.games.wallenstein.drawing.form import form
from pfalz.games.wallenstein.drawing.geography import geography
from pfalz.games.wallenstein.drawing.secrets import secrets
from pfalz.games.wallenstein.lookup import BUILDING_IDS
from pfalz.games.wallenstein.state import SCHEMA
from tests.games.kit.boards import Drawn, elements, ids_of
from tests.games.kit.settings import Setting, setting
from tests.games.playing import random_game
from tests.games.wallenstein.table import BLUE, Table

MODULES = ("court", "landsknechte", "leaders")


class TestBoard(Drawn):
    game = "wallenstein"
    settings = (
        setting(3),
        setting(3, *MODULES, start="lineup"),
        setting(4, "leaders", start="lineup"),
        setting(5, *MODULES),
    )
    every = 23
    chosen_beside = {"yesno", "bonus", "card"}
    must_meet = {"destination", "place"}
    one_layout = re.compile("majorit")  # no room on the wide board for those of five players with all modules
    smallest = 0  # the map is as large as the screen, and can be enlarged
    changes = 5500

    @pytest.mark.clause("W-2.3", "W-1.12")
    def test_drawings_betray_nothing(self, setting: Setting) -> None:
        super().test_drawings_betray_nothing(setting)

    def conceals(self, s: Any, view: Any, seat: int, texts: Texts, drawing: str, text: str) -> None:
        if HIDDEN not in view.mat:
            return
        at = view.mat.index(HIDDEN)
        owner, box = divmod(at, s.boxes())
        mine = next(e for e in elements(drawing) if e.get("id") == f"box-{owner}-{box}")
        inside = ElementTree.tostring(mine, encoding="unicode")
        assert f": {texts.name('card', s.mat[at])}." not in inside
        assert texts.name("county", s.mat[at] % 45, "short") not in inside


@pytest.mark.parametrize("players", [3, 5])
def test_everything_on_the_map_is_drawn_once(players: int) -> None:
    rules = ruleset("wallenstein", players, MODULES, {"start": "lineup"})
    texts = Texts(rules, "en")
    for turn, (s, _) in enumerate(random_game(rules, 7)):
        if turn % 41 and not s.over:
            continue
        found = set(ids_of(svg(rules, s, 0, texts)))
        counties = s.t.county_ids
        assert {f"county-{id}" for id in counties} <= found
        assert {id for id in found if id.startswith("army-")} == {
            f"army-{counties[c]}" for c in range(45) if s.armies[c] and s.owner[c] >= 0
        }
        assert {id for id in found if id.startswith("building-")} == {
            f"building-{counties[c]}-{kind}"
            for c in range(45)
            for b, kind in enumerate(BUILDING_IDS)
            if s.has(c, b)
        }
        assert sum(id.startswith("revolt-") for id in found) == sum(s.markers)
        assert {f"leader-{seat}" for seat in range(players)} <= found
        standing = sum(0 <= place < 45 for place in s.slices["leaders"].monument)
        assert sum(bool(re.match(r"monument-\d", id)) for id in found) == standing


def test_the_planning_mat_has_every_box_and_every_card() -> None:
    rules = ruleset("wallenstein", 4, ("court",), {"start": "lineup"})
    texts = Texts(rules, "de")
    for s, asks in random_game(rules, 2):
        if not asks or asks[0].name != "plan":
            continue
        ask = asks[0]
        view = rules.view(s, ask.seat)
        card = s.own(ask.seat)[0]
        markup = form(rules, view, ask.seat, texts, ask, (HIDDEN, card))
        assert markup is not None
        found = list(ElementTree.fromstring(markup).iter())
        assert {int(e.get("data-slot", "")) for e in found if e.get("data-slot")} == set(range(s.boxes()))
        put = {int(e.get("data-put", "")) for e in found if e.get("data-put")}
        assert put - {-1} == {*s.own(ask.seat), *range(45, 53)}
        ruled = [e.get("title", "") for e in found if e.get("data-slot") or e.get("data-put")]
        assert [told for told in ruled if "(W-" not in told and "Steuern" not in told] == []
        held = [e for e in found if e.get("data-holds")]
        assert [(e.get("data-slot"), e.get("data-holds")) for e in held] == [("1", str(card))]
        assert form(rules, view, ask.seat, texts, rules.asks(s)[0], ()) is not None
        break


def test_the_map_has_room_for_everything() -> None:
    geo = geography()
    assert len(geo.places) == 45
    for id, place in geo.places.items():
        spots = [place.anchor, *place.sites, place.marker, place.values, place.niche, place.nook]
        for i, (x, y) in enumerate(spots):
            assert 0 < x < geo.width and 0 < y < geo.height, id
            for other in spots[i + 1 :]:
                assert abs(x - other[0]) + abs(y - other[1]) > 13, (id, (x, y), other)


@pytest.mark.clause("W-2.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_secrets_are_the_own_cards_face_down_and_in_hand(language: str) -> None:
    assert list(SCHEMA.secret) == ["mat"]
    rules = ruleset("wallenstein", 3, MODULES, {"start": "lineup"})
    assert not any(module.schema.secret for module in rules.modules if module.schema)
    texts = Texts(rules, language)
    looked = 0
    for s, asks in random_game(rules, 4):
        if not asks or asks[0].seat == NATURE:
            continue
        assert secrets(rules, rules.view(s, SPECTATOR), SPECTATOR, texts) == []
        for seat in range(3):
            view = rules.view(s, seat)
            boxes = s.boxes()
            planned = s.answers[seat] if asks[0].name == "plan" else None
            cards = planned or s.mat[seat * boxes : (seat + 1) * boxes]
            down = [box for box in range(boxes) if cards[box] >= 0 and not s.shown[seat] >> box & 1]
            found = secrets(rules, view, seat, texts)
            names = {f"{texts.name('box', box)}: {texts.name('card', cards[box])}" for box in down}
            assert {name for name, _ in found} - {texts.text("name.hand")} == names
            hand = dict(found).get(texts.text("name.hand"), "")
            assert not any(texts.name("card", cards[box]) in hand.split(", ") for box in down)
            looked += len(down)
    assert looked > 50


def test_a_plan_is_pinned_as_soon_as_it_is_sent() -> None:
    rules = ruleset("wallenstein", 3, (), {"start": "lineup"})
    texts = Texts(rules, "en")
    s, asks = next((s, asks) for s, asks in random_game(rules, 2) if asks and asks[0].name == "plan")
    plan = asks[0].random_answer(s, Random(1))
    assert secrets(rules, rules.view(s, 0), 0, texts) == []
    rules.apply(s, 0, plan)
    found = secrets(rules, rules.view(s, 0), 0, texts)
    assert found[0] == (f"auction: {texts.name('card', plan[0])}", texts.text("board.secret_bid"))
    assert len(found) == sum(card >= 0 for card in plan) + 1
    assert secrets(rules, rules.view(s, 1), 1, texts) == []


@pytest.mark.clause("W-1.2")
@pytest.mark.parametrize(("id", "sites"), [("anhalt", 3), ("konstanz", 1)])
def test_the_map_has_the_sites_of_the_edition(id: str, sites: int) -> None:
    table = Table(4, edition=Edition("wallenstein", "", {f"counties.county.{id}.sites": sites}))
    before = svg(table.rules, table.s, SPECTATOR, Texts(table.rules, "en"))
    more = sites - len(geography().places[id].sites)
    assert before.count('class="site"') == 88 + more and more != 0
    table.land(BLUE, **{id: 2}).build(id, *BUILDING_IDS[:sites])
    full = svg(table.rules, table.s, SPECTATOR, Texts(table.rules, "en"))
    assert len([name for name in ids_of(full) if name.startswith(f"building-{id}-")]) == sites
