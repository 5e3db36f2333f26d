"""What a message at this desk is: notes, or a word on what is to be done with them. Pure."""

import re
from dataclasses import dataclass
from typing import Literal

from src.llm.offline.conversation import ConversationRules

TsgMessageKind = Literal[
    "notes", "follow", "write", "review", "answers", "dismiss", "again", "go_on", "talk"
]
"""``follow``: notes come as a document; ``again``: research, with what to look for; ``talk``: what any desk is told."""

LONGEST_WISH = 400
"""Characters above which a message is notes, whatever it begins with."""

FEWEST_WORDS = 3
"""Of notes: below that there is nothing to make a guide of."""

CONVERSATION = ConversationRules(
    about={
        "nl": "Ik ben TESS en maak van ruwe notities een gids om storingen op te lossen. Stuur de notities; "
        "ik toon eerst wat ik erbij vond, en schrijf als u zegt: schrijf de gids.",
        "en": "I am TESS and make a troubleshooting guide of raw notes. Send the notes; "
        "I show what I found beside them first, and write once you say: write it.",
    },
    searches=("take_notes",),
)
"""The rules of any conversation: a message that they would search for is notes."""

_AT_ONCE = re.compile(
    r"(?i)[ \t]*(?:please )?(?:write (?:it|the guide) (?:at once|straight away)"
    r"|schrijf (?:hem|het|de gids) (?:meteen|direct|in één keer|in een keer))[ \t]*[.!]?[ \t]*"
)
_WRITE = re.compile(
    r"(?:(?:ok|okay|yes|ja|prima|good|goed)[,.! ]+)?(?:please |nu |now )?(?:write|schrijf)"
    r"(?: (?:it|the guide|hem|het|de gids|maar))*(?: (?:now|nu|please|op|again|opnieuw))*[.! ]*",
    re.IGNORECASE,
)
_REVIEW = re.compile(
    r"(?:review|check)(?: (?:it|the guide))?(?: again)?[.! ]*|kijk (?:hem|het|de gids) na[.! ]*",
    re.IGNORECASE,
)
_GO_ON = re.compile(r"(?:go on|continue|ga door|ga verder|verder)[.! ]*", re.IGNORECASE)
_AGAIN = re.compile(
    r"(?:research|search|look) (?:again|more|further)(?: (?:for|on|about|into))?\b:?(?P<focus>.*)"
    r"|zoek (?:opnieuw|verder|nog eens)(?: naar| over)?\b:?(?P<naar>.*)",
    re.IGNORECASE | re.DOTALL,
)
_FOLLOW = re.compile(
    r"(?:(?:the |my |de |mijn )?(?:notes|notities) (?:follow|come|volgen|komen)|(?:new|nieuwe) (?:guide|gids))"
    r"[\w ,]{0,40}[.! ]*",
    re.IGNORECASE,
)
_DISMISS = re.compile(
    r"(?:dismiss|ignore suggestions?|negeer(?: suggesties?)?|wijs(?: suggesties?)?)"
    r"[ :]*(?P<numbers>\d{1,3}(?:[ ,]+(?:and |en )?\d{1,3})*)(?: af)?[.! ]*",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"(?i)^[ \t]*(?:(?:answer|antwoord)[ \t]+)?(?P<number>\d{1,3})[ \t]*[.:)][ \t]*"
)
_NUMBER = re.compile(r"\d{1,3}")


@dataclass(frozen=True)
class TsgMessage:
    """A message as it is understood."""

    kind: TsgMessageKind
    text: str = ""
    """The notes, or what to look for; without the words that ask for all at once."""
    is_straight: bool = False
    """Whether it asks for research and writing in one turn."""
    numbers: tuple[int, ...] = ()
    """Of the suggestions that are dismissed."""
    answers: tuple[tuple[int, str], ...] = ()
    """By the number of the question."""


def read_message(message: str, *, has_notes: bool, asks: bool) -> TsgMessage:
    """Return what a message is, where notes were taken or not, and where a guide asks something or not."""
    text, straight = _at_once(message.strip())
    if straight and not text:
        return TsgMessage("write", is_straight=True)
    if asks and (answers := answers_in(text)):
        return TsgMessage("answers", answers=tuple(answers.items()))
    if len(text) <= LONGEST_WISH and (wish := _wish(text, has_notes=has_notes)):
        return wish
    return TsgMessage("notes", text, straight)


def _at_once(message: str) -> tuple[str, bool]:
    """Return a message without its first or last line where that asks for all at once, and whether it does."""
    lines = message.splitlines()
    for at in (-1, 0):
        if lines and _AT_ONCE.fullmatch(lines[at]):
            del lines[at]
            return "\n".join(lines).strip(), True
    return message, False


def answers_in(text: str) -> dict[int, str]:
    """Return the answers of a message by the number of their question; none unless it begins with a number.

    What stands on the next lines belongs to the answer before, so that one may be a block of code.
    """
    answers: dict[int, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if named := _ANSWER.match(line):
            lines = answers.setdefault(int(named["number"]), [])
            lines.append(line[named.end() :])
        elif not answers:
            return {}
        else:
            lines.append(line)
    told = {number: "\n".join(some).strip() for number, some in answers.items()}
    return {number: said for number, said in told.items() if said}


def _wish(text: str, *, has_notes: bool) -> TsgMessage | None:
    if _FOLLOW.fullmatch(text):
        return TsgMessage("follow")
    if not has_notes:
        is_talk = CONVERSATION.reader.read(text).kind in ("greeting", "thanks", "about", "command")
        return TsgMessage("talk") if is_talk and len(text.split()) < 2 * FEWEST_WORDS else None
    if dismissed := _DISMISS.fullmatch(text):
        numbers = map(int, _NUMBER.findall(dismissed["numbers"]))
        return TsgMessage("dismiss", numbers=tuple(dict.fromkeys(numbers)))
    if again := _AGAIN.fullmatch(text):
        return TsgMessage("again", (again["focus"] or again["naar"] or "").strip(" .:"))
    plain: tuple[tuple[TsgMessageKind, re.Pattern[str]], ...] = (
        ("write", _WRITE),
        ("review", _REVIEW),
        ("go_on", _GO_ON),
    )
    for kind, pattern in plain:
        if pattern.fullmatch(text):
            return TsgMessage(kind)
    return None if CONVERSATION.reader.read(text).kind == "question" else TsgMessage("talk")
