"""Crusades (DM14): calls, taking part, the common roll, the end (MB31, MB32, MB33, MB48, MB49)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.errors import RulesetError
from pfalz.core.record import SeatInfo
from pfalz.core.session import open_session
from pfalz.core.state import NATURE
from pfalz.core.texts import Texts
from pfalz.games.darkages.modules.crusades.bot import JUDGE, best_sending, spares
from pfalz.games.darkages.modules.crusades.rules import best_value, hit
from pfalz.games.darkages.modules.crusades.state import participants
from pfalz.games.darkages.state import FREE, FROM_CARDS, LAST_TURNS, NONE
from pfalz.games.darkages.turn import END_STEP, PASS_STEP, SETTLE_STEP, TITLE_STEP
from pfalz.games.darkages.words import ARCHER, CAVALRY, INFANTRY, UNITS
from tests.games.darkages.modules.crusading import CARDS, Crusading
from tests.games.darkages.table import BUILDS, GREEN, VIOLET, WHITE, WORDS, YELLOW
from tests.games.playing import random_game

A, B, C, D = YELLOW, WHITE, VIOLET, GREEN


# -- setup and calling (DM14-1, DM14-2) -------------------------------------------------------------------


@pytest.mark.clause("DM14-1.1", "DM14-1.2", "DM14-4.12", "DM0-7.4")
def test_three_of_twelve_cards_nobody_knows() -> None:
    waves = [row["wave"] for row in CARDS.values()]
    assert [waves.count(wave) for wave in (1, 2, 3)] == [4, 4, 4]
    table = Crusading()
    part = table.crusade
    assert part.t.churches == [2, 4, 6] and part.running == NONE and part.called == 0
    for wave in range(3):  # any of the four may come, all alike
        part.running, part.called, part.waiting = NONE, wave, 1
        table.s.call("call_crusade")
        table.rules.run(table.s)
        assert table.open() == ("crusade_card", NATURE)
        names = [part.t.cards[card] for card in table.options()]
        assert [CARDS[name]["wave"] for name in names] == [wave + 1] * 4
        assert table.ask_of().question.weights(table.s, (), (), table.options()) is None  # type: ignore[attr-defined]
        table.play(NATURE, table.options()[:1])


@pytest.mark.clause("DM14-1.1")
def test_it_is_for_three_or_more() -> None:
    with pytest.raises(RulesetError):
        ruleset("darkages", 2, ("crusades",))


def church(table: Crusading, seat: int, built: int) -> Crusading:
    """A player builds the church after so many by the action Build in Lombardy."""
    elsewhere = [id for id in ("rome", "tuscany", "saxony", "silesia") if id in table.t.area_ids]
    for i, area in enumerate(elsewhere):
        table.buildings(area, city=True, churches=max(0, min(2, built - 2 * i)))
    table.hold(seat, "lombardy", infantry=1, manors=1, city=True).goods(
        seat, wood=5, leather=5, stone=5, iron=5
    )
    table.turn(seat).do(seat, WORDS["build"], ask="turn")
    answer = table.ask_of().filled(
        table.s, lambda _, options: options[0], (BUILDS["church"], table.area("lombardy"))
    )
    return table.do(seat, *answer, ask="build")


@pytest.mark.clause("DM14-1.2", "DM14-2.1", "DM14-2.2")
@pytest.mark.parametrize("built", range(7))
def test_every_second_church_calls_a_crusade(built: int) -> None:
    table = church(Crusading(), A, built)
    calls = built + 1 in (2, 4, 6)
    assert (table.asked() == "crusade_card") is calls
    if not calls:
        return
    gold = table.s.gold(A)
    table.nature(table.number("antioch"))
    assert table.crusade.running == table.number("antioch") and table.crusade.called == 1
    assert table.s.gold(A) == gold  # the gold under the church is nobody's
    assert table.asked() in ("after", "turn")  # before a title and a reaction


@pytest.mark.clause("DM14-2.1", "DM14-4.1", "DMX-2.1", "DMR-47")
@pytest.mark.parametrize("modules", [("crusades",), ("pope", "crusades")])
def test_mb31_church_pope_and_crusade_in_one_action(modules: tuple[str, ...]) -> None:
    table = Crusading(3, modules).runs("nicaea").sent(B, infantry=2)
    table.s.title[table.title("king_of_italy")] = A
    table.hand(A, "imperial_cross")
    church(table, A, 3)
    seen = []
    while table.asked() not in ("after", "turn"):
        seen.append(table.asked())
        if table.asked() == "crusade_card":
            table.nature(table.number("damascus"))
        elif table.asked() == "crusade_dice":
            table.throw(*[6] * sum(table.crusade.units))
        elif table.who() == NATURE:
            table.let_nature()
        else:
            table.do(table.who(), *table.ask_of().filled(table.s, lambda _, options: options[-1]))
    assert seen[0] == "relic" and seen.index("crusade_dice") < seen.index("crusade_card")
    if "pope" in modules:
        assert len(seen) > 3 and seen.index("crusade_dice") > 1, seen
    assert table.crusade.running == table.number("damascus") and table.crusade.called == 2
    assert table.asked() == "after" and TITLE_STEP + table.title("king_of_italy") in table.options()


@pytest.mark.clause("DM14-2.1", "DMX-2.1", "DMX-2.2", "DMR-47")
def test_mb49_crusade_called_after_the_whole_action() -> None:
    table = Crusading(3).runs("nicaea").sent(B, infantry=1).achievement(A, "romanesque_building", 1)
    church(table, A, 3)
    assert table.asked() == "effect" and table.crusade.waiting == 1  # the extra building comes first
    table.do(A, table.options()[0])
    assert table.asked() == "extra_build"
    table.do(A, *table.ask_of().filled(table.s, lambda _, options: options[0]))
    while table.who() not in (NATURE,):
        table.do(table.who(), *table.ask_of().filled(table.s, lambda _, options: options[0]))
    assert table.asked() == "crusade_dice" and table.crusade.running == table.number("nicaea")
    table.throw(1)
    table.settle()
    assert table.asked() == "crusade_card"


@pytest.mark.clause("DM14-2.2", "DM14-4.11")
def test_two_calls_are_answered_one_after_the_other_and_a_fourth_never() -> None:
    table = Crusading(3).turn(A)
    part, built = table.crusade, table.rules.events["church_built"]
    for n in (1, 2, 3, 4):  # two of these have gold under them
        table.s.emit(built, A, table.area("verona"), n)
    assert part.waiting == 2
    table.s.call("call_crusade")
    table.rules.run(table.s)
    table.nature(table.number("edessa"))
    assert table.events("crusade_deserted") and table.asked() == "crusade_card"
    table.nature(table.number("wends"))
    assert part.called == 2 and part.waiting == 0
    part.called = 3
    table.s.emit(built, A, table.area("verona"), 6)
    assert part.waiting == 0


def carry_on(table: Crusading, until: tuple[str, ...]) -> None:
    """The first that is on offer, until one of these questions comes."""
    while table.asked() not in until:
        if table.asked() == "after":
            table.do(table.who(), END_STEP)
        else:
            table.do(table.who(), *table.ask_of().filled(table.s, lambda _, options: options[0]))


@pytest.mark.clause("DM14-2.2")
@pytest.mark.parametrize("moment", ["reaction", "pass", "free", "later"])
def test_a_church_of_another_moment_calls_at_its_end(moment: str) -> None:
    """Cards of the base game build no church then: that one has been built is noted by hand."""
    table = Crusading(3)
    if moment == "pass":
        table.s.acted[A] = 1
        table.turn(A)
        table.crusade.waiting = 1
        table.do(A, PASS_STEP, ask="turn")
    elif moment == "free":
        table.hold(A, "lombardy", infantry=3).turn(A)
        table.crusade.waiting = 1
        table.do(A, *table.ask_of().filled(table.s, lambda _, options: options[0], (SETTLE_STEP,)))
    elif moment == "later":
        table.hold(A, "lombardy", infantry=3).turn(A).do(A, WORDS["develop_culture"], ask="turn")
        carry_on(table, ("after",))
        table.crusade.waiting = 1
        table.do(A, *table.ask_of().filled(table.s, lambda _, options: options[0], (SETTLE_STEP,)))
    else:
        table.stack("develop_culture", B, C).turn(A).do(A, WORDS["develop_culture"], ask="turn")
        carry_on(table, ("react",))
        table.crusade.waiting = 1
        table.do(B, *table.ask_of().filled(table.s, lambda _, options: options[-1]))
    carry_on(table, ("crusade_card", "turn"))
    assert table.asked() == "crusade_card"


# -- taking part (DM14-3) ---------------------------------------------------------------------------------


@pytest.mark.clause("DM14-3.1", "DMX-3.1", "DMR-35", "DM0-3.4")
@pytest.mark.parametrize("when", ["before", "after", "instead"])
def test_units_are_sent_before_after_or_instead_of_the_movement(when: str) -> None:
    table = Crusading(3).runs("antioch")
    table.hold(A, "lombardy", infantry=2, archers=1).hold(A, "verona", infantry=2, cavalry=1).manors_off(A, 8)
    table.s.title[table.title("king_of_italy")] = A  # so that the turn does not end by itself
    nowhere, lombardy, verona = table.t.areas, table.area("lombardy"), table.area("verona")
    table.turn(A).do(A, WORDS["march"], ask="turn")
    assert table.open() == ("crusade", A) and table.options() == [lombardy, verona, nowhere]
    march = (lombardy, table.area("tuscany"), 1, 0, 0)
    if when == "after":
        table.do(A, nowhere, ask="crusade").do(A, *march, ask="march")
        assert table.asked() == "crusade"
        table.do(A, verona, 2, 0, 1, ask="crusade").do(A, nowhere, ask="crusade")
    else:
        table.do(A, verona, 2, 0, 1, ask="crusade").do(A, lombardy, 0, 1, 0, ask="crusade")
        table.do(A, nowhere, ask="crusade")
        assert table.asked() == "march"
        if when == "before":
            table.do(A, *march, ask="march")
        else:
            table.do(A, table.options()[-1], ask="march")  # nobody marches
    assert table.asked() == "after" and table.crusade.sent == 0, table.asked()
    assert table.units_of(A) == (2, int(when != "after"), 1)
    assert table.s.owner[verona] == A  # home
    assert (table.s.owner[table.area("tuscany")] == A) is (when != "instead")


@pytest.mark.clause("DM0-3.4", "DMX-3.1", "DMX-3.2", "DM14-3.2")
def test_once_in_each_execution_and_again_with_a_title() -> None:
    table = Crusading(3).runs("antioch").hold(A, "lombardy", infantry=9)
    table.s.title[table.title("king_of_italy")] = A
    nowhere, lombardy = table.t.areas, table.area("lombardy")
    table.s.row[A] -= 2
    table.s.manors[table.area("lombardy")] += 2
    limit_units = table.s.units_of(A)
    table.turn(A).do(A, WORDS["march"], ask="turn")
    while table.asked() == "supply":
        table.do(A, *table.ask_of().filled(table.s, lambda _, options: options[0]))
    left = table.s.units_of(A)
    assert left <= limit_units
    table.do(A, lombardy, left - 1, 0, 0, ask="crusade").do(A, nowhere, ask="crusade")
    table.do(A, table.options()[-1], ask="march")
    assert table.asked() == "after"  # not asked again
    table.do(A, table.title_step("king_of_italy"), ask="after")
    assert table.asked() == "crusade"  # no supply check: those at the crusade do not count
    assert table.units_of(A)[INFANTRY] == left - 1


@pytest.mark.clause("DM0-3.5", "DMR-35")
def test_march_can_be_chosen_for_the_crusade_alone() -> None:
    table = Crusading(3).runs("antioch").hold(A, "verona", infantry=1)
    reach = table.t.near[table.area("verona")]
    table.t.near[table.area("verona")] = 0  # nowhere to march
    try:
        table.turn(A)
        assert WORDS["march"] in table.options()
        table.do(A, WORDS["march"], ask="turn")
        # the only unit has to go: there is nothing else to do
        assert table.units_of(A) == (1, 0, 0) and not table.s.units_of(A)
    finally:
        table.t.near[table.area("verona")] = reach


@pytest.mark.clause("DMX-3.1", "DMX-3.3", "DMX-4.1")
def test_crusaders_and_a_campaign_with_a_battle_card_in_one_march() -> None:
    table = Crusading(3, ("age_of_wars", "distant_campaigns", "crusades")).runs("antioch")
    part = table.part("distant_campaigns")
    card = part.hand[A][0]
    goal = part.t.ids[card].removeprefix("campaign_")
    table.hold(A, "verona", infantry=3).hold(B, goal, infantry=1)
    table.turn(A).do(A, WORDS["march"], ask="turn")
    table.do(A, table.area("verona"), 1, 0, 0, ask="crusade").do(A, table.t.areas, ask="crusade")
    assert table.asked() == "campaign" and card in table.options()
    table.do(A, card, table.area("verona"), 2, 0, 0, ask="campaign")
    assert table.open() == ("battle_card", A)  # it is an attack of a march
    assert table.units_of(A) == (1, 0, 0)


@pytest.mark.clause("DM14-3.1", "DM14-4.5")
@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("antioch", "Antioch (1098): defence 3, 2 units there"),
        ("jaffa", "Jaffa (1192): defence 2 + 1 die, 2 units there"),
    ],
)
def test_who_sends_units_is_told_against_what(card: str, told: str) -> None:
    table = Crusading(3).runs(card).sent(B, infantry=1, cavalry=1).hold(A, "lombardy", infantry=2)
    table.turn(A).do(A, WORDS["march"], ask="turn")
    view = table.rules.view(table.s, A)
    assert Texts(table.rules, "en").notes(table.rules.asks(view)[0].so_far(view, ())) == told


@pytest.mark.clause("DM14-3.3")
def test_without_a_crusade_nobody_goes() -> None:
    table = Crusading(3).hold(A, "lombardy", infantry=2).turn(A).do(A, WORDS["march"], ask="turn")
    assert table.asked() == "march"


@pytest.mark.clause("DM14-3.2", "DM0-1.13")
def test_units_at_a_crusade_control_nothing() -> None:
    table = Crusading(3).runs("antioch").hold(A, "lombardy", infantry=2)
    table.turn(A).do(A, WORDS["march"], ask="turn").do(A, table.area("lombardy"), 2, 0, 0, ask="crusade")
    assert table.s.owner[table.area("lombardy")] == FREE and table.s.units_of(A) == 0
    assert table.units_of(A) == (2, 0, 0)


@pytest.mark.clause("DM14-3.3", "DM14-3.1")
def test_a_commander_stays_when_his_army_leaves() -> None:
    table = Crusading(3, ("commanders", "crusades")).runs("antioch").hold(A, "lombardy", infantry=2)
    part = table.part("commanders")
    part.card[A] = part.display[0]
    part.display = part.display[1:]
    part.area[A] = table.area("lombardy")
    table.turn(A).do(A, WORDS["march"], ask="turn")
    assert table.asked() == "crusade" and table.slots(table.area("lombardy")) == "infantry"
    assert table.complete(table.area("lombardy"), 2, 0, 0)  # units and nothing else
    table.do(A, table.area("lombardy"), 1, 0, 0, ask="crusade")
    assert part.area[A] == table.area("lombardy")


# -- resolving (DM14-4) -----------------------------------------------------------------------------------


@pytest.mark.clause("DM14-4.3", "DM14-4.4", "DM14-4.5", "DM14-4.6", "DM14-4.7", "DM14-4.8", "DM14-4.10")
@pytest.mark.parametrize("won", [True, False])
def test_mb32_crusade_won(won: bool) -> None:
    table = Crusading(4).runs("antioch").sent(A, infantry=2, cavalry=2).sent(B, archers=2).sent(C, infantry=3)
    for seat in (A, B):
        table.goods(seat, wood=1)
    table.goods(C)
    table.s.add_points(D, 10, FROM_CARDS)
    table.hold(A, "lombardy", infantry=1)
    table.resolve(A)
    assert table.open() == ("bargain", A)
    table.do(A, 1, ask="bargain").do(B, 1, ask="bargain")
    assert table.s.resources(A) == table.s.resources(B) == 0  # C has nothing to pay with and returns one
    assert table.units_of(C) == (2, 0, 0) and table.crusade.defence == 4
    table.throw(5, 3, 4, 6, 6, 1, 2, 5 if won else 4)
    assert table.crusade.hits == [3, 1, int(won), 0]
    assert table.scores() == ([8, 5, 5, 7] if won else [0, 0, 0, 13])
    assert table.open() == (("crusade_loss" if won else "crusade_saved"), A)
    table.do(A, CAVALRY)
    left = 3 if won else 1
    verona, lombardy = table.area("verona"), table.area("lombardy")
    if won:
        assert table.open() == ("crusade_return", A) and table.slots() == "infantry_to"
        assert table.why(table.area("rome")) == ("not_your_area", "DM14-4.8")
        assert table.why(max(verona, lombardy), min(verona, lombardy)) == ("in_order", "D-26.5")
        table.do(A, min(verona, lombardy), max(verona, lombardy), verona)
    else:
        table.do(A, verona)
    assert table.s.units_of(A) == 1 + left
    # B and C have a home and no other area: everything is forced
    assert table.asked() == "turn"
    assert table.s.units_of(B) == table.s.units_of(C) == 1
    assert table.crusade.running == NONE and not any(table.crusade.units)


@pytest.mark.clause("DM14-4.4")
def test_mb33_nobody_takes_part() -> None:
    table = Crusading(4).runs("antioch")
    table.s.add_points(D, 10, FROM_CARDS)
    table.resolve(A)
    assert table.crusade.running == NONE and table.scores() == [0, 0, 0, 10]
    assert table.events("crusade_deserted") and table.asked() == "turn"


@pytest.mark.clause("DM14-4.3", "DM14-4.4", "DM14-4.5", "DM14-4.9", "DM14-3.4")
def test_mb48_truce_at_jaffa() -> None:
    table = Crusading(3).runs("jaffa").sent(A, infantry=2).sent(B, infantry=2, archers=1, cavalry=1)
    table.resolve(A)
    table.do(A, 1, ask="bargain")
    assert table.units_of(A) == (0, 0, 0) and table.s.units_of(A) == 2
    table.do(B, 0, ask="bargain")
    table.throw(4, ask="crusade_defence")
    assert table.crusade.defence == 6
    table.throw(5, 5, 6, 1)
    assert table.crusade.hits == [0, 3, 0] and table.scores() == [3, 0, 3]
    table.do(B, ARCHER, ask="crusade_saved")
    assert table.asked() == "turn" and table.s.units_of(B) == 1
    assert table.s.units_in(table.s.home[B])[ARCHER] == 1


@pytest.mark.clause("DM14-4.2", "DM0-6.2", "DM14-4.8")
def test_the_last_crusade_is_resolved_before_the_scoring() -> None:
    table = Crusading(3).runs("wends").sent(A, infantry=3)
    table.s.phase, table.s.out = LAST_TURNS, [1, 1, 0, *table.s.out[3:]]
    table.s.acted[C] = 1
    table.turn(C).do(C, PASS_STEP, ask="turn")
    while table.asked() not in ("bargain", "crusade_dice"):
        table.do(table.who(), *table.ask_of().filled(table.s, lambda _, options: options[0]))
    # the order begins with who passed last, and nobody has units on the map but A
    assert table.s.turn == C and table.asked() == "crusade_dice"
    table.throw(6, 6, 6)
    assert table.s.over and table.crusade.hits[A] == 3
    told = [kind.name for kind, _ in table.s.trace or ()]
    assert told.index("crusade_lost") < told.index("scoring_begun")  # 3 is not more than 3
    assert table.units_of(A) == (3, 0, 0)  # nobody comes back any more


@pytest.mark.clause("DM14-4.6", "DMR-36")
def test_the_best_value_counts_and_nothing_else_helps() -> None:
    table = Crusading(3).runs("nicaea").hold(A, "verona", floors=3, city=True)
    assert [best_value(table.s, A, unit) for unit in range(UNITS)] == [
        min(v for v in table.s.face_of(A, unit).values if v) for unit in range(UNITS)
    ]
    for unit in range(UNITS):
        needs = max(2, best_value(table.s, A, unit))
        assert [hit(table.s, A, 6 * unit + pips) for pips in range(6)] == [
            pips + 1 >= needs for pips in range(6)
        ]
    crossbows = next(i for i, face in enumerate(table.t.faces) if face.id == "crossbows")
    table.s.face[UNITS * A + ARCHER] = crossbows
    table.sent(A, archers=2).goods(A)
    assert table.s.face_of(A, ARCHER).dice[0] >= 1 and best_value(table.s, A, ARCHER) == min(
        value for value in table.s.face_of(A, ARCHER).values if value
    )
    table.resolve(A)
    assert table.asked() == "crusade_dice" and table.complete(0, 0)  # one die for each unit
    table.throw(1, 1)
    assert table.crusade.hits == [0, 0, 0]


@pytest.mark.clause("DM14-4.7")
@pytest.mark.parametrize(
    ("hits", "points"),
    [([3, 1, 1, 0], [8, 5, 5, 0]), ([2, 2, 2, 0], [8, 8, 8, 0]), ([4, 3, 2, 1], [8, 5, 3, 1])],
)
def test_places_are_shared_and_left_out(hits: list[int], points: list[int]) -> None:
    table = Crusading(4).runs("antioch")
    for seat in range(4):
        table.sent(seat, infantry=4).goods(seat, wood=1)
    table.s.add_points(A, 0, FROM_CARDS)
    table.resolve(A)
    for seat in range(4):
        table.do(seat, 1, ask="bargain")
    table.throw(*[6 if i < n else 1 for n in hits for i in range(4)])
    assert table.crusade.hits == hits and table.crusade.won == int(sum(hits) > 4)
    assert table.scores() == (points if sum(hits) > 4 else [0] * 4)


@pytest.mark.clause("DM14-4.7", "DM0-1.5")
def test_absent_players_never_fall_below_nothing() -> None:
    table = Crusading(3).runs("edessa").sent(A, infantry=3)
    table.s.add_points(C, 5, FROM_CARDS)
    table.resolve(A).throw(6, 6, 6)
    assert table.scores() == [5, 0, 4] and table.crusade.defence == 1


@pytest.mark.clause("DM14-4.3", "DM14-3.4", "DM0-8.15")
def test_turn_order_begins_with_the_active_player() -> None:
    table = Crusading(4).runs("acre").sent(A, infantry=1).sent(C, infantry=1).sent(D, infantry=1)
    for seat in range(4):
        table.goods(seat, gold=4)
    table.resolve(C)
    assert participants(table.s) == [C, D, A]
    for seat in (C, D, A):
        assert table.open() == ("bargain", seat)
        table.do(seat, 0)
    assert table.asked() == "crusade_dice"


@pytest.mark.clause("DM14-4.12", "DM0-7.4")
def test_the_log_tells_no_card_before_its_time() -> None:
    session = open_session(ruleset("darkages", 3, ("crusades",)), [SeatInfo("x")] * 3, "deus vult")
    assert "crusade_card" not in [entry.ask for entry in session.entries]


@pytest.mark.clause("DM14-3.2", "DM14-4.10")
@pytest.mark.parametrize("players", [3, 4])
def test_random_games(players: int) -> None:
    rules = ruleset("darkages", players, ("crusades",))
    for s, _ in random_game(rules, players + 20):
        assert rules.violations(s) == []


# -- judgement --------------------------------------------------------------------------------------------


def test_a_bot_goes_where_there_is_something_to_win() -> None:
    weak = Crusading(3).runs("edessa").hold(A, "verona", infantry=3).manors_off(A, 8)
    assert best_sending(weak.s, A)[0] == 0.0
    weak.s.phase = LAST_TURNS  # units are good for nothing else now
    assert best_sending(weak.s, A)[0] > 0.5
    table = Crusading(3).runs("edessa").hold(A, "verona", cavalry=4).manors_off(A, 8)
    gain, going = best_sending(table.s, A)
    assert gain > 1 and len(going) == 4 and JUDGE.promise(table.s, A) > gain
    table.turn(A).do(A, WORDS["march"], ask="turn")
    *moves, none = JUDGE.candidates(table.s, table.ask_of())
    assert moves == [(table.area("verona"), 0, 0, n) for n in range(1, len(going) + 1)]
    assert none == (table.t.areas,)
    move = moves[-1]
    table.do(A, *move)
    if table.asked() == "crusade":
        assert JUDGE.candidates(table.s, table.ask_of()) == [(table.t.areas,)]  # enough is enough


def test_a_bot_stays_at_home_when_there_is_not() -> None:
    table = Crusading(3).runs("acre").hold(A, "verona", infantry=1).hold(A, "lombardy", infantry=1)
    assert best_sending(table.s, A) == (0.0, []) and spares(table.s, A) == [(table.area("verona"), INFANTRY)]
    table.turn(A).do(A, WORDS["march"], ask="turn")
    assert JUDGE.candidates(table.s, table.ask_of()) == [(table.t.areas,)]


def test_a_bot_gives_up_the_weakest_and_saves_the_best() -> None:
    table = Crusading(3).runs("antioch").sent(A, infantry=1, cavalry=1).goods(A)
    table.s.face[UNITS * A + CAVALRY] = next(
        i for i, face in enumerate(table.t.faces) if face.type == CAVALRY and face.level == 3
    )
    table.s.call("crusade_loss", A, 1)
    table.rules.run(table.s)
    assert JUDGE.candidates(table.s, table.ask_of()) == [(INFANTRY,)]
    table.s.stack.pop()
    table.s.call("crusade_saved", A, 1)
    table.rules.run(table.s)
    assert JUDGE.candidates(table.s, table.ask_of()) == [(CAVALRY,)]
