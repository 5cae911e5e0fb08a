"""What a tooltip says about a thing: its name and its effect, with the numbers of the ruleset filled in."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.texts import Texts
from pfalz.games.staufer.tables import BROWN, ORANGE, PURPLE, Tables


def listed(numbers: Sequence[int]) -> str:
    """Numbers one after the other: 7/4/3."""
    return "/".join(str(number) for number in numbers)


def number(texts: Texts, key: str, **numbers: int) -> str:
    """A text with plain numbers in it."""
    return texts.text(key, {name: ("number", n) for name, n in numbers.items()})


def with_list(texts: Texts, key: str, numbers: Sequence[int], n: int = 0) -> str:
    """A text with a list of numbers in it, and perhaps one more."""
    return texts.text(key).format(values=listed(numbers), n=n)


def chest_hint(t: Tables, texts: Texts, kind: int) -> str:
    """Name and effect of a chest, and what it is worth at the end."""
    key = f"chest_help.{t.chest_ids[kind]}"
    help = with_list(texts, key, t.brown) if kind == BROWN else texts.text(key)
    hint = f"{texts.name('chest', kind)}: {help}"
    if kind in ORANGE or kind == BROWN:
        return hint
    left = t.leftover[1 if kind == PURPLE else 0]
    return f"{hint} {number(texts, 'board.leftover', n=left)}"


def privilege_hint(t: Tables, texts: Texts, kind: int, left: int) -> str:
    """Name and effect of a privilege, by its number minus one, while so many cards of it are left."""
    return f"{texts.name('privilege_kind', kind)}: {privilege_help(t, texts, kind, left)}"


def privilege_help(t: Tables, texts: Texts, kind: int, left: int) -> str:
    """What a privilege does, while so many cards of it are left."""
    key = f"privilege_help.{t.privilege_ids[kind]}"
    if kind == 0:
        return with_list(texts, key, t.victory_points_left(left)) if left else texts.text(f"{key}_gone")
    if kind == 3:
        return number(texts, key, flat=t.flat_cost, both=t.flat_discounted)
    if kind == 13:
        if len(t.rank_bonus) == 1:  # two players have no second and third place to be paid for
            return number(texts, f"{key}_first", n=t.rank_bonus[0])
        return with_list(texts, key, t.rank_bonus)
    amounts = {5: t.royal_favour, 8: t.supply_points, 10: t.free_regions, 14: t.presence, 15: t.orange_bonus}
    return number(texts, key, n=amounts[kind]) if kind in amounts else texts.text(key)


JOB_KINDS = ("region_job", "pattern_job", "seat_job")


def job_hint(t: Tables, texts: Texts, category: int, card: int) -> str:
    """Name and condition of a job card."""
    return f"{texts.name(JOB_KINDS[category], card)}: {job_help(t, texts, category, card)}"


def job_help(t: Tables, texts: Texts, category: int, card: int) -> str:
    """What a job card rewards."""
    key = f"job_help.{t.job_ids[category][card]}"
    if category == 0:
        return number(texts, key, first=t.region_job[0], second=t.region_job[1])
    if category == 1:
        return number(texts, key, n=t.pattern_points[card])
    return with_list(texts, key, t.seat_job_scale[card], t.seat_job_points[card])


def bonus_hint(t: Tables, texts: Texts, region: int) -> str:
    """What the bonus of a region gives."""
    return _bonus(t, texts, region, "bonus_help")


def bonus_short(t: Tables, texts: Texts, region: int) -> str:
    """The bonus of a region in two words."""
    return _bonus(t, texts, region, "board.bonus_short")


def _bonus(t: Tables, texts: Texts, region: int, part: str) -> str:
    key = f"{part}.{t.bonus_ids[region]}"
    amounts = t.bonus_amounts[region]
    if len(set(amounts)) > 1:
        return with_list(texts, key, amounts)
    return number(texts, key, n=amounts[0])


def tile_points(t: Tables, tile: int) -> list[int]:
    """The numbers of a point tile that score at this table (S-11.9)."""
    ranks = 2 if t.players == 2 and t.second_place_scores else t.scoring_ranks
    return list(t.tile_points[tile][:ranks])


def tile_hint(t: Tables, texts: Texts, tile: int) -> str:
    """What a point tile gives."""
    return with_list(texts, "tile_help.point_tile", tile_points(t, tile))


def office_hint(t: Tables, texts: Texts, office: int) -> str:
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
