"""The drawing of a view: well-formed, with unique ids, the same for the same view, and it betrays nothing."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from xml.etree import ElementTree

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.sheet import only_named_columns
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.games.wallenstein.board import draw, svg
from pfalz.games.wallenstein.drawing.form import form
from pfalz.games.wallenstein.drawing.geography import geography
from pfalz.games.wallenstein.drawing.pieces import breadth, fitted
from pfalz.games.wallenstein.drawing.plain import plain
from pfalz.games.wallenstein.drawing.secrets import secrets
from pfalz.games.wallenstein.modules.court.tables import DECLINE
from pfalz.games.wallenstein.state import SCHEMA, STAY, Wallenstein
from pfalz.games.wallenstein.tables import BUILDING_IDS
from tests.games.contrast import weak_texts
from tests.games.playing import random_game
from tests.games.wallenstein.table import BLUE, Table

MODULES = ("court", "landsknechte", "leaders")
BESIDE = {"destination": {STAY}, "favor_or_none": {DECLINE}}
"""Answers that no place on the board stands for."""
COUNTED = re.compile("majorit")
"""The wide board has no room for the majorities of five players with all modules."""


def elements(drawing: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(drawing).iter())


def choices(drawing: str) -> Counter[tuple[str, str]]:
    """What can be chosen on a drawing."""
    found = elements(drawing)
    return Counter((e.get("data-kind", ""), e.get("data-value", "")) for e in found if e.get("data-kind"))


def ids(drawing: str) -> Counter[str]:
    return Counter(element.get("id") or "" for element in elements(drawing) if element.get("id"))


@pytest.mark.parametrize(("players", "modules"), [(3, ()), (3, MODULES), (4, ("leaders",)), (5, MODULES)])
def test_every_position_can_be_drawn(players: int, modules: tuple[str, ...]) -> None:
    rules = ruleset("wallenstein", players, modules)
    texts = [Texts(rules, language) for language in LANGUAGES]
    for turn, (s, _) in enumerate(random_game(rules, players)):
        if turn > 5 and turn % 23 and not s.over:
            continue
        seat = (SPECTATOR, *range(players))[turn % (players + 1)]
        view = rules.view(s, seat)
        words = texts[turn % 2]
        drawing = svg(rules, view, seat, words)
        found = ids(drawing)
        assert max(found.values()) == 1, found.most_common(3)
        assert svg(rules, rules.copy(view), seat, words) == drawing
        tall = draw(rules, view, seat, words, narrow=True)
        assert tall.height > 1.5 * tall.width
        same = ids(tall.svg())
        assert max(same.values()) == 1, same.most_common(3)
        assert {id for id in same.keys() ^ found.keys() if not COUNTED.match(id)} == set()
        assert choices(tall.svg()) == choices(drawing)
        text = plain(rules, view, seat, words)
        assert max(len(line) for line in text.splitlines()) <= 100
        for part in (drawing, text):
            assert not re.search(r"\{\w*[:}]", re.sub(r"<style>.*?</style>", "", part)), (
                "unfilled placeholder"
            )


@pytest.mark.parametrize("players", [3, 5])
def test_everything_on_the_map_is_drawn_once(players: int) -> None:
    rules = ruleset("wallenstein", players, MODULES, {"start": "lineup"})
    texts = Texts(rules, "en")
    for turn, (s, _) in enumerate(random_game(rules, 7)):
        if turn % 41 and not s.over:
            continue
        found = set(ids(svg(rules, s, 0, texts)))
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


@pytest.mark.clause("W-2.3", "W-1.12")
@pytest.mark.parametrize("players", [3, 5])
def test_drawings_do_not_betray_planned_cards(players: int) -> None:
    rules = ruleset("wallenstein", players, ("court",))
    texts = Texts(rules, "en")
    rng = Random(5)
    looked = 0
    for turn, (s, _) in enumerate(random_game(rules, 11)):
        if turn % (19 * players) != 5 or s.over:
            continue
        for seat in (SPECTATOR, *range(players)):
            view: Wallenstein = rules.view(s, seat)
            other = rules.view(rules.resample(view, seat, rng), seat)
            drawing = svg(rules, view, seat, texts)
            assert drawing == svg(rules, other, seat, texts)
            text = plain(rules, view, seat, texts)
            assert text == plain(rules, other, seat, texts)
            boxes = s.boxes()
            for at, card in enumerate(view.mat):
                if card == HIDDEN:
                    looked += 1
                    owner, box = divmod(at, boxes)
                    mine = next(e for e in elements(drawing) if e.get("id") == f"box-{owner}-{box}")
                    inside = ElementTree.tostring(mine, encoding="unicode")
                    name = texts.name("card", s.mat[at])
                    assert f": {name}." not in inside
                    assert texts.name("county", s.mat[at] % 45, "short") not in inside
                    break
    assert looked > 5


@pytest.mark.parametrize(("players", "start"), [(3, "draft"), (4, "lineup"), (5, "draft")])
def test_what_can_be_chosen_is_on_the_board(players: int, start: str) -> None:
    rules = ruleset("wallenstein", players, MODULES, {"start": start})
    texts = Texts(rules, "de")
    met: Counter[str] = Counter()
    for seed in range(2):
        for s, asks in random_game(rules, seed):
            if not asks or asks[0].seat == NATURE:
                continue
            ask = asks[0]
            prefix, options = rules.first_offer(s, ask)
            kind = ask.slot(s, prefix).kind
            met[ask.name] += 1
            if kind in ("yesno", "bonus", "card") or (kind == "number" and ask.name != "place_group"):
                continue
            if met[ask.name] > 3:
                continue
            drawing = svg(rules, rules.view(s, ask.seat), ask.seat, texts)
            shown = {
                int(element.get("data-value", ""))
                for element in elements(drawing)
                if element.get("data-kind") == rules.kinds[kind].base
            }
            assert set(options or ()) <= shown | BESIDE.get(kind, set()), (ask.name, options, shown)
    assert {"march", "choose_place", "take_favor", "move_leader"} <= set(met)


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


def test_a_player_may_be_called_anything() -> None:
    rules = ruleset("wallenstein", 3)
    texts = Texts(
        rules, "en", ["<b>&\"'", "A name so long that it would never fit on any panel of the board", "C"]
    )
    s = rules.start()
    drawing = svg(rules, rules.view(s, 1), 1, texts)
    assert "<b>" not in drawing
    elements(drawing)
    assert plain(rules, s, 0, texts)


def test_names_are_cut_to_the_room_there_is() -> None:
    assert fitted("Anna", 154, 16) == "Anna"
    for name in ("Maximilian der Große", "W" * 40, "i" * 90):
        cut = fitted(name, 154, 16)
        assert cut.endswith("…")
        assert name.startswith(cut[:-1])
        assert breadth(cut, 16) <= 154


@pytest.mark.parametrize(("players", "modules", "language"), [(3, (), "en"), (5, MODULES, "de")])
def test_all_texts_can_be_read_in_both_palettes(
    players: int, modules: tuple[str, ...], language: str
) -> None:
    rules = ruleset("wallenstein", players, modules)
    texts = Texts(rules, language)
    asked: set[str] = set()
    for s, asks in random_game(rules, players):
        name = asks[0].name if asks else "over"
        if name in asked or (asks and asks[0].seat == NATURE):
            continue
        asked.add(name)
        seat = asks[0].seat if asks else SPECTATOR
        view = rules.view(s, seat)
        assert weak_texts(svg(rules, view, seat, texts)) == [], name
        assert weak_texts(draw(rules, view, seat, texts, narrow=True).svg()) == [], name
    assert {"take_county", "plan", "choose_place", "march", "over"} <= asked


@pytest.mark.parametrize("modules", [(), MODULES])
def test_an_answer_changes_little_of_the_drawing(modules: tuple[str, ...]) -> None:
    rules = ruleset("wallenstein", 4, modules)
    texts = Texts(rules, "en")
    before: dict[int, set[str]] = {}
    changed = drawings = 0
    for s, asks in random_game(rules, 1):
        if asks and asks[0].seat == NATURE:
            continue
        for seat in (SPECTATOR, *range(4)):
            drawing = draw(rules, rules.view(s, seat), seat, texts, narrow=seat % 2 == 0)
            chunks = set(drawing.chunks())
            if seat in before:
                drawings += 1
                changed += sum(len(chunk) for chunk in chunks - before[seat])
            before[seat] = chunks
    assert changed / drawings < 5500, "characters on the average, of about 120,000"


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
    plan = asks[0].random_move(s, Random(1))
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
    assert len([name for name in ids(full) if name.startswith(f"building-{id}-")]) == sites


@pytest.mark.parametrize(
    ("players", "modules", "start"), [(3, (), "draft"), (4, MODULES, "lineup"), (5, MODULES, "draft")]
)
def test_no_part_reads_what_it_has_not_named(players: int, modules: tuple[str, ...], start: str) -> None:
    rules = ruleset("wallenstein", players, modules, {"start": start})
    texts = Texts(rules, "en")
    with only_named_columns():
        for turn, (s, _) in enumerate(random_game(rules, players)):
            if turn > 30 and turn % 7 and not s.over:
                continue
            for seat in (SPECTATOR, *range(players)):
                view = rules.view(s, seat)
                for narrow in (False, True):
                    assert draw(rules, view, seat, texts, narrow).chunks()
                plain(rules, view, seat, texts)
                secrets(rules, view, seat, texts)
