"""Passwords that anybody would try first are refused: common words, keys in a row, the own name."""

from __future__ import annotations

from typing import Final

from pfalz.server.refusals import Refused

_WORDS: Final = """
abc access admin administrator amanda andrea andrew angel anna anthony arsenal asdf ashley august
baby barcelona baseball basketball batman beautiful berlin bonjour buster butterfly changeme charlie
cheese chelsea chocolate computer cookie daniel default demo diamond dragon einfach elephant family
fenerbahce flower football forever freedom friend friends fuckyou fussball galatasaray geheim ginger
google guest hallo halloween hamburg harley hello hockey iloveyou internet jasmin jennifer jessica
jordan joshua juventus kennwort killer knight letmein liebe liverpool login lovely lucky maggie
manchester master matrix matthew merlin michael michelle monkey mother mustang mypassword newyork
nicole ninja nothing oliver orange pass passw passwd password passwort pepper pfalz phoenix pokemon
princess purple qazwsx qwer qwert qwerty qwertz rainbow ranger robert samsung sandra schalke schatz
schatzi scooter secret september shadow snoopy soccer sommer sonne spiderman starwars staufer summer
sunshine superman sweety taylor test tester testing thomas thunder tigger trustno trustnoone unknown
user vfbstuttgart wallenstein welcome whatever willkommen winter yellow yxcvbnm zaqwsx zxcvbn
zxcvbnm
"""
_COMMON: Final = frozenset(_WORDS.split())
_ROWS: Final = (
    *("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiopü", "asdfghjklöä", "zxcvbnm"),
    *("yxcvbnm", "1qaz2wsx3edc4rfv5tgb6zhn7ujm", "1q2w3e4r5t6z7u8i9o0p", "1q2w3e4r5t6y7u8i9o0p"),
)
_SIGNS: Final = str.maketrans("013457@$", "oieastas")
_FEW: Final = 2
"""A password of no more different characters than this is none."""


def check_password(password: str, *names: str) -> None:
    """Refuse a password that is among the first to be tried on somebody with these names."""
    if is_weak(password, *names):
        raise Refused("weak_password", 422)


def is_weak(password: str, *names: str) -> bool:
    """Whether a password is common, a row of keys or letters, or little more than a name."""
    said = password.strip().lower()
    if len(set(said)) <= _FEW or len(said) < 8:
        return True
    if any(said in row * 2 or said[::-1] in row * 2 for row in _ROWS):
        return True
    for found in (said, said.translate(_SIGNS)):
        core = "".join(c for c in found if c.isalpha())
        whole = _without_repeats(core)
        if whole in _COMMON or core in _COMMON:
            return True
        for name in names:
            own = "".join(c for c in name.lower() if c.isalpha())
            if own and whole == _without_repeats(own):
                return True
    return False


def _without_repeats(text: str) -> str:
    """`ottootto` as `otto`."""
    for length in range(1, len(text) // 2 + 1):
        if len(text) % length == 0 and text[:length] * (len(text) // length) == text:
            return text[:length]
    return text
