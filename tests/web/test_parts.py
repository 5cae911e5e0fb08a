"""A drawing made of remembered parts is the same as the drawing made anew (`core.sheet`)."""

from __future__ import annotations

from random import Random

import pytest

from pfalz import catalogue
from pfalz.core.record import SeatInfo
from pfalz.core.session import open_session
from pfalz.core.sheet import forget_parts
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import LANGUAGES, Texts

NAMES = ("Agnes", "Beatrix", "Konrad", "Dietrich", "Eike", "Friedrich")
SHARE = 0.02
"""So many of the drawings are made anew for comparison."""


@pytest.mark.parametrize("id", catalogue.IDS)
def test_remembered_parts_are_drawn_as_new_ones(id: str) -> None:
    rng = Random(id)
    draw = catalogue.board(id).draw
    for name, players, modules, options in rng.sample(catalogue.game(id).presets(), 4):
        rules = catalogue.ruleset(id, players, modules, options)
        forget_parts()
        found = []
        for seed in ("first", "second"):  # other people at the second table
            people = rng.sample(NAMES, players)
            session = open_session(rules, [SeatInfo(person) for person in people], seed)
            while not session.state.over:
                ask = next(ask for ask in session.asks() if not ask.answered)
                session.answer(ask.seat, ask.random_move(session.state, rng))
                session.settle()
                seat = rng.choice((SPECTATOR, *range(players)))
                texts = Texts(rules, rng.choice(LANGUAGES), people)
                view = rules.view(session.state, seat)
                narrow = rng.random() < 0.5
                drawing = draw(rules, view, seat, texts, narrow)
                if session.state.over or rng.random() < SHARE:
                    found.append((len(session.entries), view, seat, texts, narrow, drawing.svg()))
        for position, view, seat, texts, narrow, remembered in found:
            forget_parts()
            anew = draw(rules, view, seat, texts, narrow).svg()
            assert remembered == anew, f"{name}, position {position}, seat {seat}"
