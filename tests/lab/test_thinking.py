"""How fast bots think is measured where they think: on positions of all parts of a game."""

from __future__ import annotations

from pfalz import catalogue
from pfalz.bots.judge import judge_of
from pfalz.bots.learned import best_judge
from pfalz.lab.thinking import POSITIONS, answers, playouts, positions


def test_playouts_by_either_judgement_and_answers_are_measured() -> None:
    rules = catalogue.ruleset("staufer", 2)
    places = positions(rules)
    assert len(places) == POSITIONS and len({rules.game.stage(s) for s in places}) > 2
    assert all(rules.asks(s)[0].seat >= 0 for s in places)
    for judge in (judge_of(rules), best_judge(rules)):
        assert playouts(rules, judge, 0.02) > 1
    assert answers(rules, "page") > 0
