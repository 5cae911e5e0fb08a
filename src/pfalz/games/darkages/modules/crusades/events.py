"""What happens on crusades."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

CRUSADE_CALLED: Final = event("crusade_called", side="side", n="number")
CRUSADE_BEGUN: Final = event("crusade_begun", card="crusade", n="number")
CRUSADERS_SENT: Final = event("crusaders_sent", side="side", area="area", units="troop*")
CRUSADERS_JOINED: Final = event("crusaders_joined", side="side", units="troop*")
CRUSADERS_LOST: Final = event("crusaders_lost", side="side", units="troop*")
CRUSADERS_HOME: Final = event("crusaders_home", side="side", area="area", units="troop*")
CRUSADE_RESOLVED: Final = event("crusade_resolved", card="crusade")
AMBUSHED: Final = event("ambushed", side="side", dice="pips*")
HITS_ADDED: Final = event("hits_added", side="side", n="number")
DEFENCE_SET: Final = event("defence_set", n="number")
CRUSADERS_ROLLED: Final = event("crusaders_rolled", side="side", hits="number", dice="die*")
CRUSADE_WON: Final = event("crusade_won", card="crusade", hits="number", defence="number")
CRUSADE_LOST: Final = event("crusade_lost", card="crusade", hits="number", defence="number")
CRUSADE_DESERTED: Final = event("crusade_deserted", card="crusade")
EVENTS: Final = (
    CRUSADE_CALLED,
    CRUSADE_BEGUN,
    CRUSADERS_SENT,
    CRUSADERS_JOINED,
    CRUSADERS_LOST,
    CRUSADERS_HOME,
    CRUSADE_RESOLVED,
    AMBUSHED,
    HITS_ADDED,
    DEFENCE_SET,
    CRUSADERS_ROLLED,
    CRUSADE_WON,
    CRUSADE_LOST,
    CRUSADE_DESERTED,
)
