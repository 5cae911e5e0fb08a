"""Which golden records there ought to be, and playing those that are missing.

    python tools/golden_games.py [GAME ...]     (`golden.py` says what golden records are)

Every preset of every game is played once, by chance, by knights and by both in turn; then come options and
editions that no preset has, games in which people take back what they have answered, games that go on from a
saved position, and for every way a game can end that no record shows yet, the first seed that shows it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from golden import CONTINUED, ENDS, SELDOM, Witness, add, index, read, shown, ways
from golden_play import HESITATIONS, UNDONE, continued, hesitated, played, quick_end
from pfalz import catalogue
from pfalz.core.data import Edition
from pfalz.core.presets import widest_set
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import State
from pfalz.games.darkages.lookup import LEVELS
from pfalz.games.darkages.modules.lordlings_and_raiders.difficulty import DIFFICULTIES
from pfalz.games.darkages.research import uncover
from pfalz.games.darkages.words import UNITS


class Table(NamedTuple):
    """What is played."""

    label: str
    players: int
    modules: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    edition: dict[str, Any] = {}

    def rules(self, game: str) -> Ruleset[Any]:
        """The rules of the table."""
        edition = Edition(game, "", self.edition) if self.edition else None
        return catalogue.ruleset(game, self.players, self.modules, self.options, edition)


ASKED = "asked "
"""How the name of a way begins that is a seldom question."""
COURT, LANDSKNECHTE, LEADERS = (module.id for module in catalogue.game("wallenstein").modules)
WALLENSTEIN_MODULES = (COURT, LANDSKNECHTE, LEADERS)
MIL_MODULES = tuple(module.id for module in catalogue.game("mil").modules)

UNUSUAL: dict[str, list[Table]] = {
    "staufer": [
        Table(f"custom {first}", players, (), {"privilege_set": "custom", "custom_privileges": kinds})
        for first, players, kinds in (
            ("1 to 6", 2, [1, 2, 3, 4, 5, 6]),
            ("6 to 11", 3, [6, 7, 8, 9, 10, 11]),
            ("11 to 16", 4, [11, 12, 13, 14, 15, 16]),
            ("without 1", 5, [2, 3, 7, 9, 12, 15]),
        )
    ]
    + [
        Table(
            "second place and custom",
            2,
            (),
            {
                "privilege_set": "custom",
                "custom_privileges": [3, 6, 9, 12, 14, 15],
                "two_player_second_place": True,
            },
        ),
        Table("edition", 3, (), {}, {"game.figures.start_envoys": 5, "game.figures.noble_strength": 3}),
    ],
    "wallenstein": [
        Table(
            f"{players} players, strict, impact, all modules",
            players,
            WALLENSTEIN_MODULES,
            {
                "start": start,
                "combat_movement_mandatory": True,
                "tower_model": "impact",
            },
        )
        for players, start in ((3, "draft"), (4, "lineup"), (5, "draft"))
    ]
    + [
        Table("strict lineup", 3, (), {"start": "lineup", "combat_movement_mandatory": True}),
        Table("impact lineup", 5, (), {"start": "lineup", "tower_model": "impact"}),
        Table("edition", 4, (LEADERS,), {}, {"setup.supply.palaces": 6, "setup.supply.churches": 5}),
    ],
    "mil": [
        Table(
            "mines and quarries",
            4,
            MIL_MODULES,
            {
                "start_lands": "agreed",
                "agreed_start": [3, 4],
                "land_mix": "agreed",
                "agreed_mix": [2, 2, 2, 0, 0],
            },
        ),
        Table(
            "one free land",
            3,
            ("time_is_gold",),
            {
                "start_lands": "agreed",
                "agreed_start": [2, 1],
                "land_mix": "agreed",
                "agreed_mix": [1, 0, 0, 0, 0],
            },
        ),
        Table("turned", 2, (), {"turn_all_lands": True, "land_mix": "agreed", "agreed_mix": [0, 0, 2, 2, 2]}),
        Table(
            "much land",
            5,
            (),
            {
                "start_lands": "agreed",
                "agreed_start": [1, 0],
                "land_mix": "agreed",
                "agreed_mix": [6, 4, 7, 4, 4],
            },
        ),
        Table(
            "edition",
            3,
            ("kings_claim",),
            {},
            {"numbers.prestige.castle": 7, "numbers.prestige.kings_claim": 5},
        ),
    ],
    "darkages": [
        Table("open hands", 2, (), {"open_hands": True}),
        Table("left neighbour", 4, (), {"barbarian_damage": "left_neighbour"}),
        Table("few cities", 3, (), {}, {"setup.player_count.1.cities": 6}),
        *[Table(f"alone {id}", 1, (), dict.fromkeys(on, True)) for id, on in DIFFICULTIES.items() if on],
        Table("alone long", 1, (), {"long_game": True}),
        Table("alone long, all six", 1, widest_set(catalogue.game("darkages"), 1), {"long_game": True}),
        Table("many figures", 4, (), {}, {"setup.start_goods.gold": 12, "boards.storage.level.0.store": 9}),
    ],
}

WAYS: dict[str, list[str]] = {
    "staufer": [
        "first place by points",
        "first place by court",
        "first place by tracks",
        "lower place by court",
        "lower place by tracks",
        "several equal in points",
        "score above a hundred",
        UNDONE,
        CONTINUED,
    ],
    "wallenstein": [
        "first place by points",
        "first place by thalers",
        "first place shared",
        "first place shared by several",
        "lower place by thalers",
        "lower place shared",
        "several equal in points",
        "a seat without counties at the end",
        "a seat without counties for a while",
        *HESITATIONS,
        CONTINUED,
    ],
    "mil": [
        "first place by points",
        "first place by castles",
        "first place by lands",
        "first place by vassals",
        "first place shared",
        "first place shared by several",
        "lower place by castles",
        "lower place by lands",
        "lower place by vassals",
        "lower place shared",
        "several equal in points",
        "negative score",
        "score of zero",
        "a family without lands at the end",
        *HESITATIONS,
        CONTINUED,
    ],
    "darkages": [
        "first place by points",
        "first place shared",
        "lower place shared",
        "score above a hundred",
        "ended by cities",
        "ended by churches",
        "ended by culture",
        "ended by level_3",
        "ended by deck",
        *[f"ended alone by {id}" for id in ENDS],
        "won alone",
        "lost alone",
        "tied and lost alone",
        *[f"{ASKED}{name}" for name in SELDOM],
        UNDONE,
        CONTINUED,
    ],
}
SEATINGS = ("knight", "random", "mixed")
HESITATING, GOING_ON = "hesitating", "continued"
"""Last words of the names of such records."""
TRIES = 8_000
"""How many games are searched for ways to end."""


def slug(*words: str) -> str:
    """Words as the name of a file."""
    return re.sub(r"[^a-z0-9_]+", "-", " ".join(words).lower()).strip("-").replace("-players", "p")


def presets(game: str) -> list[Table]:
    """The settings every check of the project runs on."""
    return [Table(*setting) for setting in catalogue.game(game).presets()]


def seating(kind: str, players: int, turn: int = 0) -> list[str]:
    """Who sits where: all alike, or `mixed` knights and chance, the first seat going round."""
    if kind == "mixed":
        return ["knight" if (seat + turn) % 3 else "random" for seat in range(players)]
    return [kind] * players


def fill_up(game: str) -> None:
    """Play everything that is wanted of a game and not there."""
    there = {golden.name for golden in index() if golden.game == game}

    def put(name: str, play: Callable[[], str], shows: Sequence[str] = ()) -> None:
        if name not in there:
            there.add(name)
            line = add(name, play(), shows)
            print(f"{game}/{name}: {line.answers} answers, {', '.join(line.shows)}", flush=True)

    tables = presets(game)
    for turn, table in enumerate([*tables, *UNUSUAL[game]]):
        if there.isdisjoint(slug(table.label, kind) for kind in SEATINGS):
            _put_played(put, game, table, SEATINGS[turn % len(SEATINGS)], turn)
    if not any(name.endswith(HESITATING) for name in there):
        for turn, table in enumerate((tables[0], tables[len(tables) // 2], tables[-1])):
            name = slug(table.label, HESITATING)
            seats = seating(("random", "mixed", "random")[turn], table.players)
            text, shows = hesitated(table.rules(game), seats, f"golden {name}")
            put(name, partial(str, text), shows)
    if not any(name.endswith(GOING_ON) for name in there):
        for turn, table in enumerate((tables[1], tables[len(tables) // 2 + 1], tables[-2])):
            name = slug(table.label, GOING_ON)
            put(name, partial(_go_on, table.rules(game), f"golden {name}", 40 + 50 * turn))
    if game == "wallenstein":
        _put_bare(put, there)
    if game == "darkages":
        _put_recovered(put, there)
        _put_aided(put, there)
    _search_ways(game, [*tables, *[table for table in UNUSUAL[game] if not table.edition]], put)


Put = Callable[..., None]


def _put_played(put: Put, game: str, table: Table, kind: str, turn: int) -> None:
    seats = seating(kind, table.players, turn)
    name = slug(table.label, kind)
    put(name, lambda: played(table.rules(game), seats, f"golden {name}", table.edition))


def _go_on(rules: Ruleset[Any], seed: str, n: int) -> str:
    """A game that stops after `n` answers and goes on from there under the same rules."""
    seats = seating("mixed", rules.players)
    kept: list[State] = []
    quick_end(rules, seats, seed, lambda s: kept.append(rules.copy(s)))
    return continued(rules, seats, seed + " again", kept[n], n)


def _search_ways(game: str, tables: Sequence[Table], put: Put) -> None:
    lacking = set(WAYS[game]) - {way for golden in index() if golden.game == game for way in golden.shows}
    built: dict[str, Ruleset[Any]] = {}
    for number in range(TRIES):
        if not lacking:
            return
        table = tables[-1 - number % len(tables)]
        if table.label not in built:
            built[table.label] = table.rules(game)
        rules = built[table.label]
        if not any(_may_show(rules, way) for way in lacking):
            continue
        seats, seed = seating("random", table.players), f"golden random {number}"
        witness = Witness(game, table.players, False)
        result = rules.outcome(quick_end(rules, seats, seed, witness.watch))
        found = sorted(lacking & {*ways(result), *witness.found})
        if found:
            lacking -= set(found)
            name = slug(table.label, "ends", found[0])
            put(name, partial(played, rules, seats, seed))
    print(f"{game}: no game shows {sorted(lacking)}")


def _may_show(rules: Ruleset[Any], way: str) -> bool:
    """Whether a table can show something at all: a question that is none of its own it cannot."""
    return not way.startswith(ASKED) or way.removeprefix(ASKED) in rules.questions


def _put_bare(put: Put, there: set[str]) -> None:
    """Wallenstein: no bot loses all counties, so seat 0 is robbed of them before a plan (W-13.8, W-50.6).

    The game goes on from there; with the Emperor's Court a favor may bring the seat back."""
    tables = [
        Table("3 players", 3, (), {"start": "lineup"}),
        Table("4 players court", 4, (COURT,), {"start": "lineup"}),
        Table("5 players all modules", 5, WALLENSTEIN_MODULES, {"start": "draft"}),
    ]
    for table in tables:
        rules = table.rules("wallenstein")
        wanted = f"a seat without counties {'for a while' if COURT in table.modules else 'at the end'}"
        name = slug(table.label, wanted)
        for number in range(0 if name in there else TRIES):
            seed = f"golden bare {number}"
            text = continued(rules, seating("mixed", table.players), seed, *_robbed(rules, seed))
            if wanted in shown(rules, *read(text))[1]:
                put(name, partial(str, text))
                break


def _robbed(rules: Ruleset[Any], seed: str) -> tuple[State, int]:
    """The position before the second plan of a game, the counties of seat 0 given to nobody."""
    kept: list[tuple[Any, int]] = []
    seen = 0

    def watch(s: State) -> None:
        nonlocal seen
        if s.answers and not any(s.answers):
            kept.append((rules.copy(s), seen))
        seen += 1

    quick_end(rules, seating("random", rules.players), seed, watch)
    s, n = kept[1]
    for county in s.own(0):
        s.supply[0] += s.armies[county]
        s.make_neutral(county)
    assert not rules.violations(s), rules.violations(s)
    return s, n


def _put_recovered(put: Put, there: set[str]) -> None:
    """Dark Ages: by chance hardly anybody loses units of two types with Field Surgeons at level III (D-24.5).

    The seat whose turn it is gets the card and all its figures; the game goes on from there."""
    rules = Table("4 players", 4).rules("darkages")
    wanted = "asked recover"
    name = slug("4 players", wanted)
    for number in range(0 if name in there else TRIES):
        seed = f"golden surgeons {number}"
        begun = _with_surgeons(rules, seed)
        if begun is None:
            continue
        text = continued(rules, seating("random", 4), seed, *begun)
        if wanted in shown(rules, *read(text))[1]:
            put(name, partial(str, text))
            return


def _with_surgeons(rules: Ruleset[Any], seed: str) -> tuple[State, int] | None:
    """A position at the beginning of a turn, with Field Surgeons III and an army for who is asked."""
    kept: list[tuple[Any, int]] = []
    seen = 0

    def watch(s: State) -> None:
        nonlocal seen
        if s.stack and rules.asks(s)[0].name == "turn" and seen > 60:
            kept.append((rules.copy(s), seen))
        seen += 1

    quick_end(rules, seating("random", rules.players), seed, watch)
    s, n = kept[0]
    card, seat = s.t.card_ids.index("field_surgeons"), s.turn
    if card not in s.deck or len(s.laid[seat]) >= s.t.achievement_slots:
        return None
    s.deck.remove(card)
    for _ in range(LEVELS):
        uncover(s, seat, card)
    s.laid[seat] = (*s.laid[seat], card)
    at, home = UNITS * seat, UNITS * s.home[seat]
    for unit in range(UNITS):
        s.units[home + unit] += s.supply[at + unit]
        s.supply[at + unit] = 0
    assert not rules.violations(s), rules.violations(s)
    return s, n


def _put_aided(put: Put, there: set[str]) -> None:
    """Dark Ages: nobody who plays by chance gets Arms Aid with two cities to choose from (DM5-3.4).

    Where two have to agree, this card is the one on offer, and who gets it has a second city."""
    rules = Table("3 players", 3, ("alliances",)).rules("darkages")
    wanted = f"{ASKED}place_units"
    name = slug("3 players", "alliances", wanted)
    for number in range(0 if name in there else TRIES):
        seed = f"golden aid {number}"
        begun = _with_aid(rules, seed)
        if begun is None:
            continue
        text = continued(rules, seating("random", 3), seed, *begun)
        if wanted in shown(rules, *read(text))[1]:
            put(name, partial(str, text))
            return


def _with_aid(rules: Ruleset[Any], seed: str) -> tuple[State, int] | None:
    """A position in which two have offered cards, Arms Aid one of them."""
    kept: list[tuple[Any, int]] = []
    seen = 0

    def watch(s: State) -> None:
        nonlocal seen
        if s.stack and s.answers and rules.asks(s)[0].name == "agree" and not any(s.answers):
            kept.append((rules.copy(s), seen))
        seen += 1

    quick_end(rules, seating("random", rules.players), seed, watch)
    for s, n in kept:
        part = s.slices["alliances"]
        aid, (giver, other) = part.t.ids.index("alliance_arms_aid"), (part.speaker, part.partner)
        if part.offered[giver] != aid:
            giver, other = other, giver
        areas = [area for area in s.areas_of(other) if not s.city[area]]
        if part.offered[giver] == aid and areas and s.cities_left:
            s.city[areas[0]] = 1
            s.cities_left -= 1
            assert not rules.violations(s), rules.violations(s)
            return s, n
    return None


def main(argv: Sequence[str]) -> int:
    """Command line: the games to fill up, all if none is named."""
    for game in argv or catalogue.IDS:
        fill_up(game)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
