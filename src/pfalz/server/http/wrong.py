"""What is wrong with a request, in our own words: the field, and what would be right.

Pydantic and msgspec each have sentences of their own, in English only; none of them is passed on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pfalz.core.errors import Phrase
from pfalz.server.refusals import Refused

_KINDS: Final = {
    "missing": "wrong_missing",
    "extra_forbidden": "wrong_extra",
    "enum": "wrong_choice",
    "literal_error": "wrong_choice",
    "string_too_long": "wrong_long",
    "too_long": "wrong_long",
    "string_too_short": "wrong_short",
    "too_short": "wrong_short",
    "greater_than_equal": "wrong_small",
    "less_than_equal": "wrong_large",
    "string_pattern_mismatch": "wrong_pattern",
    "string_type": "wrong_text",
    "string_unicode": "wrong_text",
    "list_type": "wrong_list",
    "dict_type": "wrong_object",
    "model_type": "wrong_object",
    "model_attributes_type": "wrong_object",
}
_BEGINNINGS: Final = {"int": "wrong_int", "bool": "wrong_bool"}
_NAMES: Final = {"str": "wrong_text", "int": "wrong_int", "array": "wrong_list", "object": "wrong_object"}
_MOST: Final = ("max_length", "le")
_LEAST: Final = ("min_length", "ge")
_FIELD_LENGTH: Final = 80


def wrong_field(found: Mapping[str, Any]) -> Refused:
    """The refusal for one error of Pydantic."""
    kind = str(found.get("type", ""))
    key = _KINDS.get(kind) or _BEGINNINGS.get(kind.split("_")[0], "wrong_any")
    about = found.get("ctx") or {}
    details = {
        "most": next((about[name] for name in _MOST if name in about), ""),
        "least": next((about[name] for name in _LEAST if name in about), ""),
        "known": str(about.get("expected", "")).replace(" or ", ", "),
    }
    # the first part says where it was looked for; the person who sends it knows it by its name
    loc = [str(part) for part in found.get("loc", ())]
    return _invalid(".".join(loc[1:] or loc), Phrase(key, **details))


_PLACE: Final = re.compile(r" - at `(?:key in )?\$\.?(.*)`$")
_UNNAMED: Final = re.compile(r"^Object (missing required|contains unknown) field `(.*?)`")
_LIMIT: Final = re.compile(r"^Expected `(\w+)`(?: of length)? (<=|>=) (-?\d+)")
_TYPE: Final = re.compile(r"^Expected `(\w+)`")


def wrong_answer(error: msgspec.ValidationError) -> Refused:
    """The refusal for an error of msgspec."""
    said = str(error)
    place = _PLACE.search(said)
    where = place[1] if place else ""
    if found := _UNNAMED.match(said):
        key = "wrong_missing" if found[1].startswith("missing") else "wrong_extra"
        return _invalid(".".join(part for part in (where, found[2]) if part), Phrase(key))
    if found := _LIMIT.match(said):
        counted = "of length" in said
        if found[2] == "<=":
            return _invalid(where, Phrase("wrong_long" if counted else "wrong_large", most=int(found[3])))
        return _invalid(where, Phrase("wrong_short" if counted else "wrong_small", least=int(found[3])))
    kind = _TYPE.match(said)
    return _invalid(where, Phrase(_NAMES.get(kind[1], "wrong_any") if kind else "wrong_any"))


def _invalid(field: str, wrong: Phrase) -> Refused:
    shown = field.encode("utf-8", "replace").decode()
    shown = "".join(c if c.isprintable() else "?" for c in shown)[:_FIELD_LENGTH]
    return Refused("invalid", 422, what=Phrase("field", field=shown, wrong=wrong) if shown else wrong)
