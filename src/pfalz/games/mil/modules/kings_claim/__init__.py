"""The King's Claim (M-18.14 to M-18.16): land conquered from another player may go to the king."""
