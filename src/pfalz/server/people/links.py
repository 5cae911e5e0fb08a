"""Signed links in mails. What a link says cannot be forged; its purpose says how long it is good for."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from itsdangerous import BadData, URLSafeTimedSerializer

from pfalz.server.refusals import Refused

HOUR: Final = 3600
LASTING: Final[dict[str, int | None]] = {"confirm": 48 * HOUR, "reset": HOUR, "unsubscribe": None}
"""How many seconds a link is good for; its purpose is also the page it leads to."""


class Links:
    """Makes and reads them."""

    def __init__(self, secret: str, address: str) -> None:
        self.address = address
        self._signers = {
            purpose: URLSafeTimedSerializer(
                secret, salt=f"pfalz-{purpose}", signer_kwargs={"digest_method": hashlib.sha256}
            )
            for purpose in LASTING
        }

    def make(self, purpose: str, *facts: str) -> str:
        """The address of a page that knows these facts."""
        return f"{self.address}/{purpose}?token={self._signers[purpose].dumps(facts)}"

    def read(self, purpose: str, token: str) -> list[str]:
        """The facts in a token of ours; anything else is refused."""
        try:
            found: Any = self._signers[purpose].loads(token, max_age=LASTING[purpose])
        except (BadData, UnicodeError):
            raise Refused("bad_link") from None
        return [str(fact) for fact in found]
