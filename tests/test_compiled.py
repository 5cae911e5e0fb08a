"""Which engine is used: the compiled one as long as it belongs to the sources, and the sources otherwise."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_config_var

import pytest

from pfalz import compiled
from pfalz.compiled import Finder, difference, digests, finder, write_manifest

SUFFIX = str(get_config_var("EXT_SUFFIX"))
LIBRARY = ("_queue", "_contextvars", "_json", "_bz2", "_ctypes")
"""Extension modules of Python: any of them stands for what mypyc builds."""


class Tree:
    """A package of the same shape: one module of the kernel, as source and as extension module."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "pfalz"
        self.build = self.package / "_compiled"
        (self.package / "core").mkdir(parents=True)
        self.build.mkdir()
        for name in ("__init__.py", "compiled.py"):
            shutil.copy(Path(compiled.__file__).with_name(name), self.package)
        found = [find_spec(name) for name in LIBRARY]
        spec = next(
            spec for spec in found if spec and str(spec.origin).endswith(get_config_var("EXT_SUFFIX"))
        )
        self.module = f"pfalz.core.{spec.name}"
        self.source = self.package / "core" / f"{spec.name}.py"
        self.source.write_text("", "utf-8")
        (self.package / "core" / "__init__.py").write_text("", "utf-8")
        shutil.copy(str(spec.origin), self.build / "built.so")
        write_manifest(self.build, {self.module: "built.so"}, digests(self.package))

    def imported(self, build: str = "", lang: str = "C") -> subprocess.CompletedProcess[str]:
        """Which file a new process takes the module from."""
        environment = {**os.environ, "PYTHONPATH": str(self.package.parent), "LC_ALL": lang}
        environment.pop("PFALZ_BUILD", None)
        if build:
            environment["PFALZ_BUILD"] = build
        work = (
            f"import {self.module} as found, os; print(found.__file__); print(os.environ.get('PFALZ_BUILD'))"
        )
        return subprocess.run(
            [sys.executable, "-c", work], env=environment, capture_output=True, text=True, check=False
        )


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_a_build_that_belongs_to_the_sources_is_used(tree: Tree) -> None:
    found = finder(tree.build, tree.package)
    assert isinstance(found, Finder)
    assert found.find_spec("pfalz.core.other") is None
    for build in ("", "compiled"):
        done = tree.imported(build)
        assert done.stdout.splitlines()[0] == str(tree.build / "built.so") and not done.stderr
    assert tree.imported("plain").stdout.splitlines()[0] == str(tree.source)


@pytest.mark.parametrize(
    ("lang", "word"), [("C", "has changed since the engine"), ("de_DE.UTF-8", "hat sich geändert")]
)
def test_a_changed_source_counts_and_it_is_said(tree: Tree, lang: str, word: str) -> None:
    tree.source.write_text("CHANGED = 1\n", "utf-8")
    done = tree.imported(lang=lang)
    # whatever is started from there does not say it again
    assert done.stdout.splitlines() == [str(tree.source), "plain"]
    assert word in done.stderr and f"core/{tree.source.name}" in done.stderr and done.stderr.count("\n") == 1
    refused = tree.imported("compiled", lang)
    assert refused.returncode and word in refused.stderr


def test_what_comes_and_goes_is_a_change_too(tree: Tree) -> None:
    more = tree.package / "core" / "more.py"
    more.write_text("", "utf-8")
    assert finder(tree.build, tree.package) == ("new", "core/more.py")
    more.unlink()
    tree.source.unlink()
    assert finder(tree.build, tree.package) == ("gone", f"core/{tree.source.name}")
    assert difference({"a": "1"}, {"a": "1"}) is None
    assert difference({"a": "1"}, {"a": "2"}) == ("changed", "a")


def test_a_build_for_another_python_is_left_alone(tree: Tree) -> None:
    manifest = tree.build / compiled.MANIFEST
    manifest.write_text(
        manifest.read_text("utf-8").replace(get_config_var("EXT_SUFFIX"), ".other.so"), "utf-8"
    )
    done = tree.imported()
    assert done.stdout.splitlines()[0] == str(tree.source) and not done.stderr


def test_without_a_build_there_is_nothing_to_say(tree: Tree) -> None:
    shutil.rmtree(tree.build)
    done = tree.imported()
    assert done.stdout.splitlines()[0] == str(tree.source) and not done.stderr
    assert "make compiled" in tree.imported("compiled").stderr
