"""The compiled engine, if `make compiled` has installed one: found before the sources it was made from.

`tools/compile.py` puts extension modules into the folder `_compiled` of this package, with a manifest of the
sources they were made from. Whoever imports `pfalz` gets those modules, in any environment that finds this
folder, as long as every source of the kernel, of the games and of the pages is the very one that was
compiled. If one has changed, come or gone, the sources count, and a line on stderr says so.
`PFALZ_BUILD=plain` never looks for a build, `PFALZ_BUILD=compiled` refuses to go on without one.
`make plain` removes it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from sysconfig import get_config_var
from types import ModuleType

PACKAGE = Path(__file__).parent
FOLDER = PACKAGE / "_compiled"
MANIFEST = "manifest.json"
SETTING = "PFALZ_BUILD"
LAYERS = ("core", "games", "web")
"""What is compiled imports nothing but these; constants of what stays plain are compiled into it, too."""

CHANGED = {
    "en": "pfalz: {why} since the engine was compiled, so its plain sources are used. "
    "`make compiled` compiles it anew, `make plain` removes what was compiled.",
    "de": "pfalz: {why}, seit die Engine kompiliert wurde; darum gilt ihr Quelltext. "
    "`make compiled` kompiliert sie neu, `make plain` entfernt das Kompilierte.",
}
NONE = {
    "en": "pfalz: there is no engine compiled for this Python in {folder}; `make compiled` makes one.",
    "de": "pfalz: in {folder} liegt keine für dieses Python kompilierte Engine; `make compiled` macht eine.",
}
WHY = {
    "en": {"changed": "{file} has changed", "new": "{file} has come", "gone": "{file} has gone"},
    "de": {
        "changed": "{file} hat sich geändert",
        "new": "{file} ist dazugekommen",
        "gone": "{file} ist verschwunden",
    },
}


class Finder(MetaPathFinder):
    """Finds the extension modules of a build."""

    def __init__(self, folder: Path, modules: Mapping[str, str]) -> None:
        self.folder = folder
        self.modules = modules

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The extension module of a name, if it was compiled."""
        file = self.modules.get(name)
        if file is None:
            return None
        place = str(self.folder / file)
        return spec_from_file_location(name, place, loader=ExtensionFileLoader(name, place))


def digests(package: Path) -> dict[str, str]:
    """What the sources of the kernel, of the games and of the pages are now, by their path."""
    found: dict[str, str] = {}
    for layer in LAYERS:
        for path in sorted((package / layer).rglob("*.py")):
            name = path.relative_to(package).as_posix()
            found[name] = blake2b(path.read_bytes(), digest_size=16).hexdigest()
    return found


def difference(then: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, str] | None:
    """The first source that is not as it was, and in which way; None if all are."""
    for name in sorted({*then, *now}):
        if name not in now:
            return "gone", name
        if name not in then:
            return "new", name
        if then[name] != now[name]:
            return "changed", name
    return None


def write_manifest(folder: Path, modules: Mapping[str, str], sources: Mapping[str, str]) -> None:
    """Note what a build consists of, and the digests of the sources it was made from."""
    found = {"suffix": get_config_var("EXT_SUFFIX"), "modules": modules, "sources": sources}
    (folder / MANIFEST).write_text(json.dumps(found, indent=1), "utf-8")


def finder(folder: Path, package: Path) -> Finder | tuple[str, str] | None:
    """The finder of a build; which source has changed since; None if there is none for this Python."""
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
    except FileNotFoundError:
        return None
    if manifest["suffix"] != get_config_var("EXT_SUFFIX"):
        return None
    changed = difference(manifest["sources"], digests(package))
    return changed or Finder(folder, manifest["modules"])


def told(changed: tuple[str, str] | None, folder: Path) -> str:
    """What is said about a build that is out of date, or not there, in the language of the surroundings."""
    spoken = next((os.environ[n] for n in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(n)), "")
    language = "de" if spoken.startswith("de") else "en"
    if changed is None:
        return NONE[language].format(folder=folder)
    why, file = changed
    return CHANGED[language].format(why=WHY[language][why].format(file=file))


def use(folder: Path = FOLDER, package: Path = PACKAGE) -> None:
    """Use the installed build from now on, if there is one and it belongs to the sources."""
    wanted = os.environ.get(SETTING, "")
    if wanted == "plain":
        return
    found = finder(folder, package)
    if isinstance(found, Finder):
        sys.meta_path.insert(0, found)
    elif wanted == "compiled":
        raise ImportError(told(found, folder))
    elif found is not None:
        print(told(found, folder), file=sys.stderr)
        os.environ[SETTING] = "plain"  # processes that are started from here need not say it again


def in_use() -> bool:
    """Whether a compiled engine is in use."""
    return any(isinstance(found, Finder) for found in sys.meta_path)
