"""Whether a message holds what was said in a meeting: lines of speakers, or words announced as such. Pure."""

import re

from src.desks.backlog.offline.edits import ITEMS
from src.desks.backlog.transcript import utterances
from src.llm.builtin.acts import Is
from src.llm.builtin.asking import Done, PickedCall
from src.llm.builtin.table import ActRequest
from src.llm.state import State

FEWEST_SPEAKERS = 3
"""Lines with a speaker that make a message a transcript."""

LONGEST_BEGINNING = 60
"""Characters by which the beginning of a transcript is named."""

_ANNOUNCED = re.compile(
    r"\b(?:said|gezegd|transcript|transcriptie|verslag|notulen|minutes)\b[^:\n]{0,40}:\s*(?=[A-Z][^\W\d_]{1,20}:\s)"
)
_SPEAKS = re.compile(r"(?:^|(?<=[.!?:]\s)|(?<=\n))(?=[A-Z][^\W\d_]{1,20}:\s)")


def looks_like_transcript(message: str, state: State) -> Is:  # noqa: ARG001  # the shape of what looks like material
    """Tell whether a message holds a transcript."""
    spoken = sum(bool(two.speaker) for one in message.splitlines() for two in utterances(one)[:1])
    said = len(_SPEAKS.findall(message))
    return "surely" if _ANNOUNCED.search(message) or max(spoken, said) >= FEWEST_SPEAKERS else ""


def taken(request: ActRequest) -> Done:
    """Return the call that takes the transcript in, from where it was announced or somebody speaks first.

    Items are made at once where the words before it ask for them.
    """
    found = _ANNOUNCED.search(request.message)
    speaks = None if found else _SPEAKS.search(request.message)
    first = found.end() if found else speaks.start() if speaks else 0
    if not request.message[:first].strip():
        return [PickedCall("take_transcript", {})]
    begins = request.message[first:][:LONGEST_BEGINNING]
    call = PickedCall("take_transcript", {"begins": begins})
    wanted = re.search(request.rules.table.kinds[ITEMS], request.message[:first], re.IGNORECASE)
    return [call, PickedCall("make_items", {})] if wanted else [call]
