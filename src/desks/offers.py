"""What clients offer of a desk beside a box to type in: commands, replies to what was made, a day that counts. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from src.dossier.models import Language

PerLanguage = Mapping[Language, str]
"""A text in every language in which replies are given."""


@dataclass(frozen=True)
class DayWords:
    """What clients say of the day that counts in a dossier of a desk that has one."""

    label: PerLanguage
    help: PerLanguage
    """What setting it does."""
    command: PerLanguage
    """The same in few words, for a list of commands."""
    of: PerLanguage
    """What comes before a day: "as of"."""
    counts: PerLanguage
    """That ``{day}`` counts."""
    latest: PerLanguage
    """That no day was set."""
    today: PerLanguage
    """What is had by setting none."""


@dataclass(frozen=True)
class SlashCommand:
    """A command of the terminal that sends a message in plain words, ``{}`` in it being what was typed behind."""

    name: str
    message: PerLanguage
    help: PerLanguage
    takes: Literal["text", "file"] = "text"
    """``file``: what is typed is the name of a file, whose text stands for ``{}``."""
    shows: str = ""
    """Kind of artifact that it shows, in place of sending anything; empty: it sends."""
    sends: str = ""
    """Route of the desk that is sent, as ``token``, the text of the file that was named behind: a credential, which no
    message may hold; empty: none."""
    done: PerLanguage = field(default_factory=dict)
    """What is said then, ``{name}`` being a field of the reply."""


@dataclass(frozen=True)
class ArtifactReply:
    """A message that can be sent of an artifact, or of each of its rows, without typing it."""

    message: PerLanguage
    """``{number}`` is the place among those of its kind that wait, from 1; ``{}`` what was typed."""
    label: PerLanguage
    """What its button is called."""
    field: str = ""
    """Field of the data that waits while it is empty, and that is typed; empty: nothing is typed."""
