"""Tournaments: everybody from every seat on the same seeds, kept and taken up again, in numbers and pages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pfalz.bots import BotError
from pfalz.lab.arena import Ledger, as_csv, as_html, as_json, hold, report_of, tournament
from pfalz.lab.curve import Point, Strength, curve


def test_everybody_plays_every_seed_from_every_seat() -> None:
    plan = tournament("staufer", 3, ("page", "random"), 2, "x")
    assert plan.lineups == [("page", "random", "random"), ("random", "page", "page")]
    assert plan.games == 12
    first = [plan.seating(i) for i in range(3)]
    assert first == [
        ("page", "random", "random"),
        ("random", "page", "random"),
        ("random", "random", "page"),
    ]
    assert len({plan.game_seed(i) for i in range(3)}) == 1
    assert len({plan.game_seed(i) for i in range(12)}) == 4
    pairs = tournament("staufer", 2, ("page", "random", "squire"), 1, "x").lineups
    assert pairs == [("page", "random"), ("page", "squire"), ("random", "squire")]


def test_one_needs_somebody_to_play_against() -> None:
    with pytest.raises(BotError, match="two different bots"):
        tournament("staufer", 2, ("page", "page"), 1, "x").rules()


def test_a_tournament_is_kept_and_goes_on(tmp_path: Path) -> None:
    plan = tournament("staufer", 2, ("page", "random"), 2, "kept")
    path = tmp_path / "games" / "kept.jsonl"
    some = hold(plan, Ledger(plan, path), 1)
    first = next(some)
    some.close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"index": 3, "se')  # cut off in the middle of a line
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    again = Ledger(plan, path)
    assert set(again.results) == {0} and again.results[0] == first
    rest = list(hold(plan, again, 1))
    assert sorted(result.index for result in rest) == [1, 2, 3]
    whole = Ledger(plan, None)
    assert {r.index: r.scores for r in hold(plan, whole, 1)} == {
        i: r.scores for i, r in again.results.items()
    }
    with pytest.raises(BotError, match="another tournament is kept here"):
        Ledger(tournament("staufer", 2, ("page", "random"), 3, "kept"), path)


def test_a_report_says_who_is_better() -> None:
    plan = tournament("staufer", 2, ("squire", "random"), 4, "report")
    ledger = Ledger(plan, None)
    report = report_of(plan, list(hold(plan, ledger, 1)))
    (meeting,) = report.meetings
    assert meeting.challenger == "squire" and meeting.games == 8 and meeting.par == 0.5
    assert meeting.rate > 0.8 and meeting.low < meeting.rate <= meeting.high and meeting.margin > 0
    assert [rated.bot for rated in report.rated] == ["squire", "random"]
    assert sum(share for share, _, _ in report.seats) == pytest.approx(1.0)
    assert json.loads(as_json(report))["meetings"][0]["games"] == 8
    head, line = as_csv(report).splitlines()
    assert head.startswith("challenger,others,games") and line.startswith("squire,random,8")
    keys = (
        "title",
        "challenger",
        "others",
        "games",
        "wins",
        "par",
        "place",
        "bot",
        "rating",
        "thinking",
        "seat",
    )
    page = as_html(report, {key: f"<{key}>" for key in keys})
    assert "&lt;rating&gt;" in page and "squire" in page and "<rating>" not in page


def test_a_curve_is_a_picture() -> None:
    picture = curve([Point(100, 0.7), Point(200, 0.6)], "A & B")
    assert picture.startswith("<svg") and "A &amp; B" in picture and "polyline" in picture
    assert curve([], "") == ""
    strong = curve([Point(100, 0.7), Point(200, 0.6)], "", [Strength(200, 0.75, 0.6, 0.85)], 0.5)
    assert "dasharray" in strong and "dasharray" not in picture
    heights = [float(y) for y in re.findall(r'points="[^"]*,([0-9.]+)"', strong)]
    par, climbed, top, _ = heights
    assert top < climbed < par, "a greater share lies higher"
