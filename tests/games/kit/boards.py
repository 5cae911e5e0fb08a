"""What must hold for the drawings of every game: wide and tall, for every viewer, in both languages.

A game joins with a class of its own in its `test_board.py`:

    class TestBoard(Drawn):
        game = "staufer"
        settings = (setting(2), setting(5, privilege_set="random"))
        chosen_beside = {"yesno"}
        must_meet = {"office", "space"}

What its secrets look like it says in `conceals`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest

from pfalz import catalogue
from pfalz.core.ask import Ask, Slot
from pfalz.core.identity import Numbers
from pfalz.core.plain import WIDTH, display_width
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import only_named_columns
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR
from pfalz.core.texts import LANGUAGES, Texts
from tests.games.contrast import small_texts, weak_texts
from tests.games.kit.settings import Setting, each_setting
from tests.games.playing import random_game

PHONE = 390
"""How wide the screen of a phone is, in pixels."""
FRAME = re.compile(r'<g transform="[^"]*"(?: clip-path="[^"]*")?>|</g>')
"""What is drawn around parts to move them or make them larger."""
UNFILLED = re.compile(r"\{\w*[:}]")
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
NOTHING = re.compile(r"(?!)")
NAMES = ("Maximiliane von Hohenlohe-Schillingsfürst", "WWWWWWWWWWWWWWWWWWWW", "Ida", "漢字" * 12, "Jo")
"""Names that are hard to fit."""


def elements(drawing: str) -> list[ElementTree.Element]:
    """Everything in a drawing, which must be well-formed."""
    return list(ElementTree.fromstring(drawing).iter())


def ids_of(drawing: str) -> Counter[str]:
    """The ids of a drawing."""
    return Counter(id for element in elements(drawing) if (id := element.get("id")))


def choices(drawing: str) -> Counter[tuple[str, str]]:
    """What can be chosen on a drawing: kinds and values."""
    found = elements(drawing)
    return Counter((e.get("data-kind", ""), e.get("data-value", "")) for e in found if e.get("data-kind"))


def shown(drawing: str, kind: str) -> set[int]:
    """The things of a kind that can be chosen on a drawing."""
    return {int(value) for of, value in choices(drawing) if of == kind}


def renumbered(numbers: Iterable[tuple[Numbers, ...]]) -> tuple[int, int]:
    """How many pieces arrived somewhere in a game, and how many others got a new number meanwhile."""
    arrived = others = 0
    for before, now in pairwise(numbers):
        for old, new in zip(before, now, strict=True):
            for place, there in new.items():
                more = max(0, len(there) - len(old.get(place, ())))
                arrived += more
                others += len(set(there) - set(old.get(place, ()))) - more
    return arrived, others


class Drawn:
    """The board of a game."""

    game: ClassVar[str]
    settings: ClassVar[tuple[Setting, ...]]
    every: ClassVar[int] = 17
    """Besides the first position with each question, every so many are looked at."""
    chosen_beside: ClassVar[set[str]] = set()
    """Kinds of things that are chosen with buttons alone."""
    beside: ClassVar[Mapping[str, set[int]]] = {}
    """Values of other kinds for which nothing on the board stands."""
    must_meet: ClassVar[set[str]]
    """Kinds that certainly are asked for."""
    one_layout: ClassVar[re.Pattern[str]] = NOTHING
    """Ids of what one of the two layouts has no room for."""
    smallest: ClassVar[float] = 11
    """The size of the smallest letters on a phone, in pixels."""
    changes: ClassVar[int] = 6_000
    """So many characters an answer changes on the average, at most."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        each_setting(metafunc, self.settings)

    # -- what a game may say differently -------------------------------------------------------------

    def positions(self, rules: Ruleset[Any], seed: int) -> Iterator[tuple[Any, list[Ask]]]:
        """Every position of a random game, the first and the last one included."""
        return random_game(rules, seed)

    def conceals(self, s: Any, view: Any, seat: int, texts: Texts, drawing: str, text: str) -> None:
        """Check that the secrets of `s` that are hidden in the view are in neither drawing."""

    # -- helpers ------------------------------------------------------------------------------------

    @property
    def board(self) -> Any:
        return catalogue.board(self.game)

    def tall(self, rules: Ruleset[Any], view: Any, seat: int, texts: Texts) -> str:
        """The drawing for a phone."""
        return str(self.board.draw(rules, view, seat, texts, narrow=True).svg())

    def some(self, rules: Ruleset[Any], seed: int, fewer: int = 1) -> Iterator[tuple[int, Any, list[Ask]]]:
        """Positions of a random game: the first with each question, some others, and the last."""
        met: set[str] = set()
        for turn, (s, asks) in enumerate(self.positions(rules, seed)):
            name = asks[0].name if asks else ""
            if name not in met or turn % (self.every * fewer) == 0:
                met.add(name)
                yield turn, s, asks

    def drawn(self, slot: Slot) -> bool:
        """Whether the values of a slot are things on the board."""
        return slot.kind != "number" and slot.kind not in self.chosen_beside

    # -- contracts ----------------------------------------------------------------------------------

    def test_every_position_can_be_drawn(self, setting: Setting) -> None:
        rules, board = setting.rules(self.game), self.board
        both, viewers = [Texts(rules, language) for language in LANGUAGES], setting.viewers()
        for turn, s, _ in self.some(rules, setting.players):
            seat, texts = viewers[turn % len(viewers)], both[turn % 2]
            view = rules.view(s, seat)
            drawing = board.svg(rules, view, seat, texts)
            ids = ids_of(drawing)
            assert max(ids.values()) == 1, ids.most_common(3)
            used = {element.get("href") for element in elements(drawing) if element.get("href")}
            assert used <= {f"#{id}" for id in ids}
            assert board.svg(rules, rules.copy(view), seat, texts) == drawing
            narrow = board.draw(rules, view, seat, texts, narrow=True)
            assert narrow.height > 1.5 * narrow.width
            tall = narrow.svg()
            others = ids_of(tall)
            assert max(others.values()) == 1, others.most_common(3)
            assert {id for id in ids.keys() ^ others.keys() if not self.one_layout.match(id)} == set()
            assert choices(tall) == choices(drawing)
            text = board.plain(rules, view, seat, texts)
            assert max(display_width(line) for line in text.splitlines()) <= WIDTH
            for part in (drawing, tall, text):
                assert not UNFILLED.search(STYLE.sub("", part)), "unfilled placeholder"

    def test_no_part_reads_what_it_has_not_named(self, setting: Setting) -> None:
        rules, board = setting.rules(self.game), self.board
        texts = Texts(rules, "en")
        for _, s, _ in self.some(rules, setting.players + 1):
            with only_named_columns():
                for seat in setting.viewers():
                    for narrow in (False, True):
                        board.draw(rules, rules.view(s, seat), seat, texts, narrow=narrow)

    def test_drawings_betray_nothing(self, setting: Setting) -> None:
        rules, board = setting.rules(self.game), self.board
        texts, rng = Texts(rules, "en"), Random(5)
        looked = 0
        for _, s, asks in self.some(rules, 11, fewer=2):
            if not asks:
                continue
            for seat in setting.viewers():
                view = rules.view(s, seat)
                other = rules.view(rules.resample(view, seat, rng), seat)
                drawing = board.svg(rules, view, seat, texts)
                text = board.plain(rules, view, seat, texts)
                assert drawing == board.svg(rules, other, seat, texts)
                assert self.tall(rules, view, seat, texts) == self.tall(rules, other, seat, texts)
                assert text == board.plain(rules, other, seat, texts)
                if seat != SPECTATOR:
                    assert board.secrets(rules, view, seat, texts) == board.secrets(rules, other, seat, texts)
                assert str(HIDDEN) not in text and f"{HIDDEN}<" not in drawing
                self.conceals(s, view, seat, texts, drawing, text)
                looked += 1
        assert looked > 5

    def test_what_can_be_chosen_is_on_the_board(self, setting: Setting) -> None:
        rules = setting.rules(self.game)
        texts, rng = Texts(rules, "de"), Random(setting.players)
        met: set[tuple[str, str]] = set()
        for seed in range(4):
            for turn, (s, asks) in enumerate(self.positions(rules, seed)):
                if not asks or asks[0].seat == NATURE:
                    continue
                ask = asks[0]
                slots = [
                    filled for filled in ask.walk(s, ask.random_answer(s, rng)) if self.drawn(filled.slot)
                ]
                pairs = {(ask.name, filled.slot.kind) for filled in slots}
                if pairs <= met and turn % (3 * self.every):
                    continue
                met |= pairs
                drawing = self.board.svg(rules, rules.view(s, ask.seat), ask.seat, texts)
                for prefix, slot, _ in slots:
                    kind = rules.kinds[slot.kind]
                    there = shown(drawing, kind.base) | {*kind.also} | self.beside.get(slot.kind, set())
                    options = set(ask.options(s, prefix) or ())
                    assert options <= there, (ask.name, slot.kind, options - there)
        assert self.must_meet <= {kind for _, kind in met}

    def test_every_text_can_be_read(self, extreme: Setting) -> None:
        rules, board, viewers = extreme.rules(self.game), self.board, extreme.viewers()
        both = [Texts(rules, language, NAMES[: extreme.players]) for language in LANGUAGES]
        for turn, s, asks in self.some(rules, extreme.players, fewer=1000):  # measuring contrast takes time
            if asks and asks[0].seat == NATURE:
                continue
            seat, texts = viewers[turn % len(viewers)], both[turn % 2]
            view = rules.view(s, seat)
            assert weak_texts(board.svg(rules, view, seat, texts)) == []
            narrow = board.draw(rules, view, seat, texts, narrow=True)
            unit = PHONE / narrow.width
            assert weak_texts(narrow.svg(), unit) == []
            assert small_texts(narrow.svg(), self.smallest / unit) == set()

    @pytest.mark.parametrize("narrow", [False, True])
    def test_an_answer_changes_little_of_the_drawing(self, narrow: bool) -> None:
        """A part is well-formed on its own, and a chunk that says the same is the same text."""
        rules = self.settings[-1].rules(self.game)
        texts = Texts(rules, "de")
        before: set[str] = set()
        sizes: list[int] = []
        for s, asks in self.positions(rules, 3):
            if asks and asks[0].seat == NATURE:
                continue
            chunks = {*self.board.draw(rules, rules.view(s, 0), 0, texts, narrow).chunks()}
            sizes.append(sum(len(chunk) for chunk in chunks - before))
            for chunk in chunks - before:
                if not FRAME.fullmatch(chunk):
                    ElementTree.fromstring(chunk)
            before = chunks
        assert sum(sizes[1:]) / len(sizes[1:]) < self.changes < sizes[0]

    def test_a_player_may_be_called_anything(self) -> None:
        setting = self.settings[0]
        rules = setting.rules(self.game)
        names = ["<b>&\"'", "A name so long that it would never fit on any panel of the board", *NAMES[2:]]
        texts = Texts(rules, "en", names[: setting.players])
        for _, s, _ in self.some(rules, 1):
            drawing = self.board.svg(rules, rules.view(s, 1), 1, texts)
            assert "<b>" not in drawing
            elements(drawing)
            lines = self.board.plain(rules, s, 0, texts).splitlines()
            assert max(display_width(line) for line in lines) <= WIDTH
