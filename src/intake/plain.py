"""A message as people see it, without unseen signs and look-alikes; and whether it is a plain yes. Pure."""

import re
import unicodedata

from src.dossier.clarification import KIND
from src.dossier.models import Dossier
from src.llm.builtin.phrases import without_phrases

LONGEST = 60
"""Characters of a plain yes."""

_YES = frozenset(("yes", "answer", "fine"))
_BESIDE = frozenset(("filler", "lead", "thanks", "greeting"))


def is_plain_yes(message: str) -> bool:
    """Return whether a message says yes and nothing else: "ja, graag", "prima zo", "yes, please answer"."""
    if len(message) > LONGEST or "?" in message:
        return False
    phrases, rest = without_phrases(" ".join(message.split()))
    said = set(phrases)
    says_yes = _YES - {"fine"} if "thanks" in said else _YES  # "great, thanks" asks for nothing
    return not rest and bool(says_yes & said) and said <= _YES | _BESIDE


def confirms_selection(dossier: Dossier) -> bool:
    """Return whether the newest message is a plain yes to the sources that were shown, and to nothing else."""
    answered = (
        bool(dossier.answers) and dossier.answers[-1].id.partition("-")[0] == f"a{dossier.version}"
    )
    was_asked = dossier.artifact(f"{KIND}-{dossier.version}") is not None
    waits = bool(dossier.selected_ids) and dossier.selection_was_shown
    return waits and not (answered or was_asked) and is_plain_yes(dossier.conversation[-1].content)


_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕАВЕКМНОРСТХІЈЅαοερνΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopcyxijsABEKMHOPCTXIJSaoepvABEZHIKMNOPTYX"
)
_WORD = re.compile(r"[^\W\d_]+")


def plain(text: str) -> str:
    """Return a text without signs that nobody sees, its letters composed, and words of two alphabets mended."""
    unseen = [sign for sign in set(text) if not sign.isspace() and _is_unseen(sign)]
    seen = unicodedata.normalize("NFKC", text.translate(dict.fromkeys(map(ord, unseen))))
    if seen.isascii():
        return seen
    return _WORD.sub(lambda match: _of_one_alphabet(match.group()), seen)


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cf", "Cc", "Cs", "Co")


def _of_one_alphabet(word: str) -> str:
    """Return a word in Latin letters whose others only look like them; a word of another alphabet as it is."""
    if word.isascii() or not any(sign.isascii() for sign in word):
        return word
    mended = word.translate(_LOOK_ALIKES)
    return mended if mended.isascii() else word
