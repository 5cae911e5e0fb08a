"""The conformance kit looks at encodings: one that leaks, or whose masks are wrong, does not pass."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.core.state import State
from pfalz.core.texts import Texts
from pfalz.lab.conformance import Examiner, Nonconformity


class Broken:
    """Stands for an encoding: always the same, and nothing may ever be chosen."""

    def __init__(self) -> None:
        self.actions = self

    def encode(self, view: State, seat: int) -> array[float]:
        return array("f", [1.0])

    def mask(self, view: State, ask: Any, prefix: Any) -> bytes:
        return bytes(3)


class Leaking(Broken):
    """Another one each time, as if something hidden were in it."""

    def __init__(self) -> None:
        super().__init__()
        self.rng = Random(1)

    def encode(self, view: State, seat: int) -> array[float]:
        return array("f", [self.rng.random()])


@pytest.fixture
def examiner(monkeypatch: pytest.MonkeyPatch) -> Examiner:
    """Somebody who has just begun to examine, with a broken encoding."""
    rules = catalogue.ruleset("staufer", 2)
    found = Examiner(rules, 1, 1.0, list(Texts(rules, "en").clauses()))
    found.session.settle()
    monkeypatch.setattr(found, "encoding", Broken())
    return found


def test_an_encoding_that_leaks(examiner: Examiner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examiner, "encoding", Leaking())
    with pytest.raises(Nonconformity, match="the encoding tells seat 1 a resampled state from the true one"):
        examiner.sight(1, examiner.session.state)


def test_an_encoding_that_does_not_tell_all(examiner: Examiner) -> None:
    session = examiner.session
    examiner.sight(1, session.state)
    examiner.sight(1, session.state)
    examiner.answer(session.asks()[0])
    with pytest.raises(Nonconformity, match="the encoding does not tell seat 1 two views apart"):
        examiner.sight(1, session.state)


def test_a_mask_that_is_not_the_offer(examiner: Examiner) -> None:
    ask = examiner.session.asks()[0]
    with pytest.raises(Nonconformity, match=r"the mask of 'action' after .* is not what is on offer"):
        examiner.offers(ask, examiner.session.state)
