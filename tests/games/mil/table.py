"""A table of MIL for tests: set pieces by hand, answer by name, and look at what happened."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.catalogue import game, ruleset
from pfalz.core.ask import Reason
from pfalz.core.data import Edition
from pfalz.core.errors import IllegalAnswer
from pfalz.core.events import Event
from pfalz.core.state import NATURE
from pfalz.core.texts import rulebook
from pfalz.games.mil.state import BLACK, EMPTY, FAMILY_TOKEN, NO_KNIGHT, WHITE, Mil
from pfalz.games.mil.turn import GROWTH, HARVEST, PASS, PLACE, RECRUIT
from tests.games.kit.tables import HandTable

RED, YELLOW, BLUE, GREEN, PURPLE = range(5)
COURT, MARKET, WAR, CURIA = range(4)
GRAIN, PIER, PASTURE, MINE, QUARRY = range(5)
NOBODY = -1
MAN_FACE, DAUGHTER_FACE = 0, 3
MILD, HARD = 0, 2
GOLD, PRIVILEGE = 0, 1
MODULE_IDS = tuple(module.id for module in game("mil").modules)

__all__ = ["BLACK", "EMPTY", "FAMILY_TOKEN", "GROWTH", "HARVEST", "PASS", "PLACE", "RECRUIT", "WHITE"]

DEFAULTS: dict[str, tuple[int, ...]] = {
    "kings_soldiers": (NO_KNIGHT,),
    "archbishop": (NO_KNIGHT,),
    "veil": (0,),
    "court": (0,),
    "market": (0,),
    "war": (0,),
    "donate": (0,),
    "curia": (0,),
    "winter_die": (MILD,),
}


def knight(seat: int, column: str) -> int:
    """The number of a knight."""
    return 4 * seat + "ABCD".index(column)


class Table(HandTable[Mil]):
    """A game at its first action, Red to move, with hands to arrange it."""

    def __init__(
        self,
        players: int = 3,
        modules: Sequence[str] = (),
        tops: tuple[int, int] = (1, 2),
        edition: dict[str, object] | None = None,
        **options: object,
    ) -> None:
        super().__init__(ruleset("mil", players, modules, options, Edition("mil", "", edition or {})))
        self.happened: list[Event] = []
        self.nature(0)
        for top in tops:
            if self.asked() == "turn_up":
                self.nature(top if top in self.options() else self.options()[0])

    # -- asking -----------------------------------------------------------------------------------

    def asked(self) -> str:
        """The name of the open question."""
        asks = self.asks()
        return asks[0].name if asks else ""

    def who(self) -> int:
        """The (first) seat that is asked."""
        return self.asks()[0].seat

    def options(self, *prefix: int, seat: int | None = None) -> list[int]:
        """What is on offer after a prefix; empty for a complete form."""
        return list(self.ask_of(seat).options(self.s, prefix) or ())

    def complete(self, *prefix: int) -> bool:
        """Whether the form needs nothing more."""
        return self.ask_of().options(self.s, prefix) is None

    def why(self, *prefix_and_value: int, seat: int | None = None) -> tuple[str, str]:
        """The reason and clause why the last value may not follow the others."""
        *prefix, value = prefix_and_value
        ask = self.ask_of(seat)
        reason: Reason | None = ask.why_not(self.s, tuple(prefix), value)
        assert reason is not None, f"{value} is on offer after {prefix}"
        assert value not in (ask.options(self.s, tuple(prefix)) or ())
        assert reason.clause in self.clauses()
        try:
            ask.check(self.s, prefix_and_value)
        except IllegalAnswer as error:
            assert (error.key, error.clause) == (reason.key, reason.clause)
        else:
            raise AssertionError("a refused value was accepted")
        return reason.key, reason.clause

    def clauses(self) -> dict[str, str]:
        return clause_texts()

    # -- answering --------------------------------------------------------------------------------

    def do(self, seat: int, *move: int, ask: str | None = None) -> Table:
        """A checked answer; what happened is in `happened`."""
        self.s.offer, self.s.prefix = None, ()
        self.s.trace = []
        self.play(seat, move, ask)
        self.happened = self.s.trace or []
        self.s.trace = None
        return self

    def nature(self, *move: int) -> Table:
        return self.do(NATURE, *move)

    def skip_to(self, *names: str, limit: int = 1000) -> Table:
        """Answer with the plainest choice until one of these questions is open (or the game is over)."""
        while self.asks() and self.asked() not in names and limit:
            limit -= 1
            ask = next(ask for ask in self.asks() if not ask.answered)
            self.do(ask.seat, *DEFAULTS[ask.name])
        return self

    def finish_actions(self) -> Table:
        """Everything open but one slot turns black, and the player on turn passes on that one."""
        open_slots = [i for i, what in enumerate(self.s.slots) if what in (WHITE, EMPTY)]
        for slot in open_slots[:-1]:
            self.s.slots[slot] = BLACK
        tail = (0,) if self.s.t.tokens_on_slots else ()
        return self.do(self.s.turn, PASS, open_slots[-1], *tail)

    def turn(self, seat: int) -> Table:
        """The question for an action goes to another seat."""
        assert self.asked() == "act"
        id, at, args, _ = self.s.stack[-1]
        self.s.turn = seat
        self.s.stack[-1] = (id, at, args, (seat,))
        return self

    # -- arranging --------------------------------------------------------------------------------

    def slot(self, sphere: int, number: int) -> int:
        return sphere * self.s.t.per_sphere + number - 1

    def put(self, sphere: int, number: int, what: int) -> Table:
        """Put a knight or a token on a slot."""
        self.s.slots[self.slot(sphere, number)] = what
        return self

    def cubes(self, seat: int, f: int = 0, c: int = 0, m: int = 0, i: int = 0, g: int = 0) -> Table:
        self.s.cubes[5 * seat : 5 * seat + 5] = [f, c, m, i, g]
        return self

    def hand(self, seat: int) -> tuple[int, ...]:
        return tuple(self.s.hand(seat))

    def lands(self, k: int, *tiles: int, bare: bool = False) -> Table:
        """Give a knight these lands; the game's number of tiles follows."""
        for tile in self.s.land[2 * k : 2 * k + 2]:
            if tile >= 0:
                self.s.gone[tile >> 1] += 1
        for kind in tiles:
            self.s.gone[kind] -= 1
        row = [2 * kind + (0 if bare else 1) for kind in tiles]
        self.s.land[2 * k : 2 * k + 2] = [*row, EMPTY, EMPTY][:2]
        return self

    def make(
        self,
        k: int,
        heir: bool = False,
        soldiers: int = 0,
        castle: int = 0,
        lands: Sequence[int] = (),
        age: int = 0,
        lord: int = NOBODY,
    ) -> Table:
        """A knight with exactly these things."""
        s = self.s
        s.knight[k] = 2 if heir else 1
        s.soldiers[k], s.castle[k], s.age[k], s.lord[k] = soldiers, castle, age, lord
        return self.lands(k, *lands)

    def points(self, *scores: int) -> Table:
        """Set prestige seat by seat."""
        for seat, score in enumerate(scores):
            n = self.rules.source_count
            self.s.points[seat * n : (seat + 1) * n] = [score] + [0] * (n - 1)
        return self

    # -- seeing -----------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Names of the events of the last answer."""
        return [kind.name for kind, _ in self.happened]

    def told(self, name: str) -> list[tuple[int, ...]]:
        """Arguments of the events of one kind in the last answer."""
        return [args for kind, args in self.happened if kind.name == name]


def clause_texts() -> dict[str, str]:
    """The clauses of the game by id."""
    return rulebook("pfalz.games.mil", "en")[1]
