"""What a tooltip says about a thing: its name and its effect, with the numbers of the ruleset filled in."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.texts import Texts
from pfalz.games.staufer.chests import victory_points_left
from pfalz.games.staufer.codes import RANK_BONUS, VICTORY_POINTS
from pfalz.games.staufer.lookup import BONUS_CHESTS, BROWN, ORANGE, PURPLE, Lookup


def slashed(numbers: Sequence[int]) -> str:
    """Numbers one after the other: 7/4/3."""
    return "/".join(str(number) for number in numbers)


def chest_text(t: Lookup, texts: Texts, part: str, kind: int) -> str:
    """What a part of the texts says about a chest; of orange ones it tells effect and value."""
    if kind in ORANGE:
        return texts.say(f"{part}.{t.orange_ids[kind]}", n=t.orange_value[kind])
    return texts.text(f"{part}.{t.chest_ids[kind]}")


def chest_hint(t: Lookup, texts: Texts, kind: int) -> str:
    """Name and effect of a chest, and what it is worth at the end."""
    hint = f"{texts.name('chest', kind)}: {chest_text(t, texts, 'chest_help', kind)}"
    if kind in ORANGE or kind == BROWN:
        return hint
    left = t.leftover[1 if kind == PURPLE else 0]
    return f"{hint} {texts.say('board.leftover', n=left)}"


def privilege_hint(t: Lookup, texts: Texts, kind: int, left: int) -> str:
    """Name and effect of a privilege, by its number minus one, while so many cards of it are left."""
    return f"{texts.name('privilege_kind', kind)}: {privilege_help(t, texts, kind, left)}"


def privilege_help(t: Lookup, texts: Texts, kind: int, left: int) -> str:
    """What a privilege does, while so many cards of it are left."""
    key = f"privilege_help.{t.privilege_ids[kind]}"
    if kind + 1 == VICTORY_POINTS:
        if not left:
            return texts.text(f"{key}_gone")
        return texts.say(key, values=slashed(victory_points_left(t, left)))
    if kind + 1 == RANK_BONUS:
        if len(t.rank_bonus) == 1:  # two players have no second and third place to be paid for
            return texts.say(f"{key}_first", n=t.rank_bonus[0])
        return texts.say(key, values=slashed(t.rank_bonus))
    return texts.text(key)


JOB_KINDS = ("region_job", "pattern_job", "seat_job")


def job_hint(t: Lookup, texts: Texts, category: int, card: int) -> str:
    """Name and condition of a job card."""
    return f"{texts.name(JOB_KINDS[category], card)}: {job_help(t, texts, category, card)}"


def job_help(t: Lookup, texts: Texts, category: int, card: int) -> str:
    """What a job card rewards."""
    if category > 0:
        return texts.text(f"job_help.{t.job_ids[category][card]}")
    first, second = t.region_job
    key = "job_help.region" if second else "job_help.region_first"
    return texts.text(
        key,
        {
            "region": ("region", t.job_region[card]),
            "first": ("number", first),
            "second": ("number", second),
        },
    )


def bonus_hint(t: Lookup, texts: Texts, region: int) -> str:
    """What the bonus of a region gives."""
    return _bonus(t, texts, region, "bonus_help")


def bonus_short(t: Lookup, texts: Texts, region: int) -> str:
    """The bonus of a region in two words."""
    return _bonus(t, texts, region, "board.bonus_short")


def _bonus(t: Lookup, texts: Texts, region: int, part: str) -> str:
    key = f"{part}.{t.bonus_ids[region]}"
    if t.bonus_kind[region] == BONUS_CHESTS:
        return texts.say(key, n=t.bonus_draw[region])
    amounts = t.bonus_amounts[region]
    return texts.say(key, values=slashed(amounts), n=amounts[0])


def tile_points(t: Lookup, tile: int) -> list[int]:
    """The numbers of a point tile that score at this table (S-11.9)."""
    return list(t.tile_points[tile][: t.scoring_ranks])


def tile_hint(t: Lookup, texts: Texts, tile: int) -> str:
    """What a point tile gives."""
    return texts.say("tile_help.point_tile", values=slashed(tile_points(t, tile)))


def office_hint(t: Lookup, texts: Texts, office: int) -> str:
    """What an office seat costs and takes."""
    region = t.seat_region[office]
    key = "board.seat_noble" if t.noble_only[office] else "board.seat_plain"
    return texts.text(
        key,
        {
            "region": ("region", region),
            "place": ("number", office - t.region_seats[region][0] + 1),
            "n": ("number", t.seat_number[office]),
        },
    )
