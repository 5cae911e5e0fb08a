"""The Rise of Poland (DM15): the deck, steps, flipping, levies (MA5, MB34, MB36, MB38, MB47, MB49)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.state import NATURE
from pfalz.core.texts import Texts
from pfalz.games.darkages.modules.poland.helping import IMPOSE, PAY, REMOVE, WAIVE, chrobry_in
from pfalz.games.darkages.modules.poland.rules import score_cards
from pfalz.games.darkages.modules.poland.state import FLIPPED, REMOVED
from pfalz.games.darkages.offer import DrawCard
from pfalz.games.darkages.possible import supply_limit
from pfalz.games.darkages.state import BY_DECK
from pfalz.games.darkages.turn import TITLE_STEP
from pfalz.games.darkages.words import ACTION_IDS, CAVALRY, INFANTRY, MARCH
from tests.games.darkages.modules.rising import CARDS, CHURCH, NO_CARD, SANTOK, VELETI, Rising
from tests.games.darkages.table import BUILDS, VIOLET, WHITE, WORDS, YELLOW
from tests.games.playing import random_game

A, B, C = YELLOW, WHITE, VIOLET


# -- the princes in the deck (DM15-1, DM15-2) -----------------------------------------------------------


@pytest.mark.clause("DM15-1.1", "DM15-1.2", "DM0-2.9", "DM0-2.12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup(players: int) -> None:
    table = Rising(players, come=False)
    part = table.poland
    assert part.t.mieszko in table.s.deck and part.t.chrobry not in table.s.deck
    assert part.places == 6 and not part.open and part.gone == 0 and len(part.t.events) == 6
    assert part.steps == [0] * (CARDS * players) and part.manors == [0] * (CARDS * players)
    assert part.t.cards == ["veleti", "santok_building", "polish_church"]


@pytest.mark.clause("DM0-2.9", "DM0-2.14", "DM15-1.1", "DM15-2.1", "DMX-5.1")
def test_mb47_mieszko_in_the_deck() -> None:
    table = Rising(4, come=False)
    part, draw, rng = table.poland, DrawCard(), Random(1)
    assert len(table.s.deck) == 79  # 78 cards and Mieszko
    drawn = Counter(draw.sample(table.s, (), rng)[0] == part.t.mieszko for _ in range(6000))
    assert drawn[True] / 6000 == pytest.approx(1 / 6, abs=0.02)
    for _ in range(2):  # he is not among the first two cards
        table.s.discard.append(table.s.offered.pop())
        table.s.call("refill")
        table.rules.run(table.s)
        table.nature(next(card for card in table.options() if card != part.t.mieszko))
    assert part.places == 4
    drawn = Counter(draw.sample(table.s, (), rng)[0] == part.t.mieszko for _ in range(6000))
    assert drawn[True] / 6000 == pytest.approx(1 / 4, abs=0.02)
    part.places = 1
    assert draw.options(table.s, NATURE, (), ()) == [part.t.mieszko]


@pytest.mark.clause("DM15-2.1", "DMR-37", "DMX-5.1")
def test_mieszko_opens_the_cards_and_another_card_comes() -> None:
    table = Rising(2, come=False).goods(A, wood=3)
    part = table.poland
    part.places = 1
    table.choose(A, "build")
    assert table.asked() == "build"  # no step before he has come
    table.turn(A).offer(*[table.t.card_ids[card] for card in table.s.offered]).s.trace = []
    table.do(A, WORDS["develop_culture"], ask="turn")
    if table.asked() == "develop":
        table.do(A, 0)
    assert table.events("card_revealed") == [(part.t.mieszko,)] and table.events("poland_opened")
    assert part.open and not part.places and part.t.mieszko not in table.s.deck
    assert len(table.s.offered) == table.t.offer_places and part.t.mieszko not in table.s.offered


@pytest.mark.clause("DM0-2.14", "DM15-5.3", "DM0-1.9")
def test_a_small_deck_gives_fewer_places() -> None:
    table = Rising().deck(3)
    chrobry_in(table.s)
    assert table.poland.places == 4 and len(table.s.deck) == 4
    empty = Rising().deck(0)
    chrobry_in(empty.s)
    assert empty.poland.places == 1 and empty.s.deck == [empty.poland.t.chrobry]
    assert empty.s.ended_by >> BY_DECK & 1  # the end that was met stays met


# -- steps (DM15-3) -------------------------------------------------------------------------------------


@pytest.mark.clause("DM15-3.1", "DM15-3.2", "DM15-3.5", "DM15-3.6", "DM0-3.4", "DM0-8.19")
@pytest.mark.parametrize(("unit", "vp"), [(CAVALRY, 2), (INFANTRY, 1)])
def test_ma5_helping_poland_against_the_veleti(unit: int, vp: int) -> None:
    table = Rising().hold(A, "verona", infantry=1, cavalry=1).choose(A, "march")
    table.helps(A, VELETI)
    table.do(A, table.unit_in("verona", unit), ask="lose")
    assert table.asked() == "march"  # which may be left out now
    table.do(A, table.options()[-1])
    assert table.s.score(A) == vp and table.far(A) == [1, 0, 0]
    assert table.poland.t.actions[VELETI][1] == ACTION_IDS.index("recruit")
    assert table.poland.done == 0  # another execution may see another step


@pytest.mark.clause("DM15-3.2")
def test_a_step_tells_what_it_takes() -> None:
    table = Rising().hold(A, "verona", city=True, churches=1).goods(A, wood=1, stone=2)
    table.steps(A, santok=1, church=3).choose(A, "build")
    texts, view = Texts(table.rules, "en"), table.rules.view(table.s, A)
    told = [texts.notes(table.rules.asks(view)[0].worth(view, (), card)) for card in table.options()]
    assert told == [
        "step 2 of 4, pay 1 wood and 1 stone, brings 3 VP, brings 1 culture point",
        "step 4 of 4, pay 1 stone, flips the card",
        "",
    ]


@pytest.mark.clause("DM15-3.2", "DM15-3.6", "DMX-3.1")
def test_a_step_after_the_movement() -> None:
    table = Rising().hold(A, "verona", infantry=2).choose(A, "march")
    table.do(A, NO_CARD, ask="poland")
    table.do(A, *table.ask_of().filled(table.s, lambda _, options: options[0]), ask="march")
    assert table.asked() == "poland"
    table.helps(A, VELETI)
    assert table.asked() in ("lose", "after", "turn")
    table.loses(A)
    assert table.far(A)[VELETI] == 1


@pytest.mark.clause("DM15-3.6")
def test_the_supply_check_comes_first() -> None:
    table = Rising().manors_off(A, 1).hold(A, "verona", infantry=3, cavalry=2).goods(A)
    limit = supply_limit(table.s, A)
    assert limit < 5
    table.choose(A, "march")
    assert table.asked() == "supply"
    table.do(A, *[table.unit_in("verona", INFANTRY)] * (5 - limit))
    assert table.asked() == "poland" and sum(table.s.units_in(table.area("verona"))) == limit


@pytest.mark.clause("DM15-3.4", "DM15-3.7", "DM0-3.5")
def test_a_step_instead_of_an_action_that_is_impossible() -> None:
    table = Rising().goods(A, gold=1).hand(A).steps(A, church=1).hold(A, "verona", infantry=1)
    table.turn(A)
    assert WORDS["research"] in table.options()  # nothing can be researched
    table.do(A, WORDS["research"])
    assert table.far(A) == [0, 0, 2] and table.s.score(A) == 4  # there was no choice
    assert table.owned(A) == {}
    table = Rising().goods(A).hand(A).steps(A, church=1).hold(A, "verona", infantry=1).turn(A)
    assert table.who() == A and WORDS["research"] not in table.options()


@pytest.mark.clause("DM15-3.7", "DM15-3.2", "DM15-3.1")
def test_why_a_card_cannot_be_chosen() -> None:
    table = Rising().hold(A, "verona", infantry=1).steps(A, santok=FLIPPED, church=1).choose(A, "march")
    assert table.why(SANTOK) == ("no_step_left", "DM15-4.1")
    assert table.why(CHURCH) == ("other_action", "DM15-3.2")
    table = Rising().goods(A, wood=4).steps(A, church=3).choose(A, "build")
    assert table.options() == [SANTOK, NO_CARD]
    assert table.why(CHURCH) == ("condition_lacks", "DM15-3.2")  # no church, no stone
    table.goods(A, wood=1).hold(A, "verona", manors=2)
    table.s.storage[A], table.s.floors_left = table.t.top_storage, 0
    table.s.production_left = [0] * 4  # nothing can be built for a wood
    assert table.options() == [SANTOK]
    assert table.why(NO_CARD) == ("must_help", "DM15-3.7")


@pytest.mark.clause("DM15-3.3", "DMR-39", "DM15-4.4", "DM15-4.1", "DM15-5.3", "DM0-8.16")
def test_mb36_two_steps_in_one_action() -> None:
    table = Rising().hold(A, "verona", city=True, churches=1).goods(A, wood=1, stone=2)
    table.steps(A, santok=1, church=3).steps(B, church=2).steps(C, church=1)
    row, culture = table.s.row[A], table.s.culture[A]
    table.choose(A, "build").helps(A, SANTOK)
    assert table.s.score(A) == 3 and table.s.culture[A] == culture + 1
    assert table.asked() == "poland" and SANTOK not in table.options()
    assert table.why(SANTOK) == ("one_step", "DM15-3.3")
    table.helps(A, CHURCH)
    assert table.far(A) == [0, 2, FLIPPED] and table.s.row[A] == row - 1
    assert table.far(B)[CHURCH] == table.far(C)[CHURCH] == REMOVED
    assert table.events("chrobry_shuffled") == [(9,)] and table.poland.t.chrobry in table.s.deck
    kinds = table.told()
    assert kinds.index("chrobry_shuffled") < kinds.index("poland_flipped") < kinds.index("poland_removed")


@pytest.mark.clause("DM15-3.3", "DM15-3.5", "DMR-39")
def test_a_step_that_an_execution_uncovers_waits_for_the_next_one() -> None:
    """The third and the fourth step of The Veleti both belong to March."""
    table = Rising().hold(A, "verona", infantry=4, cavalry=1).manors_off(A, 8).goods(A)
    table.steps(A, veleti=2).holds(A, "king_of_italy").choose(A, "march").helps(A, VELETI)
    table.do(A, table.unit_in("verona", INFANTRY), table.unit_in("verona", CAVALRY), ask="lose")
    assert table.far(A)[VELETI] == 3 and (table.s.score(A), table.s.gold(A)) == (3, 1)
    assert table.asked() == "march"  # three units are left for the next step, but not now
    table.do(A, table.options()[-1])
    assert table.asked() == "after"
    table.do(A, table.title_step("king_of_italy"))
    assert table.open() == ("poland", A) and VELETI in table.options()


@pytest.mark.clause("DM15-3.2", "DM0-3.4", "DM0-3.6")
def test_a_title_is_another_execution() -> None:
    table = Rising().goods(A, wood=5, stone=5).holds(A, "king_of_italy").choose(A, "build")
    table.helps(A, SANTOK)
    table.do(A, table.rules.kinds["build"].size, ask="build")  # left out
    assert table.asked() == "after"
    table.do(A, TITLE_STEP + table.title("king_of_italy"))
    table.helps(A, SANTOK)
    assert table.far(A) == [0, 2, 0]


@pytest.mark.clause("DM0-8.5", "DM0-8.18", "DM15-3.2")
def test_the_card_just_taken_is_kept() -> None:
    table = Rising().hand(A, "holy_lance").cultured(A).choose(A, "develop_culture")
    table.do(A, NO_CARD, ask="poland")
    card = table.s.offered[0]
    table.do(A, 0, ask="develop")
    table.helps(A, CHURCH)  # only the older card can be discarded
    assert table.s.hand[A] == (card,) and table.far(A)[CHURCH] == 1
    assert table.s.culture[A] == 8
    table = Rising().hand(A, "holy_lance", "true_cross").cultured(A).choose(A, "develop_culture")
    table.do(A, NO_CARD, ask="poland").do(A, 0, ask="develop")
    fresh = table.poland.fresh
    table.helps(A, CHURCH)
    assert table.asked() == "lose" and fresh not in table.options()
    assert table.why(fresh) == ("just_taken", "DM0-8.18")


@pytest.mark.clause("DM15-3.2")
def test_without_another_card_the_step_is_not_possible_afterwards() -> None:
    table = Rising().hand(A).cultured(A).choose(A, "develop_culture")
    assert table.asked() == "develop"
    table.do(A, 0)
    assert table.asked() != "poland"


# -- flipping and levies (DM15-4) -----------------------------------------------------------------------


@pytest.mark.clause("DM15-4.1", "DM15-4.2", "DM15-4.5", "DM15-5.3", "DM15-6.1", "DM0-6.3")
def test_mb34_flipping_and_levy() -> None:
    table = Rising(3).hold(A, "verona", infantry=3).last(A, VELETI)
    table.goods(A).goods(B, gold=4).goods(C, gold=1)
    table.choose(A, "march").helps(A, VELETI)
    table.loses(A)
    assert table.open() == ("levy", A) and table.poland.places == 9
    table.do(A, IMPOSE)
    assert table.open() == ("pay_levy", B)
    assert table.options() == [PAY, REMOVE]
    rows = table.s.row[:3]
    table.do(B, PAY)
    assert table.owned(A) == {"gold": 3} and table.owned(B) == {"gold": 1}
    assert table.far(B)[VELETI] == FLIPPED and table.s.row[B] == rows[B] - 1
    assert table.far(C)[VELETI] == REMOVED and table.s.row[C] == rows[C]  # he had no choice
    assert table.poland.manors[VELETI] == table.poland.manors[CARDS * B + VELETI] == 1
    before = table.s.scores()
    score_cards(table.s)
    assert [n - m for n, m in zip(table.s.scores(), before, strict=True)] == [7, 7, 0]


@pytest.mark.clause("DM15-4.3", "DMR-38")
def test_mb34_a_levy_that_is_waived_never_comes_again() -> None:
    table = (
        Rising(3).hold(A, "verona", infantry=3).last(A, VELETI).hold(B, "swabia", infantry=3).last(B, VELETI)
    )
    table.choose(A, "march").helps(A, VELETI)
    table.loses(A)
    table.do(A, WAIVE, ask="levy")
    assert table.far(B)[VELETI] == 3 and table.events("levy_waived") == [(A, VELETI)]
    table.do(A, table.options()[-1], ask="march")  # left out
    table.choose(B, "march").helps(B, VELETI)
    table.loses(B)
    assert table.far(B)[VELETI] == FLIPPED and table.asked() != "levy"


@pytest.mark.clause("DM15-4.5", "DM0-1.6", "DM0-8.20")
def test_gold_stands_in_for_the_resources_of_a_levy() -> None:
    table = Rising(2).goods(A, stone=1, iron=1).goods(B, wood=1, stone=3, gold=2).last(A, SANTOK)
    table.choose(A, "build").helps(A, SANTOK)
    table.do(A, IMPOSE, ask="levy")
    assert table.forms(PAY) == [(PAY, 1, 0), (PAY, 1, 1), (PAY, 2, 0)]
    table.do(B, PAY, 1, 0)
    assert table.owned(A) == {"wood": 1, "stone": 2, "gold": 1} and table.owned(B) == {"stone": 1, "gold": 1}
    table = Rising(2).goods(A, stone=1, iron=1).goods(B, wood=1, stone=1, gold=1).last(A, SANTOK)
    table.choose(A, "build").helps(A, SANTOK).do(A, IMPOSE, ask="levy")
    assert table.far(B)[SANTOK] == REMOVED


@pytest.mark.clause("DMX-7.1", "DM15-4.2")
def test_the_alchemist_pays_a_levy() -> None:
    table = Rising(2, ("alchemists", "poland")).goods(A).goods(B, gold=2).last(A, VELETI)
    table.hold(A, "verona", infantry=2)
    table.part("alchemists").stock[B] = table.part("alchemists").t.set_size
    table.choose(A, "march").helps(A, VELETI)
    table.loses(A)
    table.do(A, IMPOSE, ask="levy")
    table.do(B, PAY, ask="pay_levy")
    assert table.s.gold(A) == 3 and table.s.gold(B) == 0 and table.part("alchemists").stock[B] == 0


@pytest.mark.clause("DM15-4.1", "DM15-6.2", "DMX-8.1", "DM0-1.14")
def test_manors_on_cards_have_left_the_row() -> None:
    table = Rising(2).goods(A, stone=1, iron=1).last(A, SANTOK).manors_off(A, 3)
    limit, on_map = supply_limit(table.s, A), table.s.manors_of(A)
    table.choose(A, "build").helps(A, SANTOK).do(A, WAIVE, ask="levy")
    assert table.s.manors_off(A) == 4 and table.s.manors_of(A) == on_map
    assert supply_limit(table.s, A) == table.t.supply_limit[4] >= limit
    table = Rising(2).goods(A, stone=1, iron=1).last(A, SANTOK)
    table.s.row[A] = 0
    table.choose(A, "build").helps(A, SANTOK).do(A, WAIVE, ask="levy")
    assert table.far(A)[SANTOK] == FLIPPED and table.poland.manors[SANTOK] == 0 and table.s.row[A] == 0


# -- combinations ---------------------------------------------------------------------------------------


@pytest.mark.clause("DM8-3.2", "DMX-5.1", "DM0-5.2", "DM15-5.4")
def test_mb38_wyrd_under_a_discarded_card() -> None:
    table = Rising(2, ("wyrd", "poland")).steps(A, santok=FLIPPED)
    part, wyrds = table.poland, table.part("wyrd")
    wyrds.under = [table.s.offered[0]]
    table.s.deck.append(part.t.chrobry)
    part.places = 1
    table.s.acted[A] = 1
    table.turn(A)
    table.s.trace = []
    table.do(A, WORDS["pass"], ask="turn")
    table.nature(part.t.events.index("chrobry_gniezno"))
    kinds = table.told()
    assert table.s.score(A) == 2 and kinds.index("chrobry_came") < kinds.index("chrobry_shuffled")
    assert kinds.index("card_drawn") < kinds.index("wyrd_laid")
    assert wyrds.under == [table.s.offered[-1]] and part.t.chrobry in table.s.deck


@pytest.mark.clause("DM14-2.1", "DMX-2.1", "DMX-2.2")
def test_mb49_crusade_called_after_the_step_for_poland() -> None:
    table = Rising(3, ("crusades", "poland")).achievement(A, "romanesque_building", 1)
    table.holds(A, "king_of_italy")
    crusades = table.part("crusades")
    crusades.running, crusades.called = 0, 1
    for area, n in (("rome", 2), ("tuscany", 1)):
        table.buildings(area, city=True, churches=n)
    table.hold(A, "lombardy", infantry=1, manors=1, city=True).goods(A, wood=5, leather=5, stone=5, iron=5)
    table.choose(A, "build").do(A, NO_CARD, ask="poland")
    answer = table.ask_of().filled(table.s, lambda _, o: o[0], (BUILDS["church"], table.area("lombardy")))
    table.do(A, *answer, ask="build")
    assert table.asked() == "poland" and crusades.waiting == 1
    table.helps(A, SANTOK)
    assert table.asked() == "effect" and crusades.called == 1  # the extra building comes before the crusade
    table.do(A, table.options()[0])
    table.do(A, *table.ask_of().filled(table.s, lambda _, options: options[0]), ask="extra_build")
    while table.asked() not in ("crusade_card", "after"):
        ask = table.ask_of()
        table.play(ask.seat, ask.random_answer(table.s, table.rng))
    assert table.asked() == "crusade_card"
    table.let_nature()
    assert crusades.called == 2 and table.asked() == "after"
    assert TITLE_STEP + table.title("king_of_italy") in table.options()


@pytest.mark.clause("DMX-3.1", "DMX-3.3", "DM15-3.7")
def test_campaign_crusade_and_step_in_one_march() -> None:
    table = Rising(3, ("distant_campaigns", "crusades", "poland")).hold(A, "verona", infantry=4)
    crusades, campaigns = table.part("crusades"), table.part("distant_campaigns")
    crusades.running, crusades.called = 0, 1
    table.manors_off(A, 8).choose(A, "march")
    assert table.asked() == "crusade"
    table.do(A, table.area("verona"), 1, 0, 0)
    table.do(A, table.t.areas, ask="crusade")
    table.helps(A, VELETI)
    table.loses(A)
    assert table.asked() == "campaign" and campaigns.hand[A]
    playable = [card for card in table.options() if table.options(card)]
    table.do(A, *table.ask_of().filled(table.s, lambda _, options: options[0], (playable[0],)))
    assert sum(crusades.units[:3]) == 1 and table.far(A)[VELETI] == 1


@pytest.mark.clause("DMX-3.1", "DM0-3.5")
def test_one_of_the_modules_has_to_be_used() -> None:
    """A unit that can go nowhere is there for the crusade or for Poland; the last that can must be used."""
    table = Rising(3, ("crusades", "poland")).hold(A, "verona", infantry=1)
    crusades = table.part("crusades")
    crusades.running, crusades.called = 0, 1
    near = list(table.t.near)
    table.t.near[:] = [0] * len(near)
    try:
        table.choose(A, "march")
        assert table.asked() == "crusade" and table.t.areas in table.options()
        table.do(A, table.t.areas)
        assert table.far(A)[VELETI] == 1 and table.s.score(A) == 1  # without a choice
    finally:
        table.t.near[:] = near


@pytest.mark.clause("DMX-1.2", "DM0-1.1", "DM0-1.2")
def test_it_goes_together_with_all_others_of_two() -> None:
    rules = ruleset("darkages", 2, tuple(sorted(MODULES_OF_TWO)))
    assert {module.id for module in rules.modules} == MODULES_OF_TWO


MODULES_OF_TWO = {
    "landmarks",
    "alchemists",
    "commanders",
    "heathens",
    "wyrd",
    "age_of_wars",
    "distant_campaigns",
    "tribute",
    "pope",
    "benjamin",
    "poland",
}


@pytest.mark.clause("DM0-1.1", "DM0-1.3")
def test_without_it_nothing_of_it_is_there() -> None:
    rules = ruleset("darkages", 3)
    assert "mieszko" not in rules.lookup.card_ids and "poland" not in rules.questions
    assert all("poland" not in s.slices for s, _ in random_game(rules, 2))


@pytest.mark.clause("DM15-3.2", "DM15-5.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_hold_together(players: int) -> None:
    rules = ruleset("darkages", players, ("poland",))
    for i, (s, _) in enumerate(random_game(rules, 40 + players)):
        if i % 7 == 0:
            assert rules.violations(s) == []
    assert any(s.slices["poland"].steps)
    assert MARCH in [action for row in s.slices["poland"].t.actions for action in row]
