"""The end of the solo game and its result (DM1-9), and the other modules when you play alone."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.errors import RulesetError
from pfalz.core.state import NATURE
from pfalz.games.darkages.ending import end_reasons
from pfalz.games.darkages.modules.benjamin.state import travels
from pfalz.games.darkages.modules.landmarks.rules import build
from pfalz.games.darkages.modules.landmarks.state import landmarks
from pfalz.games.darkages.modules.lordlings_and_raiders.ends import BY_PROGRESS, final_points
from pfalz.games.darkages.modules.lordlings_and_raiders.lords import build_church
from pfalz.games.darkages.modules.lordlings_and_raiders.state import ENLARGED, pool, progress
from pfalz.games.darkages.state import (
    BY_CHURCHES,
    BY_CITIES,
    BY_CULTURE,
    BY_DECK,
    BY_LEVELS,
    FREE,
    LAST_TURNS,
    NONE,
    PASS_ROUND,
)
from pfalz.games.darkages.turn import PASS_STEP
from pfalz.games.darkages.words import ACHIEVEMENT, MARCH
from tests.games.darkages.modules.solo import LORDLINGS, MAGYARS, THEIRS, YOU, SoloTable

# -- what brings the end (DM1-9.1, DM1-9.2) ------------------------------------------------------------


@pytest.mark.clause("DM1-9.2", "DM1-2.6", "DMR-1", "DM0-6.1", "DM1-9.1")
def test_the_progress_of_the_lordlings() -> None:
    for long, n in ((False, 9), (True, 6)):
        table = (
            SoloTable(long_game=long).levels(LORDLINGS, 3, 2, 1).levels(MAGYARS, 3, 3, 3).theirs(5)
        )  # MB10
        assert progress(table.s) == n - 1 and not end_reasons(table.s)
        table.theirs(6)
        assert progress(table.s) == n
        assert end_reasons(table.s) == (0 if long else 1 << BY_PROGRESS)


@pytest.mark.clause("DM1-9.1", "DM0-1.9")
def test_the_other_conditions() -> None:
    table = SoloTable()
    table.s.culture[LORDLINGS] = table.t.last_space
    assert end_reasons(table.s) == 1 << BY_CULTURE
    table = SoloTable()
    table.s.cities_left = 0
    assert end_reasons(table.s) == 1 << BY_CITIES
    table = SoloTable()
    table.s.churches_left = table.t.churches - 7
    assert end_reasons(table.s) == 1 << BY_CHURCHES
    table = SoloTable()
    table.s.deck = [card for card in table.s.deck if table.solo.t.horde_kind[card] == 0][: table.t.unused]
    assert end_reasons(table.s) == 1 << BY_DECK  # the cards left over are not in it
    table = SoloTable()
    laid = [card for card in table.s.deck if table.t.card_kind[card] == ACHIEVEMENT][:4]
    table.s.laid[YOU] = tuple(laid)
    for card in laid:
        table.s.level[card] = 3
    assert end_reasons(table.s) == 1 << BY_LEVELS


def ending(**options: object) -> SoloTable:
    """The lordlings are about to bring the end with Research."""
    table = SoloTable(**options).levels(LORDLINGS, 1, 3, 3).theirs(4).hold(YOU, "lombardy", 3, manors=1)
    table.target("lombardy").solo.planning = 0b100
    return table


@pytest.mark.clause("DM1-9.3", "DM1-9.4", "DM1-9.5", "DM1-9.6", "DM1-10.8", "DM0-6.2", "DM1-6.6")
@pytest.mark.parametrize("hard", [False, True])
def test_the_end_phase(hard: bool) -> None:
    table = ending(hard_attack=hard).levels(LORDLINGS, 2, 3, 3)
    first = table.s.offered[0]
    table.lords("research", 5, 1)
    assert table.events("end_begun") == [(BY_PROGRESS,)] and table.s.phase == PASS_ROUND
    if hard:
        assert table.asked() == "d20"  # the attack comes before the first pass
        table.play(NATURE, (0,))
        assert table.s.attacker == MAGYARS and not table.events("passed")
        while table.asked() == "dice":
            table.strike(1, 1)
        table.markers_drawn()
    assert table.events("passed")[0] == (YOU,)
    table.let_nature()
    while table.s.phase == PASS_ROUND:
        table.play(YOU, table.ask_of().random_answer(table.s, table.rng)).let_nature()
    assert first in table.s.offered or table.s.discard == []  # the first step is left out
    assert table.s.phase == LAST_TURNS and table.s.turn == YOU
    seen: list[str] = []
    while not table.s.over:
        table.s.trace = []
        ask = table.ask_of()
        if ask.seat == NATURE:
            table.play(NATURE, ask.question.sample(table.s, ask.args, table.rng))  # type: ignore[attr-defined]
        elif ask.name == "turn" and PASS_STEP in table.options():
            table.play(YOU, (PASS_STEP,))
        else:
            table.play(YOU, ask.random_answer(table.s, table.rng))
        seen += [kind.name for kind, _ in table.s.trace]
    assert seen.count("last_pass") == 2
    attacks = [
        i for i, name in enumerate(seen) if name in ("horde_attacked", "horde_missing", "horde_ransom")
    ]
    assert len(attacks) == (0 if hard else 1)
    if attacks:
        assert attacks[0] > max(i for i, name in enumerate(seen) if name == "last_pass")
    assert "lordlings_shuffled" not in seen[max(i for i, n in enumerate(seen) if n == "last_pass") :]


@pytest.mark.clause("DM1-9.5")
def test_cards_do_not_make_the_horde_attack_when_the_end_has_begun() -> None:
    table = SoloTable().hold(YOU, "lombardy", 1).target("lombardy")
    rest = [table.t.card_ids[c] for c in table.s.deck if table.solo.t.horde_kind[c] == NONE][:5]
    table.offer("raid_5", *rest).discs(LORDLINGS, 0)
    table.s.phase = LAST_TURNS
    table.turn(LORDLINGS)
    assert table.asked() == "d20" and table.ask_of().args[0] == ENLARGED  # it grows all the same
    table.rolls(1)
    assert table.solo.figures == [1, 0, 0] and not table.events("horde_attacked") and not table.solo.waiting
    assert table.s.out[LORDLINGS] == 1


# -- points and result (DM1-9.7, DM1-9.8) --------------------------------------------------------------


@pytest.mark.clause("DM1-9.7", "DM1-10.2", "DM1-10.7", "DMX-9.2")
@pytest.mark.parametrize(("option", "points"), [("", 40), ("easy_achievements", 33), ("hard_cards", 45)])
def test_final_points_of_the_lordlings(option: str, points: int) -> None:
    table = SoloTable(modules=("pope",), **({option: True} if option else {})).theirs(7)  # MB11
    table.hold(LORDLINGS, "moravia", 1).hold(LORDLINGS, "bohemia", manors=1, floors=2)
    table.s.culture[LORDLINGS] = 19
    table.solo.covered = 0b111110000000
    table.holds(LORDLINGS, "duke_of_carinthia").holds(LORDLINGS, "pope")
    assert sum(final_points(table.s).values()) == points


@pytest.mark.clause("DM1-9.8")
@pytest.mark.parametrize(("mine", "place"), [(30, 1), (20, 2), (10, 2)])
def test_more_points_than_the_lordlings_win(mine: int, place: int) -> None:
    table = SoloTable().points(YOU, mine)
    table.solo.points[0] = 20
    table.s.stack = []
    found = table.rules.outcome(table.s)
    assert found.places == (place,) and found.scores == (mine,)
    (lordlings,) = found.opponents
    assert (lordlings.side, lordlings.score, lordlings.place) == (LORDLINGS, 20, 3 - place)
    assert sum(lordlings.breakdown.values()) == 20


# -- the other modules, alone --------------------------------------------------------------------------


@pytest.mark.clause("DM3-6.1", "DM3-6.5", "DM3-6.2", "DM3-6.3", "DMX-9.3", "DM1-5.15", "DM0-2.5")
def test_landmarks_alone() -> None:
    rules = ruleset("darkages", 1, ("landmarks", "benjamin"))  # MB45
    first, second, third = rules.lookup.layers
    assert first.sizes == [28, 28] and second.sizes == [30, 30] and third.sizes == [14, 14, 14, 13, 13]
    parts = zip(third.sizes, *third.cards, strict=True)
    assert [sum(part) for part in parts] == [15, 16, 16, 16, 16] and third.size == 79
    assert len(rules.lookup.ruler_ids) == 6 and "ruler_henry_the_fowler" not in rules.lookup.ruler_ids
    for hard, vp in ((False, 5), (True, 10)):
        table = SoloTable(("landmarks",), ("burchard", "boleslav", "marozia"), hard_cards=hard)
        assert table.owner("rome") == LORDLINGS and len(table.solo.achievements) == 3
        assert landmarks(table.s).where == [NONE] * 5
        table.offer("landmark_speyer").lords("develop_culture")
        assert table.vp() == vp and table.card("landmark_speyer") in table.s.discard
        assert all(source.name != "landmark_built" for source, _ in table.s.trace or ())


@pytest.mark.clause("DM3-6.4", "DM1-8.6", "DM3-6.1")
def test_a_razed_landmark_is_out_of_the_game() -> None:
    table = SoloTable(("landmarks",)).hold(YOU, "lombardy", 0, 0, 0, manors=1).target("lombardy")
    table.hand(YOU, "landmark_goslar")
    build(table.s, YOU, table.card("landmark_goslar"), table.area("lombardy"))
    rest = [table.t.card_ids[c] for c in table.s.deck if table.solo.t.horde_kind[c] == NONE][:5]
    table.horde(infantry=6).offer("raid_1", *rest).discs(LORDLINGS, 0)
    table.s.turn = LORDLINGS
    table.resume("turns").play(NATURE, (0,))
    while table.asked() == "dice":
        table.strike(6, 1)
    assert table.owner("lombardy") == FREE and table.area("lombardy") not in landmarks(table.s).where
    assert table.card("landmark_goslar") in table.solo.gone and table.events("landmark_razed")


@pytest.mark.clause("DM4-3.1")
def test_an_alchemist_alone() -> None:
    table = SoloTable(("alchemists",))
    assert len(table.part("alchemists").stock) == 1
    table.let_nature()
    assert table.asked() == "turn"


@pytest.mark.clause("DM6-6.1", "DM6-6.2", "DM6-6.3", "DM6-6.4", "DMX-9.1", "DM1-2.4", "DM1-2.10")
def test_commanders_alone() -> None:
    table = SoloTable(("commanders",), THEIRS, wild=True)
    part = table.part("commanders")
    assert len(part.display) == 1 and len(part.card) == 1
    assert table.owner("capua") == LORDLINGS and table.units("capua") == (0, 1, 0)
    at = table.area("capua")
    assert (table.s.city[at], table.s.manors[at], table.s.marker[at]) == (0, 1, NONE)
    assert len(table.solo.achievements) == 4 and table.s.row[LORDLINGS] == 8
    assert len([marker for marker in table.s.marker if marker != NONE]) == 15 and len(pool(table.s)) == 9


@pytest.mark.clause("DM7-3.1", "DM7-3.2", "DMX-9.4")
def test_heathens_alone() -> None:
    table = SoloTable(("heathens",), wild=True)
    first = table.t.first_markers
    assert len(pool(table.s)) == 24 and all(m in first for m in table.s.marker if m != NONE)
    assert all(table.t.marker_ids[m].startswith("barbarian") for m in pool(table.s))
    table.solo.planning = 1 << MARCH
    table.lords("march")
    if table.asked() == "d20":
        table.rolls(table.options()[0] + 1)
    assert len(table.solo.removed) == 1 and not table.solo.used


@pytest.mark.clause("DM12-5.1", "DM12-2.1")
def test_the_pope_alone() -> None:
    table = SoloTable(("pope",)).holds(YOU, "pope", sideways=True)  # MB51
    table.hold(YOU, "verona", churches=2)
    build_church(table.s, table.area("swabia"))
    assert table.s.title[table.title("pope")] == YOU
    build_church(table.s, table.area("bohemia"))
    assert table.s.title[table.title("pope")] == LORDLINGS and not table.s.sideways[table.title("pope")]


@pytest.mark.clause("DM13-6.1", "DM13-6.2", "DM13-2.2")
def test_travels_alone() -> None:
    table = SoloTable(("benjamin",))
    cards = [id for id in table.t.card_ids if table.t.card_open[table.card(id)]]
    assert len(cards) == 8
    points = 0
    for n, card in enumerate(cards[:7], 1):  # MA2
        table.fresh().offer(card).discs(LORDLINGS, 3).stack("develop_culture")
        table.lords("develop_culture")
        points += n
        assert table.vp() == points and len(travels(table.s).laid[LORDLINGS]) == n
    table = SoloTable(("benjamin",), hard_travels=True)  # MA3
    assert len(travels(table.s).laid[LORDLINGS]) == 2 and table.vp() == 0
    left = next(id for id in cards if table.card(id) in table.s.deck)
    table.offer(left).lords("develop_culture")
    assert table.vp() == 3
    with pytest.raises(RulesetError, match="Benjamin"):
        ruleset("darkages", 1, (), {"hard_travels": True})
