"""Loading a game's data files, correcting them with an edition, and checking what came out.

Data files are TOML inside the game's package. An edition is a TOML file of a box owner:

    game = "staufer"
    name = "My printing"
    [set]
    "regions.region.aachen.seats_3_5.1.number" = 4

A path starts with the file, then goes down by key; an entry of a list is named by its `id`, its `number`
or its position. Only values that exist can be set, and the result passes the same checks as our own data.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from pfalz.core.errors import DataError, Phrase, hint

T = TypeVar("T")


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Corrections to a game's data: new values by path."""

    game: str
    name: str = ""
    set: dict[str, Any] = {}


def load_files(package: str, files: tuple[str, ...]) -> dict[str, Any]:
    """The raw data files of a game, by name without ending."""
    folder = resources.files(package) / "data"
    return {name: tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for name in files}


def read_edition(path: Path) -> Edition:
    """Read an edition file; what is wrong with it is named."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise DataError("file_unreadable", path=path, error=error.strerror) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError("file_not_toml", path=path, error=str(error)) from error
    return typed(raw, Edition, str(path))


def typed(raw: object, shape: type[T], where: str) -> T:
    """Convert plain data into `shape`; an error names the place and what is expected there."""
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        raise DataError("data_invalid", where=where, error=str(error)) from error


def corrected(
    data: dict[str, Any], edition: Edition | None, moved: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """The data with the values of an edition in place; the original stays as it is.

    `moved` tells where data have gone since an edition was written: beginnings of paths, old and new."""
    if edition is None or not edition.set:
        return data
    out = copy.deepcopy(data)
    for path, value in edition.set.items():
        try:
            _set(out, _moved(path, moved), value)
        except DataError as error:
            raise DataError("edition_wrong", error=error) from error
    return out


def value_at(data: Mapping[str, Any], path: str) -> Any:
    """The value at a path of an edition; a path that leads nowhere is refused and named."""
    parts = path.split(".")
    node: Any = data
    for depth, part in enumerate(parts):
        node = node[_find(node, part, ".".join(parts[:depth]) or Phrase("the_data"), path)]
    return node


def _moved(path: str, moved: Mapping[str, str]) -> str:
    for old, new in moved.items():
        if path == old or path.startswith(f"{old}."):
            return new + path[len(old) :]
    return path


def _set(data: dict[str, Any], path: str, value: object) -> None:
    parts = path.split(".")
    node: Any = data
    for depth, part in enumerate(parts):
        key = _find(node, part, ".".join(parts[:depth]) or Phrase("the_data"), path)
        if depth == len(parts) - 1:
            old = node[key]
            if type(old) is not type(value):
                raise DataError(
                    "value_type", path=path, old=old, old_type=_kind(old), new=value, new_type=_kind(value)
                )
            node[key] = value
        else:
            node = node[key]


def _find(node: object, part: str, where: str | Phrase, path: str) -> Any:
    if isinstance(node, Mapping):
        known = list(node)
        if part in node:
            return part
    elif isinstance(node, list):
        known = [
            str(e.get("id", e.get("number", i))) if isinstance(e, dict) else str(i)
            for i, e in enumerate(node)
        ]
        if part in known:
            return known.index(part)
        if part.isdecimal() and int(part) < len(node):
            return int(part)
    else:
        raise DataError("value_plain", path=path, where=where, value=node)
    raise DataError("no_entry", path=path, where=where, entry=part, hint=hint(part, known))


def _kind(value: object) -> Phrase | str:
    names = {
        bool: Phrase("type_bool"),
        int: Phrase("type_int"),
        float: Phrase("type_float"),
        str: Phrase("type_str"),
        list: Phrase("type_list"),
        dict: Phrase("type_dict"),
    }
    return names.get(type(value), type(value).__name__)
