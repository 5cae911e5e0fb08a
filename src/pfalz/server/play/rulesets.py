"""Rulesets by header, built once for all tables with the same settings. Workers need this and no database."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from pfalz import catalogue
from pfalz.core.record import Header
from pfalz.core.ruleset import Ruleset


@lru_cache(maxsize=256)
def _rules(key: bytes) -> Ruleset[Any]:
    return catalogue.ruleset_of(msgspec.json.decode(key, type=Header))


def public_header(header: Header) -> Header:
    """A header without people, seed and position: what the rules depend on."""
    nothing = {"start": msgspec.UNSET, "shares": msgspec.UNSET, "later": msgspec.UNSET}
    return msgspec.structs.replace(header, seats=[], seed_hash="", seed="", **nothing)


def rules_of(header: Header) -> Ruleset[Any]:
    """The rules of a header; tables with the same settings share them."""
    return _rules(msgspec.json.encode(public_header(header)))
