"""Squires that ignore a module (tools/darkages_modules.py): they want nothing of it, nor think of it."""

from __future__ import annotations

from random import Random

from darkages_modules import BEGIN, END, Quiet, Refusing, Result, Unaware, refusal, row, written
from pfalz.bots import Situation
from pfalz.bots.judge import judge_of
from pfalz.catalogue import ruleset
from pfalz.games.darkages.modules.poland.bot import JUDGE
from pfalz.games.darkages.outlook import Outlook
from tests.games.darkages.modules.courts import NO, YES, Courts
from tests.games.darkages.modules.fates import REMOVE, Fates
from tests.games.darkages.modules.rising import NO_CARD, SANTOK, Rising
from tests.games.darkages.table import VIOLET, WHITE, YELLOW, Table


def test_who_ignores_poland_declines_a_step_that_can_be_done() -> None:
    table = Rising(2).goods(YELLOW, wood=5).choose(YELLOW, "build")
    ask = table.ask_of()
    assert ask.name == "poland" and table.options() == [SANTOK, NO_CARD]
    assert refusal(table.s, ask) == (NO_CARD,)
    situation = Situation(table.rules, table.rules.view(table.s, YELLOW), ask, [], Random(1))
    assert Unaware("poland", table.rules, None).choose(situation) == (NO_CARD,)


def test_offers_of_an_alliance_are_declined() -> None:
    courts = Courts().dealt("marriage", "trade", "coinage").hold(VIOLET, "bohemia", 1).known()
    courts.hold(YELLOW, "verona", 2).act(YELLOW, "march")
    courts.do(YELLOW, courts.area("verona"), courts.area("bavaria"), 1, 0, 0, ask="march")
    assert refusal(courts.s, courts.ask_of()) == (3,)
    courts.do(YELLOW, WHITE)
    assert refusal(courts.s, courts.ask_of()) == (NO,)
    courts.do(WHITE, YES)
    assert refusal(courts.s, courts.ask_of()) == (courts.off,)


def test_a_wyrd_card_is_removed_where_that_is_allowed() -> None:
    table = Fates().under(0, 4).develops(YELLOW, 0)
    assert refusal(table.s, table.ask_of()) == (REMOVE,)


def test_who_ignores_a_module_guesses_at_hidden_answers_like_all_others() -> None:
    table = Table(2, modules=("distant_campaigns",))
    ask, judge = table.ask_of(WHITE), judge_of(table.rules)
    assert ask.name == "keep_campaigns" and len(table.asks()) == 2
    known = judge.guesses(table.s, ask, Random(1))
    refusing = Refusing(judge, frozenset([ask.name]), frozenset())
    assert known and refusing.guesses(table.s, ask, Random(1)) == known
    assert refusing.guess(table.s, ask, Random(1)) in known


def test_steps_of_a_module_are_not_taken() -> None:
    rules = ruleset("darkages", 2, ("landmarks",))
    step = rules.lookup.further_steps["landmark"]
    unaware = Unaware("landmarks", rules, None)
    assert unaware.steps == {step} and unaware.questions == {"landmark"}
    table = Rising(2, ("landmarks", "poland"), rulers=("henry_the_fowler", "marozia"))
    table.goods(YELLOW, wood=3, leather=3, stone=3, iron=3).turn(YELLOW)
    judge, ask = judge_of(table.rules), table.ask_of()
    all_moves = judge.candidates(table.s, ask, Random(1), 50)
    step = table.t.further_steps["landmark"]
    kept = Refusing(judge, frozenset(), frozenset({step})).candidates(table.s, ask, Random(1), 50)
    assert (step,) in all_moves and kept == [move for move in all_moves if move != (step,)]


def test_a_silent_judge_thinks_nothing() -> None:
    class Silenced(Quiet):
        terms = JUDGE.terms

    table = Rising(2).steps(YELLOW, santok=3, veleti=4)
    quiet, o = Silenced(), Outlook(table.s)
    quiet.judge = JUDGE
    assert quiet.values(table.s, YELLOW, o) == JUDGE.values(table.s, YELLOW, o) != [0.0]
    assert quiet.helps(table.s, YELLOW, 0, 1) == (0, 0, 2)
    quiet.silent = True
    assert quiet.values(table.s, YELLOW, o) == [0.0] and quiet.helps(table.s, YELLOW, 0, 1) == (0, 0, 0)


def test_lines_of_the_table() -> None:
    lost = row("poland", 2, [Result(0.0, -9.0, (4, 1, 0)), Result(0.5, -3.0, (2, 0, 1))] * 8, "x")
    uses = "3.00 poland_step_done, 0.50 poland_flipped, 0.50 benefit_used"
    assert lost == f"| poland | 2 | 16, x | 50.0% | 25.0% ± 0.0% | -6.0 ± 0.0 | {uses} | yes |"
    even = row("pope", 2, [Result(1.0, 4.0), Result(1.0, 4.0), Result(0.0, -4.0), Result(0.0, -4.0)], "x")
    assert even.endswith("| no |")
    behind = row("pope", 2, [Result(0.5, -4.0), Result(0.5, -4.0)] * 2, "x")
    assert behind.endswith("| in points |")
    four = row("pope", 4, [Result(0.25, 0.0)] * 4, "x")
    note = f"before\n{BEGIN}\n| head |\n|---|\n| pope | 2 | old |\n{END}\nafter"
    new = written(note, [four, even, lost])
    assert new == f"before\n{BEGIN}\n| head |\n|---|\n{even}\n{four}\n{lost}\n{END}\nafter"
