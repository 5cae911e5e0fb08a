"""Lookup tables of the culture cards: their effects and powers, those of cards of modules included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.game import Options
from pfalz.games.darkages import schema
from pfalz.games.darkages.language import (
    Effect,
    Face,
    FilesError,
    Power,
    Profile,
    Vocabulary,
    effects_of,
    limited,
    number_of,
)
from pfalz.games.darkages.layers import layers, open_above
from pfalz.games.darkages.words import (
    ACHIEVEMENT,
    ANY_KIND,
    BEFORE_ACT,
    CARD_KIND_IDS,
    COUNTER_IDS,
    EPITHET,
    FOR_GOOD,
    LASTING_IDS,
    RELIC,
    WAR_TECHNOLOGY,
    WHOLE_BATTLE,
)

POWERS: Final = 24
"""Achievements and unit faces of a side in force at most, with room to spare."""
PROFILES: Final = 4096
"""So many profiles are remembered."""


class CardTables:
    """What is on cards, as ints."""

    mark: int
    faces: list[Face]
    known: Vocabulary

    def _begin(self) -> None:
        self.effects: list[Effect] = []
        self.abilities: list[Effect] = []
        """Effects limited per turn or per cycle."""
        self.powers: list[Power] = []
        self.entries: list[tuple[int, ...]] = []
        """The different bundles of goods that `gain_choice` offers."""
        self._alike: dict[tuple[object, ...], Effect] = {}
        self.base_steps = 0
        """How many steps of a turn the base game knows."""
        self.further_steps: dict[str, int] = {}
        """Steps of a turn that modules add, by name (`turn.add_step`)."""
        self.profiles: dict[tuple[int, ...], Profile] = {}
        """Profiles that have been asked for, by the powers in force (`profile`)."""

    def _cards(self, file: schema.CardsFile, rulers: schema.RulersFile, options: Options) -> None:
        started = {id for row in rulers.ruler if row.min_players <= self.mark for id in row.start_cards}
        of_rulers = {id for row in rulers.ruler for id in row.start_cards}
        self.card_ids: list[str] = []
        self.card_kind: list[int] = []
        self.card_powers: list[tuple[int, ...]] = []
        """The powers of an achievement, level by level."""
        self.card_replaces: list[tuple[bool, ...]] = []
        self.card_vp: list[tuple[int, ...]] = []
        self.card_faces: list[tuple[int, ...]] = []
        self.card_effects: list[tuple[Effect, ...]] = []
        """What a relic does when it is played."""
        self.card_counter: list[int] = []
        self.card_tiers: list[tuple[tuple[int, int], ...]] = []
        self.deck: list[int] = []
        """The cards that are shuffled (D-3.18)."""
        face_ids = [face.id for face in self.faces]

        def add(row: schema.Card, kind: int, in_deck: bool = True) -> bool:
            if row.id in of_rulers:
                if row.id not in started:
                    return False
            elif row.min_players is None:
                raise FilesError("no_player_count", card=row.id)
            elif row.min_players > self.mark:
                return False
            elif in_deck:
                self.deck.append(len(self.card_ids))
            self.card_ids.append(row.id)
            self.card_kind.append(kind)
            return True

        def complete(
            powers: tuple[int, ...] = (),
            replaces: tuple[bool, ...] = (),
            vp: tuple[int, ...] = (),
            faces: tuple[int, ...] = (),
            effects: tuple[Effect, ...] = (),
            counter: int = -1,
            tiers: tuple[tuple[int, int], ...] = (),
        ) -> None:
            self.card_powers.append(powers)
            self.card_replaces.append(replaces)
            self.card_vp.append(vp)
            self.card_faces.append(faces)
            self.card_effects.append(effects)
            self.card_counter.append(counter)
            self.card_tiers.append(tiers)

        for achievement in file.achievement:
            if add(achievement, ACHIEVEMENT):
                place, card = f"cards.achievement.{achievement.id}", len(self.card_ids) - 1
                powers = [
                    self._add_power(card, i + 1, -1, [Effect(effect, place) for effect in level.effects])
                    for i, level in enumerate(achievement.level)
                ]
                replaces = tuple([level.replaces for level in achievement.level])
                complete(tuple(powers), replaces, vp=tuple(achievement.vp))
        for technology in file.war_technology:
            if add(technology, WAR_TECHNOLOGY):
                place = f"cards.war_technology.{technology.id}"
                complete(faces=tuple([number_of(id, face_ids, place) for id in technology.faces]))
        for relic in file.relic:
            if add(relic, RELIC):
                complete(effects=self._rewards(relic.effects, f"cards.relic.{relic.id}"))
        for epithet in file.epithet:
            if add(epithet, EPITHET):
                counter = number_of(epithet.per, COUNTER_IDS, f"cards.epithet.{epithet.id}")
                tiers = tuple([(tier.min, tier.vp) for tier in epithet.tiers])
                complete(counter=counter, tiers=tiers)
        self.kind_ids = list(CARD_KIND_IDS)
        """The kinds of culture cards; those that modules bring come last."""
        for other in file.other:
            if other.kind not in self.kind_ids:
                self.kind_ids.append(other.kind)
            if add(other, self.kind_ids.index(other.kind), other.in_deck):
                complete()
        self.cards = len(self.card_ids)
        shown = {other.id for other in file.other if other.open}
        self.card_open = [id in shown for id in self.card_ids]
        """Whether a card is laid open when it is taken, and never comes into a hand."""
        kinds = [self.card_kind[card] for card in self.deck]
        self.layers = layers(file.shuffled, self.kind_ids, kinds, options)
        self.layer_kinds = [kind for layer in reversed(self.layers) for kind in layer.kinds]
        """The kinds that layers are of, those of the last layer first."""
        self.card_layer = [kind if kind in self.layer_kinds else ANY_KIND for kind in self.card_kind]
        """The kind of each card if a layer of the deck is of it; ANY_KIND for all others."""
        self.layered = frozenset([i for i, kind in enumerate(self.card_layer) if kind != ANY_KIND])
        """The cards that a layer is of."""
        self.tops: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}
        """What may lie on top of the deck, as far as it has been asked for (`offer.on_top`)."""
        self.open_above = open_above(self.layers)
        """With more cards than this in the deck chance decides which is next."""
        self.unused = sum([sum(layer.unused) for layer in self.layers])
        """Cards of the deck that are left over: they never come."""

    def _of_modules(self, file: schema.CardsFile) -> None:
        """What cards and pieces of modules do: once, or while they are in force."""
        self.deeds = {
            row.id: self._rewards(row.effects, row.place or f"cards.deed.{row.id}") for row in file.deed
        }
        self.most_powers = POWERS + len(file.power)
        """So many powers may be in force for a side."""
        self.lasting: dict[str, int] = {}
        """The powers of cards of modules."""
        for row in file.power:
            effects = effects_of(row.effects, row.place or f"cards.power.{row.id}", self.known)
            lasts = LASTING_IDS.index(row.lasts)
            self.lasting[row.id] = self._add_power(-1, 0, -1, effects, row.called, lasts)
        self.ending = [
            frozenset([power.index for power in self.powers if power.lasts == lasts])
            for lasts in range(len(LASTING_IDS))
        ]
        """The powers that are in force so long."""
        self.lent = {power.lasts for power in self.powers} - {FOR_GOOD}
        """For what time powers may be in force, other than for good."""
        self.acts_before = any(BEFORE_ACT <= effect.when < WHOLE_BATTLE for effect in self.effects)
        """Whether a card does something before an action (DM0-8.12)."""

    def _add_power(
        self,
        card: int,
        level: int,
        face: int,
        effects: list[Effect],
        name: str = "",
        lasts: int = FOR_GOOD,
    ) -> int:
        power = Power(len(self.powers), card, level, face, tuple(effects), name, lasts)
        self.powers.append(power)
        for effect in effects:
            effect.power = power.index
            self._add_effect(effect)
            if limited(effect):
                effect.ability = len(self.abilities)
                self.abilities += [effect] * (effect.n if effect.when == WHOLE_BATTLE else 1)
        return power.index

    def _add_effect(self, effect: Effect) -> None:
        effect.index = len(self.effects)
        self.effects.append(effect)
        effect.get = self._shared(effect.get)
        effect.otherwise = self._shared(effect.otherwise)
        effect.price = self._shared(effect.price)
        effect.effects = self._shared(effect.effects)
        effect.ways = tuple([self._shared(way) for way in effect.ways])
        for goods in effect.bundles:
            if goods not in self.entries:
                self.entries.append(goods)
        effect.choices = tuple([self.entries.index(goods) for goods in effect.bundles])

    def _rewards(self, rows: Sequence[schema.Effect], place: str) -> tuple[Effect, ...]:
        return self._shared(effects_of(rows, place, self.known))

    def _shared(self, effects: Sequence[Effect]) -> tuple[Effect, ...]:
        """Effects that belong to no power are the same thing wherever they are alike."""
        found: list[Effect] = []
        for effect in effects:
            key = _likeness(effect)
            if key not in self._alike:
                self._alike[key] = effect
                self._add_effect(effect)
            found.append(self._alike[key])
        return tuple(found)

    # -- what cards in force do together ----------------------------------------------------------

    def profile(self, powers: tuple[int, ...]) -> Profile:
        """What these powers do together; remembered, since the same sets come up again and again."""
        if len(self.profiles) >= PROFILES:
            self.profiles.clear()
        found = Profile([self.powers[power] for power in powers])
        self.profiles[powers] = found
        return found


def _likeness(effect: Effect) -> tuple[object, ...]:
    """What two effects that are the same thing have in common."""
    key: tuple[object, ...] = (effect.op, effect.what, effect.n, effect.unit, effect.bundles)
    key += (effect.per, effect.div, effect.most, effect.cond_per, effect.cond_min, effect.where)
    key += (effect.source, effect.any_access, effect.card_kind, effect.option, effect.gold, effect.free)
    key += (effect.pay, effect.pay_any, effect.who, effect.to, effect.optional, effect.up_to, effect.shows)
    key += (effect.inside, effect.not_just_taken)
    nested = (effect.get, effect.otherwise, effect.price, effect.effects, *effect.ways)
    parts = [tuple([_likeness(part) for part in some]) for some in nested]
    return (*key, *parts)
