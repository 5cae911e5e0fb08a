"""Edits of the flow tree: what modules insert, replace, wrap and widen, and when they get in each other's
way.

Modules edit in the order of the game. Two that insert at the same step both count (of two `after` the later
module comes first, of two `before` the earlier one); two that wrap the same step or widen the same question
both count; two that replace the same step are refused.
"""

from __future__ import annotations

from typing import Any

from pfalz.core.errors import RulesetError, hint
from pfalz.core.flow import Seq, Step, Waiting
from pfalz.core.game import Edit


class FlowEditor:
    """The flows of a ruleset while its modules edit them."""

    def __init__(self, roots: list[Step[Any]]) -> None:
        self.roots = roots
        self._replaced: dict[str, str] = {}
        """Steps that are gone, with the module that replaced them (or what they lay in)."""
        self._put: dict[int, str] = {}
        """Steps that a module has put in the place of another, by identity, with the module."""
        self._added: dict[tuple[str, str], int] = {}
        """How many steps have been put before and after a whole flow."""
        self._found: list[tuple[Step[Any] | None, Step[Any]]] = []
        """All steps, each with the step it lies in; empty when it has to be looked for again."""

    def apply(self, edit: Edit, module: str) -> None:
        """Insert, replace or wrap a step."""
        parent, child = self._place(edit.anchor, module)
        assert edit.make is not None
        if edit.where in ("before", "after") and isinstance(parent, Seq):
            step = edit.make(child)
            parent.steps.insert(parent.steps.index(child) + (edit.where == "after"), step)
            self._found += below([(parent, step)])
            return
        self._found = []
        if edit.where == "replace":
            self._note_replaced(child, edit.anchor, module)
            new = edit.make(child)
            self._put[id(new)] = module
            if parent is not None:
                parent.swap(child, new)
                return
            if new.name != child.name:
                raise RulesetError("flow_renamed", module=module, flow=child.name, other=new.name)
            new.takes = new.takes or child.takes
            self.roots[self.roots.index(child)] = new
            return
        if edit.where == "wrap":
            if parent is not None:
                parent.swap(child, edit.make(child))
                return
            at, name = self.roots.index(child), child.name
            child.name = f"{name}_without_{module}"
            self.roots[at] = edit.make(child)
            self.roots[at].name, self.roots[at].takes = name, child.takes  # a flow keeps what it is called by
            return
        step = edit.make(child)
        if parent is None:
            self.roots[self.roots.index(child)] = self._longer_root(child, edit.where, step)
            return
        steps = [step, child] if edit.where == "before" else [child, step]
        parent.swap(child, Seq(f"{edit.anchor}_with_{step.name}", steps))

    def _longer_root(self, root: Step[Any], where: str, step: Step[Any]) -> Step[Any]:
        """A whole flow with a step before or after it; it keeps the name and arguments it is called with."""
        whole = root
        if not isinstance(root, Seq):
            whole = Seq(root.name, [root])
            whole.takes, whole.at_once = root.takes, root.at_once
            root.name = f"{root.name}_itself"
        assert isinstance(whole, Seq)
        n = self._added.get((whole.name, where), 0)
        self._added[(whole.name, where)] = n + 1
        whole.steps.insert(n if where == "before" else len(whole.steps) - n, step)
        return whole

    def widen(self, edit: Edit, module: str) -> None:
        """Put a wider question in the place of a question, wherever it is asked."""
        assert edit.widen is not None
        asked = [step for _, step in self._steps() if isinstance(step, Waiting)]
        found = [step for step in asked if step.question.name == edit.anchor]
        if not found:
            known = hint(edit.anchor, sorted({step.question.name for step in asked}))
            raise RulesetError("widen_nothing", module=module, ask=edit.anchor, hint=known)
        for step in found:
            old, new = step.question, edit.widen(step.question)
            kept = (old.name, old.rule, old.skip_if_forced) == (new.name, new.rule, new.skip_if_forced)
            if not kept:
                raise RulesetError("widened_otherwise", module=module, ask=old.name)
            step.widen(new)

    def _steps(self) -> list[tuple[Step[Any] | None, Step[Any]]]:
        """All steps, each with the step it lies in."""
        if not self._found:
            self._found = below([(None, root) for root in self.roots])
        return self._found

    def _place(self, anchor: str, module: str) -> tuple[Step[Any] | None, Step[Any]]:
        steps = self._steps()
        places = [(parent, step) for parent, step in steps if step.name == anchor]
        if not places and anchor in self._replaced:
            raise RulesetError("edit_replaced", module=module, anchor=anchor, other=self._replaced[anchor])
        if not places:
            known = hint(anchor, sorted({step.name for _, step in steps}))
            raise RulesetError("edit_nowhere", module=module, anchor=anchor, hint=known)
        if len(places) > 1:
            raise RulesetError("edit_ambiguous", module=module, anchor=anchor, n=len(places))
        return places[0]

    def _note_replaced(self, old: Step[Any], anchor: str, module: str) -> None:
        other = self._put.get(id(old))
        if other is not None:
            raise RulesetError("replaced_twice", anchor=anchor, module=module, other=other)
        gone = [old]
        for step in gone:
            self._replaced[step.name] = module
            gone += step.children()


def below(found: list[tuple[Step[Any] | None, Step[Any]]]) -> list[tuple[Step[Any] | None, Step[Any]]]:
    """Steps, each with the step it lies in, and all that lie in them."""
    at = 0
    while at < len(found):
        parent = found[at][1]
        found += [(parent, child) for child in parent.children()]
        at += 1
    return found
