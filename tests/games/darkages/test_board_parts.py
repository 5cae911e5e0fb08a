"""The parts of the board beside the map: what is marked, what can be clicked, what keeps its id."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.lettering import BOLD
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.games.darkages.board import draw, svg
from pfalz.games.darkages.drawing.geography import geography
from pfalz.games.darkages.drawing.nobles import discs_of
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.turn import TITLE_STEP
from pfalz.games.darkages.words import DEFENDER
from tests.games.darkages.battlefield import CAVALRY_T, INFANTRY_T, TEMPORARY, WHITE, YELLOW, Battlefield
from tests.games.kit.boards import choices, elements, ids_of, renumbered, shown
from tests.games.playing import random_game


def drawn(field: Battlefield, seat: int) -> str:
    """The board as a seat sees it, in English."""
    return svg(field.rules, field.rules.view(field.s, seat), seat, Texts(field.rules, "en"))


def found(drawing: str, id: str) -> ElementTree.Element:
    """The element with an id."""
    return next(element for element in elements(drawing) if element.get("id") == id)


def told(drawing: str, id: str) -> str:
    """The tooltip of an element."""
    return next(child.text or "" for child in found(drawing, id) if child.tag.endswith("title"))


def lombardy() -> Battlefield:
    """An archer of Yellow in a city with a tower of two floors; White attacks."""
    field = Battlefield().hold(YELLOW, "lombardy", archers=1, floors=2)
    return field.attack(WHITE, "swabia", "lombardy", infantry=2, cavalry=1)


# -- the map ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("narrow", [False, True])
def test_a_name_in_two_lines_does_not_run_into_the_neighbours(language: str, narrow: bool) -> None:
    """Its upper line is hardly wider than the place of the area: beside it stand markers of others."""
    field = Battlefield()
    texts = Texts(field.rules, language)
    drawing = draw(field.rules, field.rules.view(field.s, YELLOW), YELLOW, texts, narrow).svg()
    geo, labels = geography("pfalz.games.darkages"), [e for e in elements(drawing) if e.text]
    long = [area for area in range(field.t.areas) if " " in texts.name("area", area)]
    assert long
    for area in long:
        name, box = texts.name("area", area), geo.places[field.t.area_ids[area]].box
        (line,) = [e for e in labels if e.get("class") == "mid bold halo" and name.startswith(f"{e.text} ")]
        assert BOLD.breadth(line.text or "", float(line.get("font-size") or 0)) <= box.width + 21
        assert float(line.get("x") or 0) == pytest.approx(box.centre[0], abs=0.1)


# -- battles ----------------------------------------------------------------------------------------------


def test_dice_say_whether_they_hit() -> None:
    field = lombardy().roll(3, 4).roll(4)
    field.do("hits", WHITE, 6)
    field.roll(3, 4, 2, 4)  # the archer of the city needs a 6: two floors raise the 4
    drawing = drawn(field, YELLOW)
    assert "a hit as it lies" in told(drawing, "die-charge-attacker-0")
    assert "no hit as it lies" in told(drawing, "die-melee-attacker-0")
    assert "a hit with a bonus" in told(drawing, "die-melee-defender-0")


@pytest.mark.parametrize("seat", [YELLOW, WHITE, SPECTATOR])
def test_only_the_units_in_question_can_be_clicked(seat: int) -> None:
    field = lombardy().roll(3, 4).roll(4)
    assert field.asked() == "hits"
    drawing = drawn(field, seat)
    assert shown(drawing, "target") == set(field.options()) == {6, 6 + TEMPORARY}
    assert {INFANTRY_T, CAVALRY_T} & shown(drawing, "target") == set()


def test_a_damaged_unit_can_be_chosen_before_it_is_damaged() -> None:
    """Each point is a choice of its own: the second may go where the first has gone (D-26.8)."""
    field = Battlefield().technology(YELLOW, "shield_bearers").hold(YELLOW, "lombardy", infantry=2)
    field.attack(WHITE, "swabia", "lombardy", archers=2).roll(5, 6)
    assert INFANTRY_T + 1 in field.options(INFANTRY_T)
    assert {INFANTRY_T, INFANTRY_T + 1} <= shown(drawn(field, WHITE), "target")


def test_a_battle_is_to_be_seen_until_the_next_one() -> None:
    field = Battlefield()
    assert "battle" not in ids_of(drawn(field, YELLOW))
    field.hold(YELLOW, "lombardy", infantry=1).attack(WHITE, "swabia", "lombardy", infantry=1)
    assert "battle-result" not in ids_of(drawn(field, YELLOW))
    field.roll(1, 1)
    assert field.over() and field.s.victor == DEFENDER
    ids = ids_of(drawn(field, YELLOW))
    assert {"battle", "battle-result", "die-melee-attacker-0", "die-melee-defender-0"} <= ids.keys()


# -- cards, titles, nobles --------------------------------------------------------------------------------


def test_places_of_the_offer_can_be_clicked_while_they_are_asked_for() -> None:
    rules, met = ruleset("darkages", 3), set()
    texts = Texts(rules, "en")
    for turn, (s, asks) in enumerate(random_game(rules, 5)):
        if not asks or asks[0].seat < 0 or (asks[0].name != "develop" and turn % 20):
            continue
        ask = asks[0]
        places = shown(svg(rules, rules.view(s, ask.seat), ask.seat, texts), "place")
        met.add(ask.name)
        if ask.name == "develop":
            assert places == set(range(len(s.offered))) >= set(ask.options(s, ()) or ())
        elif ask.name not in ("react", "react_again"):
            assert places == set()
    assert {"develop", "turn"} <= met


def test_a_title_is_used_on_the_board_of_its_holder_alone() -> None:
    field = Battlefield()
    field.s.title[1] = WHITE
    for seat, times in ((WHITE, 1), (YELLOW, 0)):
        drawing = drawn(field, seat)
        assert "held-" + field.t.title_ids[1] in ids_of(drawing)
        assert choices(drawing)["step", str(TITLE_STEP + 1)] == times
        assert choices(drawing)["title", "1"] == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("narrow", [False, True])
def test_however_long_the_name_of_its_holder_a_used_title_says_so(lang: str, narrow: bool) -> None:
    field = Battlefield()
    field.s.title[1], field.s.sideways[1] = WHITE, 1
    names = [f"Theophanu of Byzantium {seat}" for seat in range(field.t.players)]
    texts = Texts(field.rules, lang, names)
    drawing = draw(field.rules, field.rules.view(field.s, WHITE), WHITE, texts, narrow).svg()
    card = found(drawing, "title-" + field.t.title_ids[1])
    words = [element.text or "" for element in card.iter() if element.tag.endswith("text")]
    assert any(line.startswith("Theo") and line.endswith(texts.say("board.used")) for line in words), words


def test_effects_can_be_chosen_on_the_own_board_alone() -> None:
    field = Battlefield().achievement(WHITE, "merchants_guild", 1)
    power = field.t.powers[field.t.card_powers[field.t.card_ids.index("merchants_guild")][0]]
    effect = next(effect.index for effect in power.effects if effect.leaves_choice())
    assert effect in shown(drawn(field, WHITE), "effect")
    assert effect not in shown(drawn(field, YELLOW), "effect")


@pytest.mark.clause("D-3.20")
def test_noble_discs_keep_their_ids() -> None:
    rules = ruleset("darkages", 4)

    def places(s: DarkAges) -> tuple[dict[int, tuple[int, ...]], ...]:
        return tuple([discs_of(s, seat) for seat in range(4)])

    numbers = []
    for s, asks in random_game(rules, 2):
        now = places(s)
        for there in now:
            assert sum([len(group) for group in there.values()]) <= s.t.discs
        if asks and asks[0].name == "turn":
            assert [sorted(n for group in there.values() for n in group) for there in now] == [
                [0, 1, 2, 3]
            ] * 4
            numbers.append(now)
    arrived, others = renumbered(numbers)
    assert arrived > 100 and others < arrived / 4
