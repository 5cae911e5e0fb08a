"""Texts: placeholders, plurals, other forms of a name, what a viewer may read, and the kernel's own words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pfalz.core.ask import because
from pfalz.core.events import event
from pfalz.core.flow import ask, seq
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.core.wording import texts_of
from tests.core.toys import FlowGame, Pick

ENGLISH = """
[ask]
pick = "Pick a hat."
[slot]
hat = "hat"
[name]
hat.red = "red hat"
hat_acc.red = "a red hat"
hat.tall = "hat of {n} feet"
[event]
hat_taken = "{seat} takes {hat:acc}."
hat_taken_hidden = "{seat} takes a hat."
paid = "{seat} pays {n} {n:coin|coins}."
found = "{seat} finds {hats} {hats:hat|hats} and {coins} {coins:coin|coins}."
found_no_hats = "{seat} finds {coins} {coins:coin|coins}."
found_no_hats_no_coins = "{seat} finds nothing."
hats_lost = "{seat} loses {hats}."
hats_sold = "{seat} sells {hats}."
hats_sold_no_hats = "{seat} has no hat to sell."
[reason]
too_dear = "You have only {have} {have:coin|coins}."
"""
RULES = '[section]\nT-1 = "Hats"\n[clause]\n"T-1.1" = "Everyone has a hat."\n'
TAKEN = event("hat_taken", seat="seat", hat="hat", to="seat", secret=("hat",))
PAID = event("paid", seat="seat", n="number")
FOUND = event("found", seat="seat", hats="number", coins="number")
LOST = event("hats_lost", seat="seat", hats="hat*")
SOLD = event("hats_sold", seat="seat", hats="hat*")


class HatGame(FlowGame):
    package = "toy_hats"

    def kinds(self, kinds: Kinds, rules: Ruleset[Any]) -> None:
        kinds.things("hat", ["red"])
        kinds.grow("hat", 4, lambda value: ("hat.tall", {"n": ("number", value)}))


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Texts:
    folder = tmp_path / "toy_hats" / "text"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "en.toml").write_text(ENGLISH, "utf-8")
    (folder / "rules.en.toml").write_text(RULES, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return Texts(hat_rules(), "en", ("Ida", "Otto"))


def hat_rules() -> Ruleset[Any]:
    return Ruleset(HatGame(lambda: [seq("main", ask(Pick("pick", [0, 1])))]), 2, {})


def test_sentences_are_filled_in_by_kind(texts: Texts) -> None:
    assert texts.event((PAID, (0, 1))) == "Ida pays 1 coin."
    assert texts.event((PAID, (1, 3))) == "Otto pays 3 coins."
    assert texts.event((TAKEN, (0, 0))) == "Ida takes a red hat."
    assert texts.event((TAKEN, (1, 4))) == "Otto takes hat of 4 feet."
    assert texts.event((LOST, (0, 0, 2))) == "Ida loses red hat, hat of 2 feet."
    assert texts.event((LOST, (0,))) == "Ida loses nothing."


def test_a_zero_or_an_empty_list_may_have_a_sentence_of_its_own(texts: Texts) -> None:
    assert texts.event((FOUND, (0, 1, 2))) == "Ida finds 1 hat and 2 coins."
    assert texts.event((FOUND, (0, 0, 2))) == "Ida finds 2 coins."
    assert texts.event((FOUND, (0, 0, 0))) == "Ida finds nothing."
    assert texts.event((FOUND, (0, 1, 0))) == "Ida finds 1 hat and 0 coins."
    assert texts.event((SOLD, (0, 0))) == "Ida sells red hat."
    assert texts.event((SOLD, (0,))) == "Ida has no hat to sell."


def test_a_viewer_reads_only_what_he_may(texts: Texts) -> None:
    assert texts.event((TAKEN, (0, 0)), 0) == "Ida takes a red hat."
    assert texts.event((TAKEN, (0, 0)), 1) == "Ida takes a hat."


def test_prompts_slots_reasons_and_clauses(texts: Texts) -> None:
    rules = hat_rules()
    open_ask = rules.asks(rules.start())[0]
    assert texts.prompt(open_ask) == "Pick a hat."
    assert texts.slot(open_ask, "hat") == "hat"
    assert texts.slot(open_ask, "choice") == "choice"
    assert texts.reason(because("too_dear", "T-1.1", have=("number", 1))) == "You have only 1 coin. (T-1.1)"
    assert texts.clause("T-1.1") == "Everyone has a hat."
    assert (texts.clauses(), texts.sections()) == ({"T-1.1": "Everyone has a hat."}, {"T-1": "Hats"})


def test_a_missing_text_is_named(texts: Texts) -> None:
    assert not texts.has("ask.pack")
    with pytest.raises(KeyError, match=r"no text for 'ask\.pack'"):
        texts.text("ask.pack")
    with pytest.raises(KeyError, match="no texts in language 'la'; there are en, de"):
        Texts(hat_rules(), "la")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_kernel_has_words_for_all_its_own_refusals(language: str) -> None:
    kernel = texts_of("pfalz.core", language)
    keys = ("not_offered", "too_short", "too_long", "malformed", "nothing_to_retract", "undo_barrier")
    assert all(kernel["reason"][key] for key in keys)
