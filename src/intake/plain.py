"""A message as people see it: without signs of no width, and with look-alikes of other alphabets mended. Pure."""

import re
import unicodedata

_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕАВЕКМНОРСТХІЈЅαοερνΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopcyxijsABEKMHOPCTXIJSaoepvABEZHIKMNOPTYX"
)
_WORD = re.compile(r"[^\W\d_]+")


def plain(text: str) -> str:
    """Return a text without signs that nobody sees, its letters composed, and words of two alphabets mended."""
    seen = "".join(sign for sign in text if sign.isspace() or _is_seen(sign))
    return _WORD.sub(
        lambda match: _of_one_alphabet(match.group()), unicodedata.normalize("NFKC", seen)
    )


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign) not in ("Cf", "Cc", "Cs", "Co")


def _of_one_alphabet(word: str) -> str:
    """Return a word in Latin letters whose others only look like them; a word of another alphabet as it is."""
    if word.isascii() or not any(sign.isascii() for sign in word):
        return word
    mended = word.translate(_LOOK_ALIKES)
    return mended if mended.isascii() else word
