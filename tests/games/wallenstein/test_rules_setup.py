"""Clauses that no worked example covers: pieces, setup, course of the game (W-1, W-3, W-4)."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.data import Edition, value_at
from pfalz.core.errors import DataError, RulesetError
from pfalz.core.rollout import Tally, play_random
from pfalz.core.state import NATURE
from pfalz.core.texts import error_text
from pfalz.games.wallenstein.draft import DrawCounties
from pfalz.games.wallenstein.events import GRAIN_COLLECTED, TAXES_COLLECTED
from pfalz.games.wallenstein.lookup import ACTIONS
from pfalz.games.wallenstein.state import BLIND, EMPTY, SOURCE_IDS, Wallenstein
from tests.games.wallenstein.table import BLACK, BLUE, PURPLE, Table


def started(players: int, start: str = "lineup") -> Wallenstein:
    """A new game before the first plan (or after the start seat is known)."""
    rules = ruleset("wallenstein", players, (), {"start": start})
    s: Wallenstein = rules.start()
    rules.play(s, NATURE, (BLUE,))
    return s


@pytest.mark.clause("W-3.3", "W-3.4", "W-3.5", "W-R.17", "W-1.10")
@pytest.mark.parametrize(
    ("players", "thalers", "groups"),
    [(3, 18, (5, 4, 4, 3, 3, 2, 2, 2, 2)), (4, 15, (5, 4, 4, 3, 3, 2, 2, 2)), (5, 12, (5, 4, 4, 3, 3, 2, 2))],
)
def test_what_each_player_takes(players: int, thalers: int, groups: tuple[int, ...]) -> None:
    s = started(players, "draft")
    assert s.thalers == [thalers] * players and s.groups == [groups] * players
    assert s.supply == [62 - sum(groups)] * players + [20]
    assert s.grain == [0] * players and [s.score(seat) for seat in range(players)] == [0] * players
    assert s.t.money == [0, 1, 2, 3, 4] and s.place == [EMPTY] * players


@pytest.mark.clause("W-3.6", "W-3.14", "W-3.15", "W-R.27", "W-1.15")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_lineups_go_clockwise_from_the_drawn_seat(players: int) -> None:
    s = started(players)
    for i, lineup in enumerate(s.t.lineups):
        seat = (BLUE + i) % players
        assert [(c, s.armies[c]) for c in sorted(c for c, _ in lineup)] == sorted(lineup)
        assert all(s.owner[c] == seat for c, _ in lineup)
    assert sum(o < 0 for o in s.owner) == len(s.owner) - players * len(s.t.groups)
    assert s.rules.asks(s)[0].name == "tower_fill"
    with pytest.raises(RulesetError, match="draft, lineup"):
        ruleset("wallenstein", players, (), {"start": "auction"})


@pytest.mark.clause("W-3.13", "W-3.15", "W-3.20", "W-3.10")
@pytest.mark.parametrize(("players", "armies"), [(3, 27), (4, 25), (5, 23)])
def test_draft_to_the_end(players: int, armies: int) -> None:
    table = Table(players, start="draft")
    table.s = table.rules.start()
    table.nature(BLUE)
    turns: list[int] = []
    while table.chance().asked()[0] != "plan":
        name, seat = table.asked()
        if name == "take_county":
            turns.append(seat)
        table.answer(seat, table.options()[0])
    assert turns == [(BLUE + i) % players for i in range(players * len(table.t.groups))]  # W-3.8
    s = table.s
    assert [sum(s.armies[c] for c in s.own(seat)) for seat in range(players)] == [armies] * players
    assert s.open_counties == [] and s.under_deck == []
    assert all(ask.options(s, ()) for ask in table.asks())  # the cards are in the hands


@pytest.mark.clause("W-3.10")
def test_group_must_be_one_of_the_remaining() -> None:
    table = Table(3, start="draft")
    table.s = table.rules.start()
    table.nature(BLACK).nature("trier", "anhalt").answer(BLACK, "trier").nature("mark")
    table.s.groups[BLACK] = (4, 4, 2)
    assert table.options() == [4, 2]
    assert table.refused(BLACK, 5) == ("no_such_group", "W-3.10", {})
    table.s.groups[BLACK] = table.t.groups
    table.answer(BLACK, 5)
    assert table.s.groups[BLACK] == (4, 4, 3, 3, 2, 2, 2, 2)


@pytest.mark.clause("W-3.12", "W-R.26", "W-2.4")
def test_cards_under_the_deck_come_last_and_in_pairs() -> None:
    s = started(3, "draft")
    cards = s.t.counties

    class Draw(DrawCounties):
        def count(self, s: Wallenstein) -> int:
            return 6

    s.open_counties = cards[:2]
    s.under_deck = cards[2:6]
    for county in cards[8:]:
        s.owner[county] = BLUE
    draw = Draw()
    top, first, second = cards[6:8], cards[2:4], cards[4:6]
    assert draw.options(s, NATURE, (), ()) == top
    assert draw.options(s, NATURE, (), top[:1]) == top[1:]
    assert draw.options(s, NATURE, (), top) == first
    assert draw.options(s, NATURE, (), [*top, first[1]]) == first[:1]
    assert draw.options(s, NATURE, (), [*top, *first]) == second


@pytest.mark.clause("W-3.9", "W-3.11")
def test_blind_card_leaves_the_open_ones() -> None:
    table = Table(3, start="draft")
    table.s = table.rules.start()
    table.nature(BLACK).nature("trier", "anhalt").answer(BLACK, BLIND)
    assert table.county("trier") not in table.options()
    table.nature("mark").answer(BLACK, 5)
    assert table.s.open_counties == [table.county("trier"), table.county("anhalt")]
    table.answer(BLUE, "anhalt")
    assert table.asked() == ("turn_up_counties", NATURE)
    table.nature("koeln")
    assert table.s.open_counties == [table.county("trier"), table.county("koeln")]


@pytest.mark.clause("W-14.6", "W-R.30", "W-3.17")
def test_tower_fill_is_even() -> None:
    s = started(3)
    question = s.rules.asks(s)[0].question
    assert question.name == "tower_fill"
    weights = question.weights(s, (), (), question.options(s, NATURE, (), ()))  # type: ignore[attr-defined]
    assert weights == [1, 7, 21, 35, 35, 21, 7, 1]
    rng = Random(1)
    moves = [question.sample(s, (), rng) for _ in range(2000)]  # type: ignore[attr-defined]
    assert abs(sum(map(sum, moves)) / len(moves) - 15.5) < 0.3
    s.rules.play(s, NATURE, moves[0])
    assert s.tray == [0, 0, 0, 0]


@pytest.mark.clause("W-1.11", "W-1.7", "W-1.8", "W-1.13", "W-R.15")
def test_cards_and_pieces_in_the_box() -> None:
    t = Table(5).t
    assert len(t.cost) == ACTIONS and len(t.event_ids) == 12 and len(t.tile_amount) == 5
    assert t.buildings == (28, 26, 26) and t.markers == 42
    losses = dict(zip(t.event_ids, t.winter_loss, strict=True))
    assert sorted(losses.values()) == [0, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7]
    table = Table(3).land(BLUE, trier=2).row("collect_grain").plan(BLUE, collect_grain="trier")
    table.s.grain[BLUE] = 18
    table.score(BLUE, 80).begin()
    table.s.add_points(BLUE, 1, 0)
    assert table.s.grain[BLUE] == 20 and table.points(BLUE) == 81
    # two markers a round for each player: at most 30 at the end of fall
    assert t.markers >= 5 * 2 * 3


@pytest.mark.clause("W-1.7", "W-9.2")
def test_used_up_buildings_cannot_be_built() -> None:
    for palaces, built in ((27, True), (28, False)):
        table = Table(5).purse(blue=9).land(BLUE, trier=2).row("build_palace")
        for id in table.many(BLACK, palaces, armies=1):
            table.build(id, "palace")
        table.plan(BLUE, build_palace="trier").begin()
        assert (table.buildings("trier") == {"palace"}) is built and table.s.stock(0) == 0
        assert table.s.thalers[BLUE] == (6 if built else 9)


@pytest.mark.clause("W-4.1", "W-4.2", "W-4.5", "W-4.8", "W-12.15", "W-3.18")
def test_two_years_of_four_seasons() -> None:
    rules = ruleset("wallenstein", 3, (), {"start": "lineup"})
    s = rules.start()
    rng = Random(5)
    names: list[str] = []
    seasons: set[int] = set()
    while not s.over:
        ask = next(ask for ask in rules.asks(s) if not ask.answered)
        if ask.name == "plan":
            assert len(s.action_row) == 5 and sorted(s.tiles) == [0, 1, 2, 3, 4]  # W-4.5
        seasons.add(s.season)
        if not names or names[-1] != ask.name:
            names.append(ask.name)
        if ask.seat == NATURE:
            rules.apply(s, NATURE, ask.question.sample(s, ask.args, rng))  # type: ignore[attr-defined]
        else:
            rules.apply(s, ask.seat, ask.random_answer(s, rng))
    assert set(range(7)) <= seasons <= set(range(8))  # the last winter may pass without a question
    first = names.index("lay_out_actions")
    steps = ["lay_out_actions", "lay_out_tiles", "plan", "draw_event"]
    assert names[first : first + 4] == steps and names.count("lay_out_actions") == 6
    assert names.count("events") == 2 and len(s.event_deck) == 4


@pytest.mark.clause("W-4.6", "W-4.7", "W-12.1", "W-2.6")
@pytest.mark.parametrize("season", [0, 1, 2])
def test_end_of_a_round(season: int) -> None:
    table = Table(3).land(BLUE, trier=2).order(PURPLE, BLUE, BLACK).tile(BLUE, "six_armies")
    table.event("taxes_min").row("collect_taxes").plan(BLUE, "money_1", collect_taxes="trier")
    table.s.season = season
    table.s.event_row = table.s.event_row[:1]
    row = table.s.event_row[:]
    table.begin()
    s = table.s
    assert s.mat == [EMPTY] * 33 and s.shown == [0] * 3 and s.action_row == [] and s.event == -1
    assert s.event_row == row and s.tiles == [EMPTY] * 5
    if season == 2:
        assert s.place == [2, 1, 0] and s.season == 3  # the order of fall is that of winter
    else:
        assert s.place == [EMPTY] * 3


@pytest.mark.clause("W-6.7", "W-6.8", "W-6.9", "W-6.6", "W-9.5", "W-9.6", "W-7.8")
@pytest.mark.parametrize(
    ("event", "county", "grain", "taxes"),
    [
        ("taxes_min", "lueneburg", 5, 6),
        ("taxes_max", "trier", 2, 5),
        ("grain_min", "trier", 4, 7),
        ("grain_max", "lueneburg", 3, 3),
    ],
)
@pytest.mark.parametrize("tile", ["", "plus_one_grain", "plus_one_thaler"])
def test_events_change_what_is_collected(event: str, county: str, grain: int, taxes: int, tile: str) -> None:
    for action, kind, n, bonus in (
        ("collect_grain", GRAIN_COLLECTED, grain, tile == "plus_one_grain"),
        ("collect_taxes", TAXES_COLLECTED, taxes, tile == "plus_one_thaler"),
    ):
        table = Table(3).land(BLUE, **{county: 2}).event(event).row(action)
        if tile:
            table.tile(BLUE, tile)
        table.plan(BLUE, **{action: county}).begin()
        assert [args[2] for args in table.happened(kind)] == [n + bonus]
        other = Table(3).land(BLUE, **{county: 2}).event(event).row(action)
        if tile:
            other.tile(PURPLE, tile)  # somebody else's tile does nothing
        other.plan(BLUE, **{action: county}).begin()
        assert [args[2] for args in other.happened(kind)] == [n]


@pytest.mark.clause("W-1.9", "W-R.14")
def test_the_bank_pays_any_amount() -> None:
    table = Table(3).land(BLUE, trier=2).row("collect_taxes").purse(black=400, blue=990)
    table.plan(BLUE, collect_taxes="trier").begin()
    assert table.s.thalers[BLUE] == 997


def corrected(**values: object) -> Edition:
    """An edition with values by path, dots being written as two underscores."""
    return Edition("wallenstein", "", {path.replace("__", "."): value for path, value in values.items()})


WRONG: list[tuple[Edition, str, str]] = [
    (
        corrected(cards__event__few_recruits__amounts=[3]),
        "event 'few_recruits' must have so many amounts: 2; found: 1",
        "Ereignis 'few_recruits' muss so viele Werte (amounts) haben: 2; gefunden: 1",
    ),
    (
        corrected(counties__county__trier__region="saxen"),
        "the unknown region 'saxen'; did you mean 'sachsen'?",
        "der unbekannten Region 'saxen'; meintest du 'sachsen'?",
    ),
    (
        corrected(counties__county__bremen__neighbours=["holstein"]),
        "'osnabrueck' has a border with 'bremen', but not the other way round",
        "'osnabrueck' grenzt an 'bremen', aber nicht umgekehrt",
    ),
    (
        corrected(setup__lineup__0__counties__8=["mark", 2]),
        "two line-ups for 3 players have the county 'mark'",
        "Zwei Aufstellungen für 3 Spieler haben das Land 'mark'",
    ),
    (
        corrected(setup__lineup__1__seat="C"),
        "must be those of the seats A, B, C, in this order",
        "müssen die der Plätze A, B, C sein, in dieser Reihenfolge",
    ),
    (
        corrected(expansions__favor__thalers_small={"id": "thalers_small", "provenance": "public"}),
        "favour 'thalers_small' must have an amount, a building or wards as its effect needs",
        "Gunst 'thalers_small' muss amount, building oder wards haben, wie",
    ),
    (
        corrected(setup__tower__fill__thrown=[3, 2]),
        "odds of the tower must lie between 0 and 1, as two numbers of a fraction; found: 3, 2",
        "Chancen des Turms müssen zwischen 0 und 1 liegen, als zwei Zahlen eines Bruchs; gefunden: 3, 2",
    ),
]


@pytest.mark.parametrize(("edition", "english", "german"), WRONG, ids=lambda value: str(value)[:40])
def test_wrong_data_is_refused_by_name(edition: Edition, english: str, german: str) -> None:
    with pytest.raises(DataError) as caught:
        Table(3, ["court"], edition=edition)
    assert english in error_text(caught.value, "en")
    assert german in error_text(caught.value, "de")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("expansions.court.courtiers_per_player", "court.court.courtiers_per_player"),
        ("expansions.favor.thalers_small.amount", "court.favor.thalers_small.amount"),
        ("expansions.landsknechte.regions_required", "landsknechte.landsknechte.regions_required"),
        ("expansions.banner.banner_one.thalers", "landsknechte.banner.banner_one.thalers"),
        ("expansions.leaders.collect_bonus", "leaders.leaders.collect_bonus"),
    ],
)
def test_editions_written_before_modules_had_files_of_their_own_still_count(old: str, new: str) -> None:
    for path in (old, new):
        table = Table(3, ["court", "landsknechte", "leaders"], edition=Edition("wallenstein", "", {path: 9}))
        assert value_at(table.rules.data, new) == 9


def test_an_edition_corrects_a_value() -> None:
    richer = Table(3, edition=corrected(counties__county__trier__taxes=4))
    assert richer.t.taxes[richer.county("trier")] == 4


@pytest.mark.parametrize(
    "path",
    [
        "cards.event.trading_post_calm_5.amounts",
        "cards.event.church_peace_3.amounts",
        "cards.action.collect_grain.cost",
        "cards.action.build_palace.armies",
        "expansions.favor.calm_revolt.amount",
        "expansions.favor.dismiss_event.amount",
        "counties.county.trier.board_x",
        "setup.colour.black.monogram",
        "setup.colour.black.hex",
        "expansions.favor.free_palace.amount",
    ],
)
def test_a_datum_that_nothing_depends_on_cannot_be_set(path: str) -> None:
    with pytest.raises(DataError, match="has no entry"):
        Table(3, edition=Edition("wallenstein", "", {path: 1}))


@pytest.mark.parametrize("modules", [(), ("landsknechte",), ("court", "leaders")])
def test_positions_of_the_first_format_lose_the_points_of_modules_that_are_not_in_play(
    modules: tuple[str, ...],
) -> None:
    table = Table(3, modules).begin("plan")
    rules, s = table.rules, table.s
    s.points = list(range(1, len(s.points) + 1))
    old = rules.to_json(s)
    del old["format"]
    for written, frame in zip(old["stack"], s.stack, strict=True):
        written[1] = frame[1]
    names = (*SOURCE_IDS, "favors", "banners", "monuments")
    old["columns"]["points"] = [s.breakdown(seat).get(name, 0) for seat in range(3) for name in names]
    again = rules.from_json(old)
    assert again.points == s.points and rules.hash(again) == rules.hash(s)


@pytest.mark.clause("W-50.1")
def test_every_combination_of_modules_can_be_played() -> None:
    presets = game("wallenstein").presets()
    combinations = {(players, modules, str(options.get("start"))) for _, players, modules, options in presets}
    assert len([c for c in combinations if c[2] != "None"]) == 3 * 8 * 2
    for modules in {modules for _, _, modules, _ in presets}:
        rules = ruleset("wallenstein", 3, modules)
        s = rules.start()
        assert play_random(rules, s, Random(1), Tally())
