"""What a tooltip says about a thing: its name and its effect, with the numbers of the ruleset filled in."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.lettering import capital
from pfalz.core.texts import Texts
from pfalz.games.mil.lookup import LIMITED_IDS, RESOURCES, Lookup
from pfalz.games.mil.state import ALONE, NOBODY, PRODUCTIVE


def cubes_text(texts: Texts, cubes: Sequence[int]) -> str:
    """3 food, 1 gold."""
    named = [texts.name("cubes", RESOURCES * n + resource) for resource, n in enumerate(cubes) if n]
    return ", ".join(named) or texts.text("name.nothing")


def land_hint(t: Lookup, texts: Texts, tile: int) -> str:
    """Name and yield of a land, by its number and side."""
    return f"{capital(texts.name('land', tile >> 1))}: {land_help(t, texts, tile)}"


def land_help(t: Lookup, texts: Texts, tile: int) -> str:
    """Yield of a land, by its number and side."""
    kind = tile >> 1
    key = "land_help.productive" if tile & PRODUCTIVE else "land_help.harvested"
    return texts.text(key).format(
        harvest=cubes_text(texts, t.harvest[kind]),
        tribute=cubes_text(texts, t.printed_tribute[kind]),
        defence=t.land_defence[kind],
    )


def stack_hint(t: Lookup, texts: Texts, stack: int, top: int) -> str:
    """How strongly the top tile of a stack is defended."""
    space, land = t.stack_defence[stack], t.land_defence[top]
    words = texts.say(f"stack_help.{t.stack_ids[stack]}", n=space + land, space=space, land=land)
    return f"{words} {land_hint(t, texts, 2 * top + PRODUCTIVE)}"


def sphere_hint(t: Lookup, texts: Texts, id: str) -> str:
    """Name, actions and favour of a sphere."""
    amounts = {
        "monastery": t.veil_privileges,
        "court": t.court_influence,
        "market": t.trade_cubes,
        "crusades": t.crusade_influence,
    }
    points = {"market": t.castle_points, "curia": t.donation_points}
    words = texts.say(f"sphere_help.{id}", n=amounts.get(id, 0), points=points.get(id, 0))
    return f"{sphere_name(texts, id)}: {words}"


def favour_hint(t: Lookup, texts: Texts, sphere: int) -> str:
    """What the favourite of a limited sphere gets."""
    gains = f"{t.favour_points[sphere]} {texts.text('board.pp')}"
    if any(t.favour_cubes[sphere]):
        gains = f"{gains}, {cubes_text(texts, t.favour_cubes[sphere])}"
    return texts.text(f"favour_help.{LIMITED_IDS[sphere]}").format(gains=gains)


def sphere_name(texts: Texts, id: str) -> str:
    """The name of any of the six spheres."""
    if id in LIMITED_IDS:
        return texts.text(f"name.sphere.{id}")
    return texts.text(f"name.place.{id}")


def token_hint(t: Lookup, texts: Texts, id: str) -> str:
    """What a token means."""
    amounts = {
        "age": t.death_age,
        "no_heir": t.death_points,
        "soldiers": t.soldier_strength,
        "castle": t.castle_strength,
        "privileges": t.majority_points[2],
    }
    least, most = t.woman_points, t.most_women_points
    return texts.say(f"token_help.{id}", n=amounts.get(id, 0), least=least, most=most)


def knight_hint(t: Lookup, texts: Texts, k: int, tile: int, lord: int, landless: bool) -> str:
    """Everything that can be said about a knight."""
    parts = [f"{capital(texts.name('knight', k))}."]
    parts.append(token_hint(t, texts, "no_heir" if tile == ALONE else "heir"))
    parts.append(token_hint(t, texts, "age"))
    if lord != NOBODY:
        parts.append(texts.text("token_help.lord", {"lord": ("seat", lord)}))
    if landless:
        parts.append(token_hint(t, texts, "landless"))
    return " ".join(parts)
