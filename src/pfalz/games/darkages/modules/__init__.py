"""The modules of Dark Ages, in the order of their numbers; each folder brings all a module is made of.

A module is in play from beginning to end or not at all, known to all (DM0-1.1), with the player counts it
names (DM0-1.2, DMX-1.1 to DMX-1.4). What it does not change stays as it is in the base game (DM0-1.3). The
solo game goes over the data of all others and comes last.
"""

from __future__ import annotations

from typing import Any, Final

from pfalz.core.game import Module
from pfalz.games.darkages.modules.age_of_wars.rules import AgeOfWars
from pfalz.games.darkages.modules.alchemists.rules import Alchemists
from pfalz.games.darkages.modules.alliances.rules import Alliances
from pfalz.games.darkages.modules.benjamin.rules import Benjamin
from pfalz.games.darkages.modules.commanders.rules import CommandersModule
from pfalz.games.darkages.modules.crusades.rules import CrusadesModule
from pfalz.games.darkages.modules.distant_campaigns.rules import DistantCampaigns
from pfalz.games.darkages.modules.great_realm.rules import GreatRealm
from pfalz.games.darkages.modules.heathens.rules import Heathens
from pfalz.games.darkages.modules.landmarks.rules import LandmarksModule
from pfalz.games.darkages.modules.lordlings_and_raiders.rules import LordlingsAndRaiders
from pfalz.games.darkages.modules.poland.rules import RiseOfPoland
from pfalz.games.darkages.modules.pope.rules import Pope
from pfalz.games.darkages.modules.tribute.rules import Tribute
from pfalz.games.darkages.modules.wyrd.rules import TheWyrd

MODULES: Final[tuple[Module[Any], ...]] = (
    GreatRealm(),
    LandmarksModule(),
    Alchemists(),
    Alliances(),
    CommandersModule(),
    Heathens(),
    TheWyrd(),
    AgeOfWars(),
    DistantCampaigns(),
    Tribute(),
    Pope(),
    Benjamin(),
    CrusadesModule(),
    RiseOfPoland(),
    LordlingsAndRaiders(),
)
