"""Compile the kernel, the games and what pages are made of with mypyc in build/compiled, and install it.

Beside every module that declares columns goes a generated one that copies them, compiled with the rest.
Left plain: data loading and its schemas (msgspec structs), texts, what pages need seldom, and the server.
Extension modules go into `src/pfalz/_compiled`, where `pfalz.compiled` finds them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from sysconfig import get_config_var

os.environ["PFALZ_BUILD"] = "plain"  # what is compiled are the sources

from pfalz.compiled import digests, write_manifest

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "compiled"
INSTALLED = ROOT / "src" / "pfalz" / "_compiled"
PLAIN_CORE = {
    "__init__",
    "data",
    "forms",
    "plain",
    "record",
    "session",
    "strips",
    "texts",
    "wording",
    "yardstick",
}
PLAIN_GAME = {"__init__", "schema", "bot", "cardtext", "phrases"}
WEB = ("alike", "asked", "choice", "chunks", "marks", "sections", "steps", "story")
"""What a page is made of after every answer."""
BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
files, sys.argv = sys.argv[1:], ["compile", "build_ext", "--inplace"]
setup(ext_modules=mypycify(["--strict", *files], opt_level="2", debug_level="0", multi_file=True))
"""
"""As `mypyc` does, but a C file for each module: for all of them in one gcc takes gigabytes of memory."""
COPY = '''
def copy_{name}(s: {name}, parts: list[tuple[str, Callable[[Any], Any]]]) -> {name}:
    """A copy."""
    n = {name}()
    {lines}
    return n
'''
SLICES = "n.slices = {id: copy(s.slices[id]) for id, copy in parts}"


def sources() -> list[str]:
    """The modules to compile, relative to the target folder."""
    package = TARGET / "pfalz"
    found = [path for path in (package / "core").glob("*.py") if path.stem not in PLAIN_CORE]
    for path in (package / "games").rglob("*.py"):
        if path.stem not in PLAIN_GAME:
            found.append(path)
    found += [package / "web" / f"{name}.py" for name in WEB]
    return sorted(str(path.relative_to(TARGET)) for path in found if path.parent != package / "games")


def write_copies() -> None:
    """Write the functions that copy columns beside the modules that declare them."""
    from pfalz import catalogue
    from pfalz.core.state import COPIES, Schema, State

    declared: dict[str, list[Schema]] = {}
    for id in catalogue.IDS:
        game = catalogue.game(id)
        for schema in (game.schema, *(module.schema for module in game.modules)):
            if schema is not None:
                declared.setdefault(schema.cls.__module__, []).append(schema)
    for module, schemas in declared.items():
        names = ", ".join(schema.cls.__name__ for schema in schemas)
        text = f'"""Copies of the columns of {module}, made by tools/compile.py."""\n\n'
        text += "from collections.abc import Callable\nfrom typing import Any\n\n"
        text += f"from {module} import {names}\n"
        for schema in schemas:
            lines = [*schema.copy_lines(), *([SLICES] if issubclass(schema.cls, State) else [])]
            text += COPY.format(name=schema.cls.__name__, lines="\n    ".join(lines))
        path = TARGET.joinpath(*f"{module}{COPIES}".split(".")).with_suffix(".py")
        path.write_text(text, "utf-8")


def install(sources: Mapping[str, str]) -> int:
    """Put the extension modules in the place of an older build, all at once; how many there are."""
    suffix = get_config_var("EXT_SUFFIX")
    fresh = INSTALLED.with_name("_compiled.new")
    shutil.rmtree(fresh, ignore_errors=True)
    modules: dict[str, str] = {}
    for path in sorted(TARGET.rglob(f"*{suffix}")):
        file = path.relative_to(TARGET)
        if file.parts[0] != "build":  # where mypyc works
            modules[".".join(file.parts).removesuffix(suffix)] = file.as_posix()
            (fresh / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, fresh / file)
    write_manifest(fresh, modules, sources)
    shutil.rmtree(INSTALLED, ignore_errors=True)
    fresh.rename(INSTALLED)
    return len(modules)


def main() -> int:
    """Copy the package, compile it in place and install the result."""
    shutil.rmtree(TARGET, ignore_errors=True)
    skipped = shutil.ignore_patterns("__pycache__", "_compiled*")
    shutil.copytree(ROOT / "src" / "pfalz", TARGET / "pfalz", ignore=skipped)
    compiled = digests(TARGET / "pfalz")
    write_copies()
    files = sources()
    print(f"compiling {len(files)} modules with mypyc")
    command = [sys.executable, "-c", BUILD, *files]
    environment = {**os.environ, "MYPYPATH": str(TARGET)}
    done = subprocess.run(command, cwd=TARGET, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-4000:], done.stderr[-4000:], file=sys.stderr)
        return 1
    print(f"installed {install(compiled)} extension modules in {INSTALLED.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
