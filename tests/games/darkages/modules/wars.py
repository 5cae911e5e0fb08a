"""A battlefield of the Age of Wars: everybody has kept a common battle card, tests deal others."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Self

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE
from pfalz.games.darkages.dice import rolled_now
from pfalz.games.darkages.modules.age_of_wars.state import OWN, hand, pile
from pfalz.games.darkages.words import UNIT_IDS, UNITS
from tests.games.darkages.battlefield import Battlefield

PACKAGE = "pfalz.games.darkages.modules.age_of_wars"


def rows() -> list[dict[str, Any]]:
    """The battle cards of the data file."""
    file = resources.files(PACKAGE) / "data" / "age_of_wars.toml"
    found: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["card"]
    return found


CARDS = {row["id"]: row for row in rows()}


class WarField(Battlefield):
    """Four players at home, with battle cards."""

    def __init__(
        self,
        modules: tuple[str, ...] = ("age_of_wars",),
        rules: Ruleset[Any] | None = None,
        edition: dict[str, object] | None = None,
    ) -> None:
        changed = Edition("darkages", "", edition) if edition else None
        super().__init__(rules=rules or ruleset("darkages", 4, modules, {}, changed))
        while self.asked() == "keep_battle":
            for ask in self.asks():
                self.play(ask.seat, ask.options(self.s)[:1])  # type: ignore[index]
        self.let_nature()

    @property
    def wars(self) -> Any:
        """The slice of the module."""
        return self.s.slices["age_of_wars"]

    def card(self, id: str) -> int:
        """The number of a battle card."""
        return int(self.wars.t.cards.index(f"battle_{id}"))

    def none(self) -> int:
        """No battle card."""
        return len(self.wars.t.cards)

    def common(self, seat: int, id: str) -> Self:
        """A player has this common card; whoever had it has the one that he had."""
        part, card = self.wars, self.card(id)
        for column in (part.common, part.removed):
            if card in column:
                column[column.index(card)] = part.common[seat]
        part.common[seat] = card
        return self

    def give(self, seat: int, id: str) -> int:
        """A player has a battle card in hand, whatever it belongs to."""
        part, card = self.wars, self.card(id)
        if card in part.t.of_title:
            self.s.title[part.t.of_title.index(card)] = seat
        elif card in part.t.of_ruler:
            assert self.s.ruler[seat] == part.t.of_ruler.index(card)
        else:
            self.common(seat, id)
        return card

    def spent(self, seat: int, common: bool = False, ruler: bool = False) -> Self:
        """Own cards of a player that lie on his pile."""
        self.wars.spent[OWN * seat : OWN * (seat + 1)] = [int(common), int(ruler)]
        return self

    def hand(self, seat: int) -> set[int]:
        """The battle cards in a hand."""
        return set(hand(self.s, seat))

    def pile(self, seat: int) -> set[int]:
        """The battle cards on a pile."""
        return set(pile(self.s, seat))

    def plays(self, seat: int, id: str = "") -> Self:
        """The attacker plays a battle card, or none."""
        return self.do("battle_card", seat, self.card(id) if id else self.none())

    def dice(self) -> tuple[int, int, int]:
        """What is rolled now: the phase, dice of the attacker, dice of the defender."""
        phase = self.ask_of().args[-1]
        numbers = rolled_now(self.s, phase)
        return phase, sum(numbers[:UNITS]), sum(numbers[UNITS:])

    def fight(self, attack: int, defence: int) -> dict[str, Any]:
        """Fight the battle out: every die of a side shows the same; nothing optional is done.

        Returns what was seen: dice of each roll, who was asked to reroll or to save in which phase."""
        seen: dict[str, Any] = {"rolls": [], "rerolls": [], "saves": []}
        while self.asked() not in ("turn", "march", "after"):
            name, seat = self.asked(), self.ask_of().seat
            if name == "dice":
                phase, mine, theirs = self.dice()
                seen["rolls"].append((phase, mine, theirs))
                self.play(NATURE, [*[attack - 1] * mine, *[defence - 1] * theirs])
            elif name == "reroll":
                args = self.ask_of().args
                seen["rerolls"].append((args[-3], args[-2], self.t.effects[args[-1]].n))
                self.play(seat, self.options()[-1:])
            elif name == "save":
                seen["saves"].append((self.ask_of().args[-2], seat))
                self.play(seat, self.options()[-1:])
            else:
                self.play(seat, self.ask_of().filled(self.s, lambda _, options: options[0]))
        return seen


def unit(id: str) -> int:
    """The number of a unit type."""
    return UNIT_IDS.index(id)
