"""Whether a statement finds fault with a source: "ik vind bron 5 niet relevant" means that it may go. Pure."""

import re

from src.llm.builtin.vocabulary import Vocabulary

_SOURCE = r"\[\d+\]|#\d+|\b(?:bron(?:nen)?|sources?|nummers?|numbers?|nr)\b\.?(?:\s*\d+)?"
_NUMBERS = r"^\W*\d{1,3}(?:(?:\s*,|\s+(?:en|and|of|or))?\s+\d{1,3})*\s+(?!\w+ \d)"
"""Numbers of sources at the front of a statement, without a word for what they number."""
_NOTHING = r"(?!)"

_UNFIT = (
    r"relevant|nodig|van (?:toepassing|belang)|belangrijk|bruikbaar|passend|toepasselijk|juist|correct|goed|actueel"
    r"|ter zake|eens|handig|zinvol|overtuigend|needed|necessary|applicable|right|useful|helpful|appropriate|up to date"
    r"|current|on point"
)
_FAULT = re.compile(
    rf"\b(?:niet|geen|not|isn't|aren't|never|nooit) (?:\w+ ){{0,3}}(?:{_UNFIT})\b"
    r"|\b(?:hoef|hoeft|hoeven|past|passen|klopt|kloppen|geldt|gelden|helpt|helpen|deugt|deugen|hoort|horen|gaat|gaan)"
    r"\b(?: \w+){0,3} niet\b(?! te\b)"
    r"|\bniet (?:\w+ ){0,2}(?:past|passen|klopt|kloppen|geldt|gelden|thuis ?hoort|(?:er)?bij ?hoort|hoeft|hoeven)\b"
    r"|\b(?:verouderd|achterhaald|onjuist|overbodig|irrelevant|ongeschikt|onnodig|nutteloos|misplaatst)e?\b|\boneens\b"
    r"|\b(?:gaa[nt]|is|are) (?:\w+ )?(?:iets anders|something else)\b|\bte oud\b"
    r"|\b(?:heeft|hebben|heb|has|have) (?:\w+ ){0,3}(?:niets|niks|nothing)\b|\bslaa[nt]? nergens op\b"
    r"|\b(?:don't|do not|doesn't|does not|won't|can't|cannot) (?:really |quite )?(?:agree|apply|fit|belong|help|like)\b"
    r"|\b(?:outdated|obsolete|superseded|disagree|unnecessary|incorrect|inapplicable|useless|out of date|too old)\b",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"\b(?:don't|do not) (?:think|believe|need|see why)\b(?: (?:that|we|i|need|the|this|these|those|any))*"
    r"|\b(?:vind|denk|geloof|zie)(?: ik)? niet (?:dat|in waarom)\b(?: (?:de|het|die|deze|dit|dat))*",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"(?:ik (?:vind|ben het|denk|geloof)|dat|dit|die|deze|het|ze|that|this|those|these|it|they|i)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\?|(?:^|[,;:]\s*|\b(?:en|maar|dus|and|but|so)\s+)(?:wat|welke?|wie|wanneer|waar\w*|hoe\w*|of|mag|moet|kan|is"
    r"|what|which|who|when|where|why|how|whether|can|must|may|does)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\s*[,;]\s*(?:(?:en|maar|and|but) )?|\s+(?:en|maar|and|but)\s+", re.IGNORECASE)
_APPROVES = re.compile(
    r"\b(?:klopt|kloppen|prima|goed|relevant|nuttig|past|passen|fine|good|right|okay|oké?|useful|applies)\b",
    re.IGNORECASE,
)
_LONGEST_REMARK = 8
"""Words of a statement that finds fault with nothing in particular; a longer one tells of a case."""


class Disapproval:
    """Tells whether statements find fault with a source, by what sources are called in a field."""

    def __init__(self, words: Vocabulary) -> None:
        self._source = re.compile("|".join((*words.disapproved, _SOURCE, _NUMBERS)), re.IGNORECASE)
        self._own_case = re.compile(words.own_case or _NOTHING, re.IGNORECASE)

    def finds_fault(self, statement: str) -> bool:
        """Tell whether the first thing that a statement is about is a source, and the statement disapproves of it."""
        source = self._source.search(statement)
        own = self._own_case.search(statement)
        if source is None or _ASKS.search(statement) or (own and own.start() <= source.start()):
            return False
        doubt = _DOUBT.search(statement)
        if doubt is not None and self._source.match(statement[doubt.end() :].lstrip()):
            return True
        return _FAULT.search(statement) is not None

    def is_remark(self, statement: str) -> bool:
        """Tell whether a short statement disapproves of what it points at, asking nothing: "dat is niet nodig"."""
        return (
            len(statement.split()) <= _LONGEST_REMARK
            and _POINTS.match(statement) is not None
            and _FAULT.search(statement) is not None
            and not _ASKS.search(statement)
            and not self._own_case.search(statement)
        )


def without_approval(statement: str) -> str:
    """Return a statement without the parts that approve: in "bron 1 klopt, bron 3 is niet nodig" only 3 may go."""
    parts = _PARTS.split(statement)
    faulty = re.compile(f"{_FAULT.pattern}|{_DOUBT.pattern}", re.IGNORECASE)
    kept = [part for part in parts if not _APPROVES.search(part) or faulty.search(part)]
    return statement if len(kept) == len(parts) else ", ".join(kept)
