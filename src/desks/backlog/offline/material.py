"""Whether a message holds what was said in a meeting: lines of speakers, or words announced as such. Pure."""

import re

from src.desks.backlog.transcript import utterances
from src.llm.builtin.picker import ActRequest, Done, Is, PickedCall
from src.llm.state import State

FEWEST_SPEAKERS = 3
"""Lines with a speaker that make a message a transcript."""

LONGEST_BEGINNING = 60
"""Characters by which the beginning of a transcript is named."""

_ANNOUNCED = re.compile(
    r"\b(?:said|gezegd|transcript|transcriptie|verslag|notulen|minutes)\b[^:\n]{0,40}:\s*(?=[A-Z][^\W\d_]{1,20}:\s)"
)


def looks_like_transcript(message: str, state: State) -> Is:  # noqa: ARG001  # the shape of what looks like material
    """Tell whether a message holds a transcript."""
    spoken = sum(bool(two.speaker) for one in message.splitlines() for two in utterances(one)[:1])
    if _ANNOUNCED.search(message) or spoken >= FEWEST_SPEAKERS:
        return "surely"
    return ""


def taken(request: ActRequest) -> Done:
    """Return the call that takes the transcript in."""
    announced = _ANNOUNCED.search(request.message)
    if announced is None:
        return [PickedCall("take_transcript", {})]
    begins = request.message[announced.end() :][:LONGEST_BEGINNING]
    return [PickedCall("take_transcript", {"begins": begins})]
