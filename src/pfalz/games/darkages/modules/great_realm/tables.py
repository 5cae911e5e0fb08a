"""How the western half joins the data of the game: map, boards, setup, rulers, cards, markers."""

from __future__ import annotations

from typing import Any, Final

from pfalz.core.data import typed
from pfalz.core.errors import DataError
from pfalz.core.game import Data
from pfalz.games.darkages.boxes import twice
from pfalz.games.darkages.language import FilesError, number_of
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.modules.great_realm.schema import GreatRealmFile
from pfalz.games.darkages.state import NONE
from pfalz.games.darkages.words import ACHIEVEMENT

ID: Final = "great_realm"
TWIN: Final = "w_"
"""How the id of a twin begins; the rest is that of the card it is like."""
BOXES: Final = 2
CARDS: Final = ("achievement", "war_technology", "relic", "epithet")
Rows = list[dict[str, Any]]


def joined(data: dict[str, Any], players: int) -> dict[str, Any]:
    """The data of both games together (DM2-1.1 to DM2-1.3)."""
    typed(data[ID], GreatRealmFile, f"{ID}.toml")
    own = {**data[ID], **{key: unmarked(data[ID][key]) for key in ("area", "title", "ruler")}}
    data["map"] = {
        **data["map"],
        "region": [*data["map"]["region"], *own["region"]],
        "sea": [*data["map"]["sea"], *own["sea"]],
        "title": [*data["map"]["title"], *own["title"]],
        "area": linked([*data["map"]["area"], *own["area"]], own["link"]),
    }
    data["rulers"] = {**data["rulers"], "ruler": [*data["rulers"]["ruler"], *own["ruler"]]}
    data["cards"] = all_cards(data["cards"], own)
    markers = data["barbarians"]
    data["barbarians"] = {**markers, "marker": twice(markers["marker"], BOXES)}
    numbers = [row for row in own["setup"] if row["players"] == players]
    if len(numbers) != 1:
        raise FilesError("realm_setup", n=players)
    set_boards(data, own["table"], numbers[0])
    try:
        Lookup(data, players, {"open_hands": False, "barbarian_damage": "by_rule"})
    except DataError as error:  # it may speak of the file its tables were added to
        raise FilesError("realm_joined", why=str(error)) from error
    return data


def unmarked(rows: Rows) -> Rows:
    """Rows with their mark as the other files have it: what has none is always in play (DM2-2.2)."""
    return [
        {**{key: value for key, value in row.items() if key != "mark"}, "min_players": row.get("mark", 2)}
        for row in rows
    ]


def set_boards(data: dict[str, Any], table: dict[str, Any], row: dict[str, Any]) -> None:
    """Offer, church row, stacks and supplies for a player count (DM2-2.4, DM2-2.8, DM2-3.1, DM2-3.2)."""
    boards = data["boards"] = dict(data["boards"])
    boards["offer"] = {**boards["offer"], "spaces": table["offer_places"]}
    access = {key: table[key] for key in ("accessible_at_start", "accessible_per_red_space")}
    boards["culture_track"] = {**boards["culture_track"], **access}
    boards["stack"] = {**boards["stack"], "discs_for_reaction": row["discs_for_reaction"]}
    setup = data["setup"] = dict(data["setup"])
    pieces = {key: table[key] for key in ("tower_pieces", "churches", "production_buildings_per_type")}
    setup["supply"] = {**setup["supply"], **pieces}
    setup["colour"] = [*setup["colour"], *data[ID]["colour"]]
    numbers = {key: value for key, value in row.items() if key != "discs_for_reaction"}
    setup["player_count"] = [*setup["player_count"], {**numbers, "boxes": BOXES}]


def linked(areas: Rows, links: dict[str, Any]) -> Rows:
    """All areas of both maps; the links count in both directions (DM2-2.1)."""
    found = {row["id"]: {**row, "land": [*row["land"]], "sea": [*row["sea"]]} for row in areas}
    for kind in ("land", "sea"):
        for one, other in links[kind]:
            for id in (one, other):
                number_of(id, list(found), f"{ID}.link")
            found[one][kind].append(other)
            found[other][kind].append(one)
    return list(found.values())


def all_cards(cards: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Both culture decks; a twin is its card under another name (DM2-1.3). Start cards stay with their rulers
    (DM2-3.6)."""
    of = [row["of"] for row in own["twin"]]
    known = [row["id"] for kind in CARDS for row in cards[kind]]
    for id in of:
        number_of(id, known, f"{ID}.twin")
    found = dict(cards)
    for kind in CARDS:
        twins = [{**row, "id": f"{TWIN}{row['id']}"} for row in cards[kind] if row["id"] in of]
        found[kind] = [*cards[kind], *own.get(kind, []), *twins]
    return found


class RealmLookup:
    """Which rulers are western, and which achievements are twins."""

    def __init__(self, data: Data, balance: bool) -> None:
        file = typed(data[ID], GreatRealmFile, f"{ID}.toml")
        self.balance = balance
        self.western = frozenset([row.id for row in file.ruler])
        self.west: list[bool] = []
        """By ruler, whether he is of the western half (DM2-2.6); those of other modules are not (DM2-5.3)."""
        self.twin: list[int] = []
        """By card, the achievement that cannot lie beside it (DM2-3.4)."""

    def know(self, t: Lookup) -> None:
        """Learn the numbers of rulers and cards."""
        self.west = [id in self.western for id in t.ruler_ids]
        number = {id: card for card, id in enumerate(t.card_ids)}
        self.twin = [NONE] * t.cards
        for id, card in number.items():
            other = number.get(f"{TWIN}{id}", NONE)
            if other != NONE and t.card_kind[card] == ACHIEVEMENT:
                self.twin[card], self.twin[other] = other, card
