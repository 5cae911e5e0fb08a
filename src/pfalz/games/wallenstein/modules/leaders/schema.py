"""The shape of leaders.toml."""

from __future__ import annotations

from pfalz.games.wallenstein.schema import Amount, Cell, Count, Row


class Leaders(Row):
    monuments_per_player: Amount
    vp_per_own_monument: Count
    vp_per_captured_monument: Count
    building_discount: Count
    collect_bonus: Count
    deploy_bonus: Count


class LeadersFile(Cell):
    leaders: Leaders
