"""What of a message its writer says, and what was pasted into it. Pure."""

import re

from src.desks.azure.knowledge import knowledge, talk
from src.intake.language import OF_LONG, SHORT, detect
from src.language.function_words import DUTCH, ENGLISH

_PIECE = re.compile(r"[^\n]+?(?:[.!?:](?=\s|$)|(?=\n|$))")


def own_words(message: str) -> str:
    """Return the writer's own words; empty where a message is pasted as a whole.

    Azure speaks English. So what is Dutch is the writer's; else all up to what brings an error, and lines without one.
    The small English words of these tell more than the names of resources do.
    """
    # A small word tells Dutch, as names of resources may look like any language.
    dutch = [
        piece
        for piece in _PIECE.findall(message)
        if (DUTCH - ENGLISH).intersection(re.findall(r"[^\W\d_]+", piece.lower()))
        and detect(piece, "en") == "nl"
    ]
    if dutch:
        return "\n".join(dutch)
    own = "\n".join(line for line in map(_before_error, message.split("\n")) if line.strip())
    words = re.findall(r"(?<![\w/.-])[A-Za-z]+(?![\w/-])", own)
    english = [word for word in words if word in ENGLISH - DUTCH]
    if len(english) > 1:
        return " ".join(english)
    if len(words) <= SHORT:
        # Two words or more that tell Dutch: 'Onze pipeline geeft:'.
        is_own = english or own == message or (words[1:] and detect(own, "en") == "nl")
        return own if is_own else ""
    # A line of an error without its code may be anybody's: some small words of English must be there.
    return own if len(english) >= OF_LONG * len(words) else ""


def _before_error(line: str) -> str:
    """Return a line up to where an error begins; nothing of one that brings an error without a code."""
    codes = talk().codes_in(line)
    if codes:
        return line[: line.index(codes[0])]
    return "" if knowledge().is_sure(line) else line
