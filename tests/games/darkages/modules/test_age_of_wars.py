"""Age of Wars (DM9): setup, hands and piles, ties, rewards, the end (MA10, MB26, MB27, MB53)."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.record import SeatInfo
from pfalz.core.session import open_session
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import draw, plain
from pfalz.games.darkages.ending import end_check
from pfalz.games.darkages.modules.age_of_wars.bot import JUDGE
from pfalz.games.darkages.modules.age_of_wars.rules import (
    BY_WAR_MARKERS,
    marker_points,
    score_markers,
)
from pfalz.games.darkages.modules.age_of_wars.state import IN_HAND, ON_PILE, own_cards
from pfalz.games.darkages.passing import take_title
from pfalz.games.darkages.state import FREE, NONE, PASS_ROUND
from pfalz.games.darkages.words import ATTACKER, DEFENDER, INFANTRY, MELEE, UNITS
from tests.games.darkages.battlefield import (
    ARCHER_T,
    CAVALRY_T,
    GREEN,
    INFANTRY_T,
    TEMPORARY,
    VIOLET,
    WHITE,
    YELLOW,
)
from tests.games.darkages.modules.wars import CARDS, WarField
from tests.games.darkages.table import WORDS, Table
from tests.games.playing import random_game

TITLES = [row["title"] for row in CARDS.values() if "title" in row]
RULER_CARDS = ("ruler_berengar", "ruler_burchard", "ruler_tomislav", "ruler_pandulf")


# -- setup ------------------------------------------------------------------------------------------------


@pytest.mark.clause("DM9-1.1", "DM9-1.3", "DM9-1.4", "DM9-1.5")
def test_cards_and_markers() -> None:
    kinds = [bool(row.get("title")) + 2 * bool(row.get("ruler")) for row in CARDS.values()]
    assert [kinds.count(kind) for kind in range(3)] == [8, 12, 14]  # of both boxes
    for players, titles in ((2, 4), (3, 5), (4, 6)):
        rules = ruleset("darkages", players, ("age_of_wars",))
        part = rules.start().slices["age_of_wars"]
        assert len(part.t.common) == 8 and part.pool == 12
        assert len(part.t.of_title) == titles and NONE not in part.t.of_title
        assert len(part.t.cards) == 8 + titles + len(rules.lookup.ruler_ids)
    field = WarField()
    for seat, id in enumerate(RULER_CARDS):
        assert field.card(id) in field.hand(seat)
        assert len(field.hand(seat)) == 2 and not field.pile(seat)
    assert all(holder == FREE for holder in field.s.title)  # their cards lie beside them


@pytest.mark.clause("DM9-1.2", "DM0-2.12", "DM0-2.13", "DM0-7.5", "DMR-41")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_of_two_is_kept_in_secret(players: int) -> None:
    session = open_session(ruleset("darkages", players, ("age_of_wars",)), [SeatInfo("x")] * players, "war")
    rng = Random(5)
    while (ask := session.asks()[0]).name != "keep_battle":
        if ask.seat == NATURE:
            session.nature()
        else:
            session.answer(ask.seat, ask.random_answer(session.state, rng))
    s = session.state
    part = s.slices["age_of_wars"]
    deals = [entry for entry in session.entries if entry.ask == "battle_deal"]
    order = s.clockwise(s.starter)
    assert len(deals) == players and [len(deal.move or ()) for deal in deals] == [2] * players
    dealt = {seat: set(deal.move or ()) for seat, deal in zip(order, deals, strict=True)}
    assert len(set().union(*dealt.values())) == 2 * players  # all different
    for viewer in (*range(players), SPECTATOR):
        told = [entry for entry in session.record(viewer).entries if entry.ask == "battle_deal"]
        for seat, entry in zip(order, told, strict=True):
            assert set(entry.move or ()) == (dealt[seat] if seat == viewer else {HIDDEN})
        view = session.rules.view(s, viewer).slices["age_of_wars"]
        for seat in range(players):
            mine = viewer == seat
            assert {view.common[seat], view.removed[seat]} == (dealt[seat] if mine else {HIDDEN})
    asks = session.asks()
    assert sorted(ask.seat for ask in asks) == list(range(players))
    kept = {}
    for ask in asks:
        assert set(ask.options(session.state) or ()) == dealt[ask.seat]
        others = [card for card in part.t.common if card not in dealt[ask.seat]]
        reason = ask.why_not(session.state, (), others[0])
        assert reason is not None and (reason.key, reason.clause) == ("not_dealt", "DM9-1.2")
        kept[ask.seat] = max(dealt[ask.seat])
        session.answer(ask.seat, (kept[ask.seat],))
    part = session.state.slices["age_of_wars"]
    for seat in range(players):
        assert part.common[seat] == kept[seat] and part.removed[seat] == min(dealt[seat])
    for viewer in (*range(players), SPECTATOR):  # and it stays a secret
        view = session.rules.view(session.state, viewer).slices["age_of_wars"]
        assert [card != HIDDEN for card in view.common] == [seat == viewer for seat in range(players)]
        assert [card != HIDDEN for card in view.removed] == [seat == viewer for seat in range(players)]
        for entry in session.record(viewer).entries:
            if entry.ask == "keep_battle" and entry.seat != viewer:
                assert list(entry.move or ()) == [HIDDEN]


# -- hand and pile ----------------------------------------------------------------------------------------


def attack(field: WarField, infantry: int = 2) -> WarField:
    """White attacks Violet in Franconia, who has one infantry there and could retreat to Bavaria."""
    field.hold(WHITE, "swabia", infantry=infantry).hold(VIOLET, "franconia", infantry=1)
    field.hold(VIOLET, "bavaria", infantry=1)
    return field.attack(WHITE, "swabia", "franconia", infantry=infantry)


@pytest.mark.clause("DM9-2.1", "DM9-2.2", "DM9-4.3", "DM9-7.1", "DM0-7.3")
def test_a_played_card_goes_to_the_open_pile_and_comes_back_with_all_others() -> None:
    field = WarField().common(WHITE, "pillage")
    attack(field)
    assert field.asked() == "battle_card" and set(field.options()) == {
        field.card("pillage"),
        field.card("ruler_burchard"),
        field.none(),
    }
    assert field.why(field.card("siege")) == ("not_in_battle_hand", "DM9-4.2")
    field.plays(WHITE, "pillage")
    assert field.wars.played == field.card("pillage") and field.wars.shown[WHITE]
    view = field.rules.view(field.s, YELLOW).slices["age_of_wars"]
    assert view.common[WHITE] == field.card("pillage") and view.common[VIOLET] == HIDDEN
    field.fight(6, 1)
    assert field.wars.played == NONE and field.over()
    assert field.pile(WHITE) == {field.card("pillage")}
    assert field.hand(WHITE) == {field.card("ruler_burchard")}
    field.hold(VIOLET, "lombardy", infantry=1).attack(WHITE, "swabia", "lombardy", infantry=2)
    field.plays(WHITE, "ruler_burchard")
    assert field.hand(WHITE) == set()  # it comes back after the battle
    field.fight(6, 1)
    assert field.hand(WHITE) == {field.card("pillage"), field.card("ruler_burchard")}
    assert field.events("battle_cards_recovered") == [(WHITE, 2)]
    assert field.rules.view(field.s, YELLOW).slices["age_of_wars"].common[WHITE] == field.card("pillage")


@pytest.mark.clause("DM9-3.2", "DM9-3.3", "DM9-2.2", "DM0-5.3", "DMR-28")
@pytest.mark.parametrize("place", [IN_HAND, ON_PILE])
def test_mb27_battle_card_follows_the_title(place: int) -> None:
    field = WarField().common(YELLOW, "shield_wall")
    italy = field.t.title_ids.index("title_king_of_italy")
    cw12, cw16, cw04 = (field.card(id) for id in ("title_italy", "ruler_berengar", "shield_wall"))
    field.s.title[italy] = YELLOW
    field.spent(YELLOW, common=True, ruler=True)
    assert field.hand(YELLOW) == {cw12} and field.pile(YELLOW) == {cw16, cw04}
    field.s.trace = []
    take_title(field.s, WHITE, italy)
    field.rules.run(field.s)
    assert field.hand(YELLOW) == {cw16, cw04} and field.pile(YELLOW) == set()
    assert (field.asked(), field.ask_of().seat) == ("battle_card_place", WHITE)
    field.do("battle_card_place", WHITE, place)
    assert (cw12 in field.hand(WHITE)) == (place == IN_HAND)
    assert (cw12 in field.pile(WHITE)) == (place == ON_PILE)
    assert field.events("battle_card_followed") == [(WHITE, cw12, place)]


@pytest.mark.clause("DM9-3.2")
def test_a_battle_card_comes_from_beside_the_title_and_from_a_pile() -> None:
    field = WarField()
    saxony = field.t.title_ids.index("title_duke_of_saxony")
    for seat in (GREEN, WHITE):
        take_title(field.s, seat, saxony)
        field.rules.run(field.s)
        field.do("battle_card_place", seat, ON_PILE)
        assert field.card("title_saxony") in field.pile(seat)
    assert field.card("title_saxony") not in [card for card, _ in own_cards(field.s, GREEN)]


@pytest.mark.clause("DM9-3.1")
def test_the_pope_has_no_battle_card() -> None:
    field = WarField(modules=("age_of_wars", "pope"))
    pope = next(title for title, id in enumerate(field.t.title_ids) if id not in TITLES)
    assert field.wars.t.of_title[pope] == NONE
    before = field.hand(WHITE)
    take_title(field.s, WHITE, pope)
    field.rules.run(field.s)
    assert field.asked() != "battle_card_place" and field.hand(WHITE) == before


# -- ties (DM9-4.1) ---------------------------------------------------------------------------------------


@pytest.mark.clause("DM9-4.1", "DMR-29", "D-15.20")
def test_mb53_no_survivor() -> None:
    field = WarField().hold(WHITE, "swabia", infantry=1).marker("lombardy", "barbarian_01")
    field.attack(WHITE, "swabia", "lombardy", infantry=1).roll(6, 6)
    assert field.s.strength == [0, 0] and field.s.victor == DEFENDER
    assert field.s.look[field.area("lombardy")] != NONE
    field = WarField().hold(WHITE, "swabia", infantry=2).marker("lombardy", "barbarian_01")
    field.attack(WHITE, "swabia", "lombardy", infantry=2).roll(1, 1, 6)
    assert field.s.strength == [1, 1] and field.s.victor == ATTACKER


@pytest.mark.clause("DM9-4.1", "DM0-4.10", "DMR-29")
def test_a_temporary_survivor_wins_a_tie() -> None:
    field = WarField()
    field.give(WHITE, "hired_swords")
    attack(field, infantry=1)
    field.plays(WHITE, "hired_swords")
    # both temporary units are left, and one unit of the defender with a floor of a tower
    field.build("franconia", floors=1)
    while field.asked() == "dice":
        assert field.dice() == (MELEE, 3, 1)
        field.roll(1, 1, 1, 6)
        field.do("hits", VIOLET, INFANTRY_T)
    assert field.s.strength == [2, 2] and field.s.victor == ATTACKER
    assert (field.asked(), field.ask_of().seat) == ("goods", VIOLET)  # the compensation
    field.do("goods", VIOLET, 0)
    assert field.owner("franconia") == FREE and field.over()
    assert field.wars.markers[WHITE] == 1  # the victory counts in every respect


@pytest.mark.clause("DM9-4.1")
def test_without_the_module_ties_are_the_defenders() -> None:
    table = Table(modules=())
    table.hold(WHITE, "swabia", infantry=2).marker("lombardy", "barbarian_01")
    table.turn(WHITE).do(WHITE, WORDS["march"], ask="turn")
    table.do(WHITE, table.area("swabia"), table.area("lombardy"), 2, 0, 0, ask="march").roll(1, 1, 6)
    assert table.s.strength == [1, 1] and table.s.victor == DEFENDER


# -- playing a card ---------------------------------------------------------------------------------------


@pytest.mark.clause("DM9-4.2", "DM0-4.1", "DM0-4.3")
def test_only_the_attacker_of_a_player_plays_one() -> None:
    field = WarField().hold(WHITE, "swabia", infantry=1).marker("lombardy", "barbarian_01")
    field.attack(WHITE, "swabia", "lombardy", infantry=1)
    assert field.asked() == "dice"  # not against barbarians
    field = attack(WarField())
    assert [(ask.name, ask.seat) for ask in field.asks()] == [("battle_card", WHITE)]
    field.plays(WHITE, "ruler_burchard")
    assert field.asked() == "dice"  # exactly one, and none of the defender


@pytest.mark.clause("DM9-4.2", "DM0-4.3")
def test_a_march_brings_the_question() -> None:
    table = Table(modules=("age_of_wars",))
    while table.asked() == "keep_battle":
        for ask in table.asks():
            table.play(ask.seat, (ask.options(table.s) or ())[:1])
    table.hold(WHITE, "swabia", infantry=2).hold(VIOLET, "lombardy", infantry=1)
    table.turn(WHITE).do(WHITE, WORDS["march"], ask="turn")
    table.do(WHITE, table.area("swabia"), table.area("lombardy"), 2, 0, 0, ask="march")
    assert table.open() == ("battle_card", WHITE)


@pytest.mark.clause("DM9-4.1", "DM9-4.2", "DM9-4.3", "DM9-4.4", "DM9-6.10", "DMR-48", "DM0-4.11")
@pytest.mark.parametrize("exhausted", [0, 1])
def test_mb26_age_of_wars_tie(exhausted: int) -> None:
    field = WarField()
    field.give(WHITE, "pursuit")
    field.spent(WHITE, ruler=True)  # the last card in hand
    field.hold(WHITE, "swabia", infantry=2).hold(VIOLET, "franconia", infantry=1, manors=1)
    field.hold(VIOLET, "bavaria", infantry=1)
    field.s.discs[VIOLET] -= exhausted
    field.s.exhausted[VIOLET] += exhausted
    home = field.t.area_ids[field.s.home[VIOLET]]
    field.attack(WHITE, "swabia", "franconia", infantry=2).plays(WHITE, "pursuit")
    field.roll(5, 2, 6, 3)
    field.do("hits", WHITE, INFANTRY_T + TEMPORARY)
    assert field.s.strength == [1, 1] and field.s.victor == ATTACKER
    assert field.events("units_pursued") == [(WHITE, VIOLET, UNITS * 1 + INFANTRY)]
    assert field.units("bavaria") == (1, 0, 0) and not field.events("units_retreated")
    assert field.events("manors_lost") == [(VIOLET, 1, field.area("franconia"))]
    assert field.units(home)[INFANTRY] == 1 and field.events("feud_begun") == [(VIOLET, field.s.home[VIOLET])]
    assert field.wars.markers[WHITE] == 1 and field.wars.pool == 11
    assert field.scores()[WHITE] == 3
    if exhausted:
        assert field.s.exhausted[VIOLET] == 0 and field.owned(VIOLET) == {}
    else:
        assert field.owned(VIOLET) == {"gold": 1}
    assert field.hand(WHITE) == {field.card("pursuit"), field.card("ruler_burchard")}
    assert field.over()


@pytest.mark.clause("DM9-6.10")
def test_pursuit_is_a_choice_and_nothing_in_a_home_area() -> None:
    field = WarField()
    field.give(WHITE, "pursuit")
    field.hold(WHITE, "swabia", cavalry=4).hold(VIOLET, "franconia", infantry=2, archers=1, cavalry=1)
    field.hold(VIOLET, "bavaria", infantry=1).attack(WHITE, "swabia", "franconia", cavalry=4)
    field.plays(WHITE, "pursuit").roll(1)
    field.roll(6, 6, 1, 1, 1)
    field.do("hits", WHITE, INFANTRY_T, INFANTRY_T)
    field.roll(1, 1, 1, 1, 1, 1)
    assert field.s.victor == ATTACKER and field.asked() == "pursuit"
    assert field.options() == [1, 2] and field.why(0) == ("not_retreating", "DM9-6.10")
    field.do("pursuit", WHITE, 2)
    assert field.units("bavaria") == (1, 1, 0)
    # everybody stays at home
    field = WarField()
    field.give(WHITE, "pursuit")
    home = field.t.area_ids[field.s.home[GREEN]]
    field.bare(GREEN).hold(GREEN, home, infantry=1).hold(WHITE, "apulia", infantry=4)
    field.attack(WHITE, "apulia", home, infantry=4).plays(WHITE, "pursuit").roll(1, 1, 1, 1, 1)
    assert field.s.victor == ATTACKER and field.over() and field.units(home) == (1, 0, 0)
    assert field.wars.markers[WHITE] == 1  # DM9-4.4: it counts


@pytest.mark.clause("DM9-6.10", "D-17.3")
def test_who_cannot_retreat_is_not_pursued() -> None:
    field = WarField()
    field.give(WHITE, "pursuit")
    field.hold(WHITE, "swabia", infantry=3).hold(VIOLET, "franconia", infantry=1, archers=1)
    field.attack(WHITE, "swabia", "franconia", infantry=3).plays(WHITE, "pursuit").roll(1)
    field.roll(1, 1, 1, 1, 1)
    assert field.s.victor == ATTACKER and not field.events("units_pursued")
    assert field.events("retreat_impossible") == [(VIOLET,)]


@pytest.mark.clause("DM9-4.4", "DM9-4.5", "DM9-4.6")
@pytest.mark.parametrize("card", ["pillage", ""])
@pytest.mark.parametrize("won", [True, False])
def test_rewards_of_a_battle(card: str, won: bool) -> None:
    field = WarField()
    field.give(WHITE, "pillage")
    attack(field, infantry=2 if won else 1).plays(WHITE, card)
    field.fight(*((6, 1) if won else (1, 6)))
    assert (field.s.victor == ATTACKER) is won
    rewarded = int(won and bool(card))
    assert field.wars.markers == [0, rewarded, 0, 0] and field.wars.pool == 12 - rewarded
    assert field.scores() == [0, 3 * rewarded, 3 * rewarded, 0]  # pillage compensates with 3 VP
    assert field.owned(WHITE) == ({"gold": 1} if rewarded else {})  # and gives a gold (DM9-6.11)
    assert field.pile(WHITE) == ({field.card("pillage")} if card else set())


@pytest.mark.clause("DM9-4.4", "DMX-4.3")
def test_a_home_victory_counts_after_the_base_game() -> None:
    field = WarField()
    field.give(WHITE, "pillage")
    home = field.t.area_ids[field.s.home[GREEN]]
    field.build(home, city=0).goods(GREEN, wood=1).hold(WHITE, "apulia", infantry=3)
    field.attack(WHITE, "apulia", home, infantry=3).plays(WHITE, "pillage")
    while not field.over():
        field.fight(6, 1)
    told = [
        kind.name
        for kind, args in field.s.trace or ()
        if kind.name in ("goods_plundered", "war_marker_taken")
    ]
    assert told == ["goods_plundered", "war_marker_taken"]
    points = [args[1:] for args in field.events("points_scored") if args[0] == WHITE]
    sources = field.rules.sources
    assert [sources[source] for _, source in points] == ["home_victories", "wars"]


# -- the end ----------------------------------------------------------------------------------------------


@pytest.mark.clause("DM9-5.1", "DM9-5.2", "DM0-6.1")
def test_the_last_marker_brings_the_end() -> None:
    field = WarField()
    field.wars.pool, field.wars.markers = 1, [11, 0, 0, 0]
    field.give(WHITE, "shield_wall")
    end_check(field.s)
    assert field.s.ended_by == 0
    attack(field).plays(WHITE, "shield_wall").fight(6, 1)
    assert field.wars.pool == 0 and field.wars.markers[WHITE] == 1
    end_check(field.s)
    assert field.s.ended_by == 1 << BY_WAR_MARKERS and field.s.phase == PASS_ROUND
    assert field.rules.kinds["end"].name(BY_WAR_MARKERS) == ("end.war_markers", {})
    field = WarField()
    field.wars.pool, field.wars.markers = 0, [12, 0, 0, 0]
    field.give(WHITE, "siege")
    attack(field).plays(WHITE, "siege").fight(6, 1)
    assert field.scores()[WHITE] == 3 and field.owned(VIOLET) == {"gold": 1}
    assert field.wars.markers == [12, 0, 0, 0] and not field.events("war_marker_taken")


@pytest.mark.clause("DM9-5.3", "DM9-5.4", "DM0-6.3")
@pytest.mark.parametrize(
    ("markers", "points"),
    [
        ([5, 3, 3, 0], [9, 6, 6, 0]),
        ([4, 4, 1], [9, 9, 0]),
        ([2, 1, 0], [9, 4, 0]),
        ([1, 1], [6, 6]),
        ([2, 1], [6, 0]),
        ([0, 0], [0, 0]),
        ([1, 4, 3, 2], [0, 9, 6, 3]),
    ],
)
def test_ma10_war_marker_scoring(markers: list[int], points: list[int]) -> None:
    rules = ruleset("darkages", len(markers), ("age_of_wars",))
    s = rules.start()
    s.slices["age_of_wars"].markers = list(markers)
    assert [marker_points(s, seat) for seat in range(len(markers))] == points
    score_markers(s)
    assert s.scores() == points


@pytest.mark.clause("DM9-7.2", "DMR-9")
def test_two_may_agree_on_it() -> None:
    rules = ruleset("darkages", 2, ("age_of_wars",))
    for s, _ in random_game(rules, 11):
        if s.over:
            assert s.slices["age_of_wars"].t.final_vp == (6,)


# -- information ------------------------------------------------------------------------------------------


@pytest.mark.clause("DM9-7.1", "DM0-7.2", "DM0-7.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_secrets_stay_secret_and_can_be_guessed(players: int) -> None:
    rules = ruleset("darkages", players, ("age_of_wars",))
    rng = Random(players)
    for s, _ in random_game(rules, players):
        part = s.slices["age_of_wars"]
        for viewer in (*range(players), SPECTATOR):
            view = rules.view(s, viewer)
            seen = view.slices["age_of_wars"]
            for seat in range(players):
                mine = viewer == seat or s.over or part.common[seat] == NONE
                assert (seen.common[seat] == part.common[seat]) is (mine or bool(part.shown[seat]))
                assert (seen.removed[seat] == part.removed[seat]) is mine
            if viewer >= 0:
                guess = rules.resample(view, viewer, rng)
                told = guess.slices["age_of_wars"]
                assert HIDDEN not in (*told.common, *told.removed) and rules.violations(guess) == []


@pytest.mark.clause("DM9-7.1", "DM0-7.5")
@pytest.mark.parametrize("narrow", [False, True])
def test_drawings_do_not_betray_a_common_card(narrow: bool) -> None:
    rules = ruleset("darkages", 3, ("age_of_wars",))
    for n, (s, _) in enumerate(random_game(rules, 8)):
        if n % 40 or s.over:
            continue
        part = s.slices["age_of_wars"]
        for viewer in (*range(3), SPECTATOR):
            texts = Texts(rules, "en", ["A", "B", "C"])
            view = rules.view(s, viewer)
            drawn = draw(rules, view, viewer, texts, narrow).svg() + plain(rules, view, viewer, texts)
            for seat, card in enumerate(part.common):
                if card != NONE and viewer != seat and not part.shown[seat]:
                    name = texts.name("battle_card", card)
                    others = [
                        c for other, c in enumerate((*part.common, *part.removed)) if other % 3 == viewer
                    ]
                    assert card in others or (
                        name not in drawn and f"battle-card-{part.t.cards[card]}" not in drawn
                    )


@pytest.mark.clause("DM9-6.7")
def test_a_first_strike_can_end_the_phase() -> None:
    field = WarField()
    field.give(WHITE, "surprise")
    field.hold(WHITE, "swabia", archers=2).hold(VIOLET, "franconia", archers=1)
    field.attack(WHITE, "swabia", "franconia", archers=2).plays(WHITE, "surprise")
    assert field.dice() == (0, 2, 0)
    field.roll(6, 1)
    assert field.s.victor == ATTACKER and field.units("franconia") == (0, 2, 0)
    field = WarField()
    field.give(WHITE, "surprise")
    field.hold(WHITE, "swabia", archers=2).hold(VIOLET, "franconia", archers=2, cavalry=1)
    field.attack(WHITE, "swabia", "franconia", archers=2).plays(WHITE, "surprise").roll(6, 1)
    field.do("hits", WHITE, ARCHER_T)
    assert field.dice() == (0, 0, 1)  # one archer is left to shoot
    field.roll(6)
    assert field.army(ATTACKER) == {ARCHER_T: 1} and field.army(DEFENDER) == {ARCHER_T: 1, CAVALRY_T: 1}
    assert field.s.struck[:2] == [1, 1]


@pytest.mark.clause("DM9-6.7")
def test_a_first_strike_without_shots_changes_nothing() -> None:
    field = WarField()
    field.give(WHITE, "surprise")
    field.hold(WHITE, "swabia", infantry=2).hold(VIOLET, "franconia", archers=1)
    field.attack(WHITE, "swabia", "franconia", infantry=2).plays(WHITE, "surprise")
    assert field.dice() == (0, 0, 1)


# -- judgement --------------------------------------------------------------------------------------------


def judged(field: WarField) -> tuple[int, ...]:
    """What the judgement of the module answers."""
    found = JUDGE.candidates(field.s, field.ask_of())
    assert len(found) == 1
    return found[0]


def test_a_bot_plays_the_card_that_helps_most() -> None:
    field = WarField().common(WHITE, "siege")
    field.hold(WHITE, "swabia", infantry=5).hold(VIOLET, "franconia", infantry=1, floors=3)
    field.attack(WHITE, "swabia", "franconia", infantry=5)
    assert judged(field) == (field.card("siege"),)  # against towers and a city
    field = WarField().common(WHITE, "siege")
    field.hold(WHITE, "swabia", infantry=3).hold(VIOLET, "franconia", infantry=2)
    field.attack(WHITE, "swabia", "franconia", infantry=3)
    assert judged(field) == (field.card("ruler_burchard"),)  # there is nothing to besiege


def test_a_bot_catches_the_best_units_and_keeps_its_cards_in_hand() -> None:
    field = WarField()
    field.give(WHITE, "pursuit")
    field.hold(WHITE, "swabia", cavalry=6).hold(VIOLET, "franconia", infantry=1, archers=1, cavalry=1)
    field.technology(VIOLET, "crossbows").hold(VIOLET, "bavaria", infantry=1)
    field.attack(WHITE, "swabia", "franconia", cavalry=6).plays(WHITE, "pursuit")
    while field.asked() == "dice":
        _, mine, theirs = field.dice()
        field.roll(*[1] * (mine + theirs))
    assert field.asked() == "pursuit" and judged(field) == (1,)  # crossbowmen of level III
    field = WarField()
    take_title(field.s, GREEN, 0)
    field.rules.run(field.s)
    assert judged(field) == (IN_HAND,)


def test_victories_over_players_are_worth_more_with_the_module() -> None:
    field = WarField().hold(VIOLET, "franconia", infantry=1)
    area = field.area("franconia")
    assert JUDGE.prize(field.s, WHITE, area) > 2 and JUDGE.prize(field.s, VIOLET, area) == 0
    field.wars.pool = 0
    field.wars.markers[0] = 12
    assert 0 < JUDGE.prize(field.s, WHITE, area) < 2
    assert JUDGE.helps(field.s, WHITE, 0, area) == (1, 0, 0)
    assert JUDGE.helps(field.s, VIOLET, 0, area) == (0, 0, 0)
