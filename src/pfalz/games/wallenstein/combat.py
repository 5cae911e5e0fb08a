"""Battles (W-10) and revolts (W-11): who casts what, and what the tray says afterwards."""

from __future__ import annotations

from pfalz.games.wallenstein.events import (
    ATTACK_REPELLED,
    ATTACK_WON,
    BATTLE_TIED,
    REVOLT_BEGUN,
    REVOLT_LOST,
    REVOLT_WON,
)
from pfalz.games.wallenstein.lookup import (
    CHURCH,
    CHURCH_PEACE,
    PALACE,
    PALACE_GUARD,
    STUBBORN_NEUTRALS,
    TILE_ATTACK,
    TILE_DEFENCE,
)
from pfalz.games.wallenstein.state import Wallenstein


def may_attack(s: Wallenstein, seat: int, county: int, action: int) -> bool:
    """Whether a county that is not the seat's own is a legal target (W-9.20, W-9.22)."""
    defender = s.owner[county]
    if defender < 0:
        return True  # W-6.16
    open_ = 0 if is_church_safe(s, county) else 1
    return s.rules.value(s, "may_attack", open_, defender, county, action) == 1


def is_church_safe(s: Wallenstein, county: int) -> bool:
    """Peace of the church covers a county with a church at this moment (W-6.11, W-6.14)."""
    return s.event >= 0 and s.t.effect[s.event] == CHURCH_PEACE and s.has(county, CHURCH)


def cast(s: Wallenstein, colour: int, n: int) -> None:
    """Cubes from a supply join the throw, as many as there are (W-10.11, W-10.13, W-11.4, W-R.7)."""
    n = min(n, s.supply[colour])
    s.supply[colour] -= n
    s.tray[colour] += n


def cast_armies(s: Wallenstein, seat: int, county: int) -> None:
    """All armies of a county join the throw; none may be held back (W-10.8, W-11.2)."""
    s.tray[seat] += s.armies[county]
    s.armies[county] = 0


def clear(s: Wallenstein, colour: int, keep: int = 0) -> None:
    """The cubes of a party leave the tray for the supply, but for those that go to the county."""
    s.supply[colour] += s.tray[colour] - keep
    s.tray[colour] = 0


def join_battle(s: Wallenstein, seat: int, county: int) -> None:
    """Extra armies and the defence join the moved armies already in the tray (W-10.6 to W-10.13)."""
    cast(s, seat, extra_attackers(s, seat))
    defender = s.owner[county]
    if defender < 0:
        cast(s, s.t.players, neutral_defenders(s))
        return
    cast_armies(s, defender, county)
    cast(s, defender, extra_defenders(s, defender, county))


def extra_attackers(s: Wallenstein, seat: int) -> int:
    """Armies a tile adds to every attack of a seat (W-10.7)."""
    return s.t.tile_amount[TILE_ATTACK] if s.holds(seat, TILE_ATTACK) else 0


def extra_defenders(s: Wallenstein, defender: int, county: int) -> int:
    """Armies that tile and palace guard add to the defence of a county (W-6.5, W-10.9, W-10.10)."""
    extra = s.t.tile_amount[TILE_DEFENCE] if s.holds(defender, TILE_DEFENCE) else 0
    if s.effect() == PALACE_GUARD and s.has(county, PALACE):
        extra += s.event_amount()
    return extra


def neutral_defenders(s: Wallenstein) -> int:
    """Peasants that meet an attack on a neutral county (W-6.10, W-10.12)."""
    return s.event_amount() if s.effect() == STUBBORN_NEUTRALS else s.t.neutral_peasants


def allies(s: Wallenstein, county: int) -> bool:
    """Whether the peasants in the tray fight for the owner of a county (W-10.14, W-11.10)."""
    return s.markers[county] == 0


def settle_battle(s: Wallenstein, seat: int, county: int) -> None:
    """Compare what lies in the tray (W-10.4); other colours stay there (W-10.5).

    All cubes of the winner beyond the losses are placed, even more than were cast (W-10.27)."""
    if s.owner[county] < 0:
        settle_conquest(s, seat, county)
        return
    green = s.t.players
    defender = s.owner[county]
    attack, defence = s.tray[seat], s.tray[defender]
    allied = s.tray[green] if allies(s, county) else 0
    total = defence + allied
    if allies(s, county):
        clear(s, green)
    if attack > total:  # W-10.15, W-10.16
        clear(s, seat, attack - total)
        clear(s, defender)
        s.emit(ATTACK_WON, seat, county, attack, total)
        s.gain_county(seat, county, attack - total)
    elif attack < total and defence:  # W-10.17, W-10.18
        rest = defence - max(0, attack - allied)
        clear(s, seat)
        clear(s, defender, rest)
        s.armies[county] = rest
        s.emit(ATTACK_REPELLED, seat, county, attack, total)
    else:  # W-10.19, W-10.20
        clear(s, seat)
        clear(s, defender)
        s.emit(BATTLE_TIED, seat, county, attack, total)
        s.make_neutral(county)


def settle_conquest(s: Wallenstein, seat: int, county: int) -> None:
    """Against a neutral county all peasants in the tray fight (W-10.21 to W-10.23, W-R.12).

    The losers never go back where they came from (W-10.26)."""
    attack, peasants = s.tray[seat], s.tray[s.t.players]
    clear(s, s.t.players)
    if attack > peasants:
        clear(s, seat, attack - peasants)
        s.emit(ATTACK_WON, seat, county, attack, peasants)
        s.gain_county(seat, county, attack - peasants)
    else:
        clear(s, seat)
        s.emit(ATTACK_REPELLED, seat, county, attack, peasants)


def rise(s: Wallenstein, seat: int, county: int, extra: int) -> None:
    """One peasant per revolt marker, and in winter the extra ones, against all armies (W-11.2, W-11.3).

    No tile and no event takes part (W-6.15, W-R.5); the tray is cast too (W-11.5)."""
    cast_armies(s, seat, county)
    before = s.supply[s.t.players]
    cast(s, s.t.players, s.markers[county] + extra)
    s.emit(REVOLT_BEGUN, seat, county, before - s.supply[s.t.players])


def settle_revolt(s: Wallenstein, seat: int, county: int, extra: int) -> None:
    """The owner needs more cubes than the peasants (W-11.6 to W-11.8, W-R.4)."""
    armies, peasants = s.tray[seat], s.tray[s.t.players]
    clear(s, s.t.players)
    if armies > peasants:
        clear(s, seat, armies - peasants)
        s.armies[county] = armies - peasants
        s.emit(REVOLT_WON, seat, county, armies, peasants)
    else:
        clear(s, seat)
        s.emit(REVOLT_LOST, seat, county, armies, peasants)
        s.make_neutral(county)
