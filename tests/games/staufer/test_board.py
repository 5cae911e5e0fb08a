"""The drawing of a view: well-formed, with unique ids, the same for the same view, and it betrays nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR
from pfalz.core.texts import Texts
from pfalz.games.staufer.board import secrets, svg
from pfalz.games.staufer.drawing.hints import JOB_KINDS
from pfalz.games.staufer.drawing.identity import figures
from pfalz.games.staufer.rules import PRIVILEGE_SETS
from pfalz.games.staufer.state import SCHEMA
from tests.games.kit.boards import Drawn, elements, renumbered
from tests.games.kit.settings import Setting, setting
from tests.games.playing import random_game
from tests.games.staufer.table import Table


class TestBoard(Drawn):
    game = "staufer"
    settings = (
        setting(2, privilege_set=PRIVILEGE_SETS[2]),
        setting(3, privilege_set="alternative"),
        setting(4),
        setting(5, privilege_set="random"),
    )
    chosen_beside = {"action", "figure", "yesno"}
    must_meet = {"office", "space", "privilege"}
    beside = {"privilege": {0}}
    one_layout = re.compile("scores")  # for which there is always room on a phone
    smallest = 10.8

    @pytest.mark.clause("S-2.2", "S-2.5")
    def test_drawings_betray_nothing(self, setting: Setting) -> None:
        super().test_drawings_betray_nothing(setting)

    def conceals(self, s: Any, view: Any, seat: int, texts: Texts, drawing: str, text: str) -> None:
        for category, kind in enumerate(JOB_KINDS if HIDDEN in view.jobs else ()):
            own = view.jobs[3 * seat + category] if seat >= 0 else -1
            for card in set(range(6)) - {own}:
                name = texts.name(kind, card)
                assert f"{name}:" not in drawing and f"{name} (" not in text


@pytest.mark.parametrize("players", [2, 4])
def test_every_figure_and_every_open_chest_is_drawn_once(players: int) -> None:
    rules = ruleset("staufer", players, options={"privilege_set": "quantity_over_quality"})
    texts = Texts(rules, "en")
    for turn, (s, _) in enumerate(random_game(rules, 7)):
        if turn % 13 and not s.over:
            continue
        ids = {element.get("id") or "" for element in elements(svg(rules, s, 0, texts))}
        drawn = {id for id in ids if id.startswith("fig-")}
        assert drawn == {
            f"fig-{seat}-{kind}-{n}"
            for seat in range(players)
            for kind in (0, 1)
            for n in range(s.t.total[kind])
        }
        hidden = sum(s.draw_pile) + sum(s.discard_pile)
        chests = sum(id.startswith("chest-") for id in ids)
        assert chests == sum(s.t.chest_copies) - hidden
        tracks = len(s.turn_track) + len(s.supply_track) + len(s.deployment_track)
        assert sum(id.startswith("act-") for id in ids) == tracks
        cards = sum(s.piles) + sum(bin(owned).count("1") for owned in s.privileges)
        assert sum(id.startswith("priv-") for id in ids) == cards


def test_a_figure_that_does_not_move_mostly_keeps_its_number() -> None:
    rules = ruleset("staufer", 3)
    moved, others = renumbered(figures(s).at for s, _ in random_game(rules, 3))
    assert moved > 100
    assert others < moved * 0.4


def test_a_click_on_a_figure_reaches_what_is_under_it() -> None:
    rules = ruleset("staufer", 3)
    s = next(s for s, asks in random_game(rules, 3) if asks and asks[0].seat != NATURE)
    drawing = svg(rules, s, 0, Texts(rules, "en"))
    assert ".pass:not([data-state]){pointer-events:none}" in drawing
    figures = [e for e in elements(drawing) if (e.get("id") or "").startswith(("fig-", "act-"))]
    assert len(figures) > 30
    assert all(figure.get("class") == "pass" for figure in figures)


def test_the_top_chest_of_a_stack_names_those_beneath() -> None:
    rules = ruleset("staufer", 4)
    texts = Texts(rules, "en")
    *_, (s, _) = random_game(rules, 2)
    stacks = [stack for stack in s.under_seat if len(stack) > 1]
    hints = [e.text or "" for e in elements(svg(rules, s, 0, texts)) if e.tag.endswith("title")]
    assert stacks
    for *below, top in stacks:
        names = ", ".join(texts.name("chest", kind) for kind in reversed(below))
        assert any(
            hint.startswith(f"{texts.name('chest', top)}:") and f"Beneath it: {names}." in hint
            for hint in hints
        )


@pytest.mark.clause("S-2.2")
def test_secrets_are_the_own_job_cards() -> None:
    assert list(SCHEMA.secret) == ["jobs"]
    rules = ruleset("staufer", 3)
    texts = Texts(rules, "en")
    assert secrets(rules, rules.start(), 0, texts) == []
    s = next(s for s, asks in random_game(rules, 5) if asks and asks[0].seat != NATURE)
    assert secrets(rules, rules.view(s, SPECTATOR), SPECTATOR, texts) == []
    for seat in range(3):
        view = rules.view(s, seat)
        found = secrets(rules, view, seat, texts)
        cards = zip(JOB_KINDS, s.jobs[3 * seat : 3 * seat + 3], strict=True)
        assert [name for name, _ in found] == [texts.name(kind, card) for kind, card in cards]
        drawing = svg(rules, view, seat, texts)
        assert all(f"{name}: {help}" in drawing for name, help in found)


def test_signs_without_words_say_what_they_mean() -> None:
    rules = ruleset("staufer", 2, options={"privilege_set": PRIVILEGE_SETS[2]})
    *_, middle, _ = (s for s, _ in list(random_game(rules, 7))[:40])
    for language, sentences in (
        (
            "en",
            ("3 regions ahead of the king (S-7.5).", "1 region ahead", "travels clockwise", "Round 4 of 5"),
        ),
        ("de", ("3 Regionen vor dem König (S-7.5).", "1 Region vor", "im Uhrzeigersinn", "Runde 4 von 5")),
    ):
        texts = Texts(rules, language, ["Agnes", "Beatrix"])
        hints = re.findall(r"<title>(.*?)</title>", svg(rules, rules.view(middle, 0), 0, texts))
        for sentence in sentences:
            assert any(sentence in hint for hint in hints), sentence
        assert {"Agnes", "Beatrix"} <= set(hints)


def privilege_says(t: Table, number: int, language: str = "en") -> set[str]:
    """What the tooltips of a privilege say, on its pile and before its owners."""
    name = Texts(t.rules, language).name("privilege", number)
    drawing = svg(t.rules, t.rules.view(t.s, 0), 0, Texts(t.rules, language))
    hints = re.findall(r"<title>(.*?)</title>", drawing)
    return {hint.removeprefix(f"{name}: ") for hint in hints if hint.startswith(f"{name}: ")}


@pytest.mark.clause("S-9.20")
def test_privilege_1_names_the_cards_that_are_left() -> None:
    t = Table(4)
    worth = "You score the value of the top card at once and only once; "
    assert privilege_says(t, 1) == {worth + "the cards left are worth 12/10/8/6 (S-10.2)."}
    assert privilege_says(t.privilege(2, 1), 1) == {worth + "the cards left are worth 10/8/6 (S-10.2)."}
    for seat in (0, 1, 3):
        t.privilege(seat, 1)
    assert privilege_says(t, 1) == {worth + "no card is left (S-10.2)."}
    (german,) = privilege_says(t, 1, "de")
    assert german.endswith("; es liegt keine mehr aus (S-10.2).")


@pytest.mark.clause("S-10.19")
def test_privilege_14_names_the_places_that_count() -> None:
    two, more = (Table(players, privileges=(14, 2, 3, 4, 5, 6)) for players in (2, 3))
    start = "In each scored region you get "
    assert privilege_says(two, 14) == {start + "3 extra points as first (S-10.19)."}
    assert privilege_says(more, 14) == {start + "3/2/1 extra points as first, second or third (S-10.19)."}
    (german,) = privilege_says(two, 14, "de")
    assert german == "In jeder gewerteten Region bekommst du als Erster 3 Punkte extra (S-10.19)."
