"""Tournaments: everybody from every seat on the same seeds, in numbers and pages."""

from __future__ import annotations

import json
import re

import pytest

from pfalz.bots import BotError
from pfalz.core.data import Edition
from pfalz.lab.arena import Tournament, challenge, hold, tournament
from pfalz.lab.curve import Point, Strength, curve
from pfalz.lab.ledger import Ledger
from pfalz.lab.report import Report, report_of
from pfalz.lab.report_page import as_csv, as_html, as_json
from pfalz.lab.sim import GameResult
from pfalz.terminal.words import Words


def test_everybody_plays_every_seed_from_every_seat() -> None:
    plan = tournament("staufer", 3, ("page", "random"), 2, "x")
    assert plan.lineups == (("page", "random", "random"), ("random", "page", "page"))
    assert plan.games == 12
    first = [plan.seating(i) for i in range(3)]
    assert first == [
        ("page", "random", "random"),
        ("random", "page", "random"),
        ("random", "random", "page"),
    ]
    assert len({plan.game_seed(i) for i in range(3)}) == 1
    for lineup in (range(6), range(6, 12)):
        assert {plan.game_seed(i) for i in lineup} == {"x:0", "x:1"}
    pairs = tournament("staufer", 2, ("page", "random", "squire"), 1, "x").lineups
    assert pairs == (("page", "random"), ("page", "squire"), ("random", "squire"))
    alone = challenge("staufer", 3, "page", "random", 2, "x")
    assert alone.lineups == plan.lineups[:1] and alone.games == 6, "and not the others alone"


def test_one_needs_somebody_to_play_against() -> None:
    with pytest.raises(BotError, match="two different bots"):
        tournament("staufer", 2, ("page", "page"), 1, "x").rules()


def test_a_report_says_who_is_better() -> None:
    plan = tournament("staufer", 2, ("squire", "random"), 4, "report")
    ledger = Ledger(plan, None)
    report = report_of(plan, list(hold(plan, ledger, 1)))
    (meeting,) = report.meetings
    assert meeting.challenger == "squire" and meeting.games == 8 and meeting.par == 0.5
    assert meeting.share.mean > 0.8 and meeting.share.low < meeting.share.mean <= meeting.share.high
    assert meeting.place.low <= meeting.place.mean < 1.5 and meeting.margin.mean > 0
    assert meeting.milliseconds > 0
    assert [rated.bot for rated in report.rated] == ["squire", "random"]
    assert sum(share.mean for share in report.seats) == pytest.approx(1.0)


def played(plan: Tournament, squire_wins: bool) -> Report:
    """A report of games as somebody has thought them up; the last one failed."""
    results = []
    for index in range(plan.games):
        bots, seed = plan.seating(index), plan.game_seed(index)
        places = tuple([1 if (bot == "squire") == squire_wins else 2 for bot in bots])
        times = tuple([0.02 if bot == "squire" else 0.01 for bot in bots])
        scores = tuple([30 - 10 * place for place in places])
        results.append(GameResult(index, seed, bots, scores, places, decided=(2, 2), thinking=times))
    results[-1] = GameResult(plan.games - 1, "x:4", ("random", "squire"), failure="<broke>")
    return report_of(plan, results)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_report_can_be_taken_away(language: str) -> None:
    edition = Edition("staufer", "My box", {"a.b": 4})
    plan = tournament("staufer", 2, ("squire", "random"), 5, "x", ("m",), {"o": 1}, edition)
    report = played(plan, True)
    told = json.loads(as_json(report))
    (meeting,), rated = told["meetings"], told["rated"]
    assert meeting["games"] == 9 and meeting["share"]["mean"] == 1.0 and meeting["margin"]["low"] == 10.0
    assert meeting["place"] == {"mean": 1.0, "low": 1.0, "high": 1.0} and meeting["milliseconds"] == 10.0
    assert told["plan"]["edition"] == {"a.b": 4} and told["plan"]["weights"] == ["–", "–"]
    assert told["compiled"] in (True, False) and told["failures"][0]["failure"] == "<broke>"
    head, line = as_csv(report).splitlines()
    row = dict(zip(head.split(","), line.split(","), strict=True))
    assert row["challenger"] == "squire" and row["games"] == "9" and row["share_high"] == "1.0"
    assert float(row["challenger_rating"]) == pytest.approx(rated[0]["rating"])
    assert float(row["others_rating"]) < rated[0]["rating"]
    assert (row["challenger_mean_milliseconds"], row["others_mean_milliseconds"]) == ("10.0", "5.0")
    words = Words(language).part("arena")
    page = as_html(report, words)
    for key in ("head_engine", "head_modules", "margin", "median", "failures", "rating"):
        assert f">{words[key]}<" in page
    for shown in ("My box", "o=1", "<td>m</td>", "x:0", "+10.0", "10.0 ms", "&lt;broke&gt;", "squire"):
        assert shown in page
    assert "<broke>" not in page


def test_of_one_seed_no_interval_is_told() -> None:
    report = played(tournament("staufer", 2, ("squire", "random"), 1, "x"), True)
    assert json.loads(as_json(report))["meetings"][0]["margin"] == {"mean": 10.0, "low": None, "high": None}
    assert "<td>+10.0</td>" in as_html(report, Words("en").part("arena"))


def test_a_curve_is_a_picture() -> None:
    picture = curve([Point(100, 0.7), Point(200, 0.6)], "A & B")
    assert picture.startswith("<svg") and "A &amp; B" in picture and "polyline" in picture
    assert curve([], "") == ""
    strong = curve([Point(100, 0.7), Point(200, 0.6)], "", [Strength(200, 0.75, 0.6, 0.85)], 0.5)
    assert "dasharray" in strong and "dasharray" not in picture
    heights = [float(y) for y in re.findall(r'points="[^"]*,([0-9.]+)"', strong)]
    par, climbed, top, _ = heights
    assert top < climbed < par, "a greater share lies higher"


def test_a_curve_begins_anew_at_par_with_each_champion() -> None:
    met = [
        Strength(100, 0.75, 0.6, 0.85, 0, True),
        Strength(200, 0.55, 0.4, 0.7, 100),
        Strength(300, 0.6, 0.45, 0.75, 100),
    ]
    picture = curve([Point(300, 0.6)], "", met, 0.5)
    lines = re.findall(r'<polyline points="([^"]*)"', picture)
    par, squires, first, *_ = [[tuple(map(float, p.split(","))) for p in line.split()] for line in lines]
    assert [len(par), len(squires), len(first)] == [2, 2, 3]
    assert squires[0][1] == first[0][1] == par[0][1] and squires[1][0] == first[0][0]
    assert picture.count("<circle") == 3 and picture.count('r="4" fill="#fff"') == 2
