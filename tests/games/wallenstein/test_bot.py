"""The evaluation and the candidates of Wallenstein: pure, legal, sensible, and good enough to beat chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask
from pfalz.core.data import Edition
from pfalz.games.wallenstein.bot import attack_value, candidates, offers
from pfalz.games.wallenstein.lookup import COLLECT_TAXES, COMBAT_A, MONEY, PALACE, TILE_THALER
from pfalz.games.wallenstein.mind import Mind, carry_out
from pfalz.games.wallenstein.odds import attack_odds, revolt_odds
from pfalz.games.wallenstein.planning import planning_cards
from pfalz.games.wallenstein.plans import BIDS, KEPT
from pfalz.games.wallenstein.prospects import TERMS, evaluate, judge, prospect, term_names
from pfalz.games.wallenstein.state import STAY
from tests.games.kit.judging import Judged
from tests.games.kit.settings import setting
from tests.games.playing import random_game
from tests.games.wallenstein.table import BLACK, BLUE, PURPLE, Table

ALL = ("court", "landsknechte", "leaders")


class TestJudgement(Judged):
    game = "wallenstein"
    settings = (
        setting(4, start="lineup"),
        setting(5, *ALL, tower_model="impact"),
        setting(3, *ALL, combat_movement_mandatory=True),
    )
    answered = {"plan", "march", "regroup"}
    always = {"take_county", "choose_revolt"}
    others_too = True
    most = max(KEPT * BIDS, 30)
    bound = 500
    games = 1

    def worth_a_look(self, s: Any, ask: Ask) -> bool:
        return ask.name != "plan" or ask.seat == s.season % s.t.players  # one plan of each round is enough

    def ahead(self, mine: int, best: int) -> bool:
        return mine > 1.2 * best


@pytest.mark.parametrize("counties", [0, 1, 3, 5, 6, 12])
def test_few_cards_and_many_give_legal_plans(counties: int) -> None:
    for modules in ((), ALL):
        table = Table(3, modules)
        names = table.many(BLACK, counties, 3)
        table.many(BLUE, 9)
        for id in names[1:4]:
            table.mark(id)
        table.s.action_row = table.s.action_row[:5]
        table.begin("plan")
        (ask, *_) = table.rules.asks(table.s)
        for move in candidates(table.rules.view(table.s, BLACK), ask, Random(3)):
            ask.check(table.s, move)


def test_a_plan_is_carried_out_in_the_mind() -> None:
    table = Table(3)
    table.land(BLACK, anhalt=4, altmark=2, baden=2).land(BLUE, trier=3).land(PURPLE, tirol=3)
    table.land(PURPLE, kaernten=3)
    s = table.s
    s.thalers = [3, 3, 3]
    s.event = -1
    nothing = [MONEY] * 11
    base = prospect(s, BLACK, nothing)

    def gain(action: int, county: str) -> float:
        row = list(nothing)
        row[action + 1] = table.county(county)
        return prospect(s, BLACK, row) - base

    assert gain(PALACE, "altmark") > 1
    s.thalers[BLACK] = 2
    base = prospect(s, BLACK, nothing)
    assert gain(PALACE, "altmark") == pytest.approx(0)  # not enough Thalers
    calm = gain(COLLECT_TAXES, "baden")
    assert calm > 0.5
    s.markers[table.county("baden")] = 2
    base = prospect(s, BLACK, nothing)
    assert gain(COLLECT_TAXES, "baden") < calm - 0.3  # a revolt is likely
    assert gain(COMBAT_A, "anhalt") > gain(COMBAT_A, "altmark") > -0.01  # one need not attack
    s.markers[table.county("baden")] = 0
    row = list(nothing)
    row[COLLECT_TAXES + 1] = table.county("baden")
    without = prospect(s, BLACK, row)
    s.tiles = [TILE_THALER, -1, -1, -1, -1]
    s.place = [0, 1, 2]
    assert prospect(s, BLACK, row) > without


def test_more_grain_and_more_land_are_better() -> None:
    table = Table(3)
    table.many(BLACK, 9)
    table.many(BLUE, 9)
    s = table.s
    s.season, s.event_row = 2, [0]
    s.grain = [2, 2, 2]
    hungry = evaluate(s, BLACK)
    s.grain = [14, 2, 2]
    assert evaluate(s, BLACK) > hungry + 1
    fed = evaluate(s, BLACK)
    table.many(BLUE, 1)
    assert evaluate(s, BLACK) < fed


def test_odds_follow_the_tower() -> None:
    table = Table(3)
    table.land(BLACK, anhalt=6).land(BLUE, altmark=3)
    s = table.s
    altmark, neutral = table.county("altmark"), table.county("kursachsen")
    win, tie, _ = attack_odds(s, BLACK, altmark, 5, 3)
    assert win == pytest.approx(0.74, abs=0.05)  # counted out: see docs/wallenstein-tower.md
    assert tie == pytest.approx(0.18, abs=0.05)
    assert attack_odds(s, BLACK, neutral, 3, 0)[0] == pytest.approx(0.815, abs=0.08)
    assert revolt_odds(s, BLACK, 4, 2) == pytest.approx(0.768, abs=0.05)
    s.tower[BLUE] = 6
    assert attack_odds(s, BLACK, altmark, 5, 3)[0] < win - 0.2


def test_hopeless_attacks_are_left_out() -> None:
    table = Table(3)
    anhalt = table.county("anhalt")
    around = [table.t.county_ids[c] for c in table.t.neighbours[anhalt]]
    table.land(BLACK, anhalt=2).land(BLUE, **dict.fromkeys(around, 8))
    table.row("combat_a").plan(BLACK, combat_a="anhalt").begin()
    s = table.s
    (ask,) = table.rules.asks(s)
    assert ask.name == "march"
    assert candidates(s, ask, Random(1)) == [(STAY,)]
    assert attack_value(s, BLACK, anhalt, table.county(around[0]), 1) < evaluate(s, BLACK)


@pytest.mark.clause("W-9.5", "W-9.6")
@pytest.mark.parametrize(
    ("action", "tile"), [("collect_grain", "plus_one_grain"), ("collect_taxes", "plus_one_thaler")]
)
def test_the_mind_reckons_with_the_numbers_of_the_edition(action: str, tile: str) -> None:
    edition = Edition("wallenstein", "", {f"cards.bonus_tile.{tile}.amount": 9})
    table = Table(3, edition=edition).land(BLUE, trier=2).tile(BLUE, tile).row(action)
    table.plan(BLUE, **{action: "trier"})
    s = table.s
    mind = Mind(s, BLUE)
    carry_out(s, BLUE, s.mat[s.boxes() : 2 * s.boxes()], mind)
    table.begin()
    assert (mind.grain, mind.thalers) == (s.grain[BLUE], s.thalers[BLUE])
    assert max(s.grain[BLUE], s.thalers[BLUE] - s.t.start_thalers) >= 9


@pytest.mark.clause("W-10.12")
def test_odds_reckon_with_the_numbers_of_the_edition() -> None:
    usual = Table(3)
    harder = Table(3, edition=Edition("wallenstein", "", {"setup.combat.neutral_peasants": 5}))
    altmark = usual.county("altmark")
    assert (
        attack_odds(harder.s, BLACK, altmark, 5, 0)[0] < attack_odds(usual.s, BLACK, altmark, 5, 0)[0] - 0.2
    )


@pytest.mark.parametrize("modules", [(), ALL])
def test_the_terms_of_the_judgement_add_up(modules: tuple[str, ...]) -> None:
    rules = ruleset("wallenstein", 4, modules, {"start": "lineup"})
    names = term_names(rules)
    assert names[: len(TERMS)] == TERMS and len(set(names)) == len(names)
    assert (len(names) > len(TERMS)) == bool(modules)
    for turn, (s, _) in enumerate(random_game(rules, 3)):
        if turn % 17 and not s.over:
            continue
        for seat, terms in enumerate(judge(s)):
            assert len(terms) == len(names)
            assert sum(terms) == pytest.approx(evaluate(s, seat))
    assert sum(evaluate(s, seat) > 0 for seat in range(4)) <= 1  # at the end at most one is ahead


@pytest.mark.clause("W-2.3")
def test_guessed_plans_are_mostly_sensible() -> None:
    table = Table(3)
    own = [table.county(id) for id in table.many(BLUE, 12, armies=1)]
    full = own[:8]
    for county in full:
        table.s.buildings[county] = (1 << table.t.sites[county]) - 1  # no site is left there
    table.begin("plan")
    s = table.s
    for seat in range(3):
        ask = table.rules.ask_of(s, seat)
        table.rules.play(s, seat, ask.random_answer(s, Random(seat)))
    view, rng = table.rules.view(s, BLACK), Random(1)
    sensible = senseless = 0
    for _ in range(100):
        guess = table.rules.resample(view, BLACK, rng)
        row = guess.mat[guess.boxes() : 2 * guess.boxes()]
        assert len(set(row)) == len(row) and set(row) <= set(planning_cards(s, BLUE))
        sensible += sum(card in own and card not in full for card in row[1:4])
        senseless += sum(card in full for card in row[1:4])
    assert sensible > senseless  # though there are twice as many counties without a site


def test_whoever_has_learned_chooses_between_all_attacks_with_a_chance() -> None:
    table = Table(3)
    anhalt = table.county("anhalt")
    near, far = (table.t.county_ids[c] for c in table.t.neighbours[anhalt][:2])
    table.land(BLACK, anhalt=7).land(BLUE, **{near: 2, far: 3})
    table.row("combat_a").plan(BLACK, combat_a="anhalt").begin()
    (ask,) = table.rules.asks(table.s)
    found = offers(table.s, ask, Random(1))
    attacked = {move[0] for move in found if move != (STAY,)}
    assert {table.county(near), table.county(far)} <= attacked and (STAY,) in found
    assert set(candidates(table.s, ask, Random(1))) < set(found)
    for move in found:
        ask.check(table.s, move)
    for name in (near, far):
        table.s.armies[table.county(name)] = 15
    assert {table.county(near), table.county(far)}.isdisjoint(
        {move[0] for move in offers(table.s, ask, Random(1))}
    )
