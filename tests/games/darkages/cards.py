"""The cards of Dark Ages as their data say them, for tests that must not trust the lookup of the game.

A test of a card plays the same turn twice: at a table where a level is in force, and at one where it lies
uncovered but is not. What is different at the end is what the card did, and has to be what its words say.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from pfalz.core.state import NATURE
from pfalz.games.darkages.dice import dice_rolled
from pfalz.games.darkages.state import SCHEMA
from pfalz.games.darkages.turn import END_STEP, PASS_STEP, SETTLE_STEP
from pfalz.games.darkages.words import GOODS, GOODS_IDS, RESOURCE_IDS, UNITS
from tests.games.darkages.table import (
    BUILDS,
    GREEN,
    RAISE,
    REACTIONS,
    RULERS,
    WHITE,
    WORDS,
    YELLOW,
    Table,
)

Row = dict[str, Any]
Choose = Callable[[Table], Sequence[int]]
BOLESLAUS = ("prague_market", "bones_of_st_wenceslas")
PLENTY = {"wood": 9, "leather": 9, "stone": 9, "iron": 9, "gold": 9}


def raw(file: str) -> dict[str, Any]:
    """A data file of the game, as it is written."""
    text = files("pfalz.games.darkages").joinpath("data", f"{file}.toml").read_text("utf-8")
    return tomllib.loads(text)


CARDS = raw("cards")
AREAS = {row["id"]: row for row in raw("map")["area"]}
REGION = {area: row["id"] for row in raw("map")["region"] for area in row["areas"]}
ACHIEVEMENTS = {row["id"]: row for row in CARDS["achievement"]}
FACES = {row["id"]: row for row in raw("units")["face"]}
MARKERS = {row["id"]: row for row in raw("barbarians")["marker"]}


class Case(NamedTuple):
    """What one level of an achievement does at one trigger."""

    card: str
    level: int
    when: str
    rows: tuple[Row, ...]


def _cases() -> list[Case]:
    found = []
    for id, card in ACHIEVEMENTS.items():
        for level, its in enumerate(card["level"], 1):
            for when in dict.fromkeys(row["when"] for row in its["effects"]):
                rows = tuple(row for row in its["effects"] if row["when"] == when)
                found.append(Case(id, level, when, rows))
    return found


CASES = _cases()


def cases(*ops: str, when: Sequence[str] = (), but: Sequence[str] = ()) -> list[Case]:
    """The cases of these operations, at these triggers (or at all but some)."""
    return [
        case
        for case in CASES
        if all(row["op"] in ops for row in case.rows)
        and (not when or case.when in when)
        and case.when not in but
    ]


def called(case: Case) -> str:
    """How a test of a case is called."""
    return f"{case.card}-{case.level}-{case.when}"


# -- the two tables ---------------------------------------------------------------------------------


def lay(table: Table, case: Case, seat: int, in_force: bool) -> Table:
    """An achievement lies at a seat up to the level of a case; this level does what it says, or nothing."""
    table.achievement(seat, case.card, case.level)
    if not in_force:
        power = table.t.card_powers[table.card(case.card)][case.level - 1]
        table.s.powers[seat] = tuple(other for other in table.s.powers[seat] if other != power)
    return table


def difference(one: Table, other: Table) -> dict[str, int]:
    """What the first of two tables has more than the second; columns that must be equal are named if not."""
    found: dict[str, int] = {}
    for name in SCHEMA.stored:
        a, b = getattr(one.s, name), getattr(other.s, name)
        if a == b or name in ("powers", "used"):
            continue
        if name == "goods":
            for at, (x, y) in enumerate(zip(a, b, strict=True)):
                if x != y:
                    found[f"{at // GOODS} {GOODS_IDS[at % GOODS]}"] = x - y
        elif name == "culture":
            for seat, (x, y) in enumerate(zip(a, b, strict=True)):
                if x != y:
                    found[f"{seat} culture"] = x - y
        elif name == "points":
            for seat in range(one.rules.players):
                if one.score(seat) != other.score(seat):
                    found[f"{seat} vp"] = one.score(seat) - other.score(seat)
        else:
            found[f"column {name}"] = 0
    return found


def of(seat: int, **things: int) -> dict[str, int]:
    """A difference of one seat."""
    return {f"{seat} {what}": n for what, n in things.items() if n}


# -- answering what is not the matter of a test -----------------------------------------------------


def complete(table: Table, *prefix: int) -> tuple[int, ...]:
    """A form filled in with the first that is on offer, slot by slot."""
    ask, filled = table.ask_of(), tuple(prefix)
    while (options := ask.options(table.s, filled)) is not None:
        filled = (*filled, options[0])
    return filled


def strong_dice(table: Table, strong: int) -> tuple[int, ...]:
    """Dice of the phase: sixes for one role, ones for the other."""
    numbers = dice_rolled(table.s, table.ask_of().args[-1])
    attack, defence = sum(numbers[:UNITS]), sum(numbers[UNITS:])
    return (*[5 if strong == 0 else 0] * attack, *[5 if strong == 1 else 0] * defence)


def finish(table: Table, choose: Mapping[str, Choose] | None = None, strong: int = 0) -> Table:
    """Everything that is asked until the next turn begins: nothing optional, otherwise what comes first."""
    for _ in range(200):
        name = table.asked()
        if name in ("", "turn"):
            return table
        if choose and name in choose:
            table.do(table.who(), *choose[name](table))
        elif name == "dice":
            table.do(NATURE, *strong_dice(table, strong))
        elif name == "after":
            table.do(table.who(), END_STEP)
        elif name == "relic":
            table.do(table.who(), table.no_card)
        elif name in ("effect", "reroll") and table.options()[-1] == no_effect(table, name):
            table.do(table.who(), no_effect(table, name))
        else:
            table.do(table.who(), *complete(table))
    raise AssertionError("the turn does not end")


def no_effect(table: Table, name: str) -> int:
    """What says that nothing more is chosen."""
    return len(table.t.effects) if name == "effect" else 18


# -- what can happen to a player: everything for YELLOW, by the real flow ---------------------------


def ready(card: str = "") -> Table:
    """Yellow is rich; the gold of the red spaces is gone, so that culture points bring nothing else.

    With a start card of Boleslaus he has been chosen, too: Green is he."""
    table = Table(rulers=(*RULERS[:3], "boleslav")) if card in BOLESLAUS else Table()
    table.goods(YELLOW, **PLENTY).hand(YELLOW, "annals")
    table.s.red_taken = 31
    return table


def first_step(table: Table, step: int) -> Table:
    """A turn of Yellow begins with a step."""
    return table.turn(YELLOW).do(YELLOW, step, ask="turn")


def passes(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
    """Yellow passes."""
    table.s.acted[YELLOW] = 1
    return finish(first_step(table, PASS_STEP), choose)


def builds(option: str) -> Callable[..., Table]:
    """Yellow builds something in Lombardy by the action Build."""

    def drive(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
        table.hold(YELLOW, "lombardy", infantry=1, manors=1, city=option != "city")
        first_step(table, WORDS["build"])
        where = () if option == "store" else (table.area("lombardy"),)
        return finish(table.do(YELLOW, *complete(table, BUILDS[option], *where), ask="build"), choose)

    return drive


def plays_relic(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
    """Yellow builds a church and plays a relic."""
    table.hand(YELLOW, "imperial_cross")
    card = table.card("imperial_cross")
    return builds("church")(table, {"relic": lambda _: (card,), **(choose or {})})


def develops(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
    """Yellow takes a card by the action Develop Culture."""
    table.turn(YELLOW).do(YELLOW, WORDS["develop_culture"], ask="turn")
    return finish(table, choose)


def raises(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
    """Yellow raises an achievement by the action Research."""
    other = "market_right"
    if table.card(other) not in table.s.laid[YELLOW]:
        table.achievement(YELLOW, other, 1)
    table.s.level[table.card(other)] = min(table.s.level[table.card(other)], 2)
    first_step(table, WORDS["research"])
    return finish(table.do(YELLOW, *complete(table, RAISE, table.card(other)), ask="research"), choose)


def settles(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
    """Yellow settles in Lombardy, then takes a card."""
    table.hold(YELLOW, "lombardy", infantry=2)
    table.turn(YELLOW)
    table.do(YELLOW, *complete(table, SETTLE_STEP, table.area("lombardy"), 1), ask="turn")
    while table.asked() not in ("turn",):
        table.do(table.who(), *complete(table))
    table.do(YELLOW, WORDS["develop_culture"], ask="turn")
    return finish(table, choose)


def recruits(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
    """Yellow recruits cavalry."""
    first_step(table, WORDS["recruit"])
    return finish(table.do(YELLOW, *complete(table, 2, table.area("verona")), ask="recruit"), choose)


def takes_title(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
    """Yellow passes and becomes King of Italy."""
    table.hold(YELLOW, "lombardy", infantry=1)
    passes(table, choose)
    assert table.s.title[table.title("king_of_italy")] == YELLOW
    return table


def beats_barbarians(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
    """Yellow attacks barbarians and wins."""
    table.hold(YELLOW, "verona", cavalry=3).marker("lombardy", "barbarian_03")
    return _march(table, YELLOW, choose, 0)


def conquers(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
    """Yellow attacks White and wins."""
    table.hold(YELLOW, "verona", cavalry=3).hold(WHITE, "lombardy", infantry=1)
    return _march(table, YELLOW, choose, 0)


def repels(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
    """White attacks Yellow, and Yellow wins."""
    table.hold(YELLOW, "lombardy", infantry=3).hold(WHITE, "swabia", cavalry=1)
    return _march(table, WHITE, choose, 1)


def loses(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
    """Yellow attacks barbarians and loses."""
    table.hold(YELLOW, "verona", cavalry=1).marker("lombardy", "barbarian_03")
    return _march(table, YELLOW, choose, 1)


def _march(table: Table, seat: int, choose: Mapping[str, Choose] | None, strong: int) -> Table:
    origin = "verona" if seat == YELLOW else "swabia"
    units = table.units(origin)
    table.turn(seat).do(seat, WORDS["march"], ask="turn")
    table.do(seat, table.area(origin), table.area("lombardy"), *units, ask="march")
    return finish(table, choose, strong)


def reacts(reaction: str) -> Callable[..., Table]:
    """White acts, and Yellow has to carry out a reaction."""

    def drive(table: Table, choose: Mapping[str, Choose] | None = None) -> Table:
        at = REACTIONS[reaction]
        band = min(at, 4)
        others = [action for action in table.s.bands if action != 1]
        table.s.bands = [*others[:band], 1, *others[band:]]
        table.hold(YELLOW, "verona", infantry=1)
        table.stack("develop_culture", YELLOW, GREEN)
        table.turn(WHITE).do(WHITE, WORDS["develop_culture"], ask="turn")
        picked = {"react": lambda t: complete(t, at)}
        return finish(table, {**picked, **(choose or {})})

    return drive


DRIVES: dict[str, Callable[..., Table]] = {
    "pass": passes,
    **{f"built.{option}": builds(option) for option in BUILDS},
    "relic": plays_relic,
    "act.develop_culture": develops,
    "researched.raise": raises,
    "settled": settles,
    "recruited": recruits,
    "title": takes_title,
    "won barbarians": beats_barbarians,
    "won attacker": conquers,
    "won defender": repels,
    "lost": loses,
    **{f"reacted {reaction}": reacts(reaction) for reaction in REACTIONS},
}
"""Everything that happens to Yellow in the course of a game, by name."""


def occurs(when: str, row: Row, drive: str) -> int:
    """How often the trigger of an effect occurs in a drive, by the words of section 21."""
    if when == "won":
        fits = {
            "won barbarians": row.get("vs", "barbarians") == "barbarians"
            and row.get("role", "attacker") == "attacker",
            "won attacker": row.get("vs", "player") == "player" and row.get("role", "attacker") == "attacker",
            "won defender": row.get("vs", "player") == "player" and row.get("role", "defender") == "defender",
        }
        return int(fits.get(drive, False))
    if when == "reacted":
        name = drive.removeprefix("reacted ")
        return int(drive != name and name in row.get("reaction", [name]))
    if when == "act.research":
        return int(drive == "researched.raise")
    if when == "took_card":  # the drives that take a card from the offer
        return int(drive in ("act.develop_culture", "settled"))
    if when == "act.develop_culture":
        return int(drive in ("act.develop_culture", "settled"))
    if when == "pass":
        return int(drive in ("pass", "title"))
    if when == "act.build":
        return int(drive.startswith("built") or drive == "relic")
    if when == "built.church":
        return int(drive in ("built.church", "relic"))
    return int(when == drive)


def resources(row: Row) -> Sequence[str]:
    """What a gain may be of: all resources where the owner chooses."""
    return RESOURCE_IDS if row["what"] == "resource" else (row["what"],)
