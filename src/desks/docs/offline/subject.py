"""What an English question is about, and whether it says so: rules over words, as no parser is at hand. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from src.desks.docs.code import IDENTIFIER, is_identifier

_SMALL = frozenset(
    "a an the and or but if so because as than then while although though i me my mine we us our you your yours he she "
    "him her his its their theirs who whom whose what which where when why how there here not no yes nor neither "
    "do does did done doing am is are was were be been being have has had having can could may might must shall "
    "should will would ought let's please ok okay thanks thank hello hi hey well just also too very really quite "
    "in on at to from of for with without by about into onto over under between through during before after until "
    "since per via off out up down within against around upon like such any some all both each every either other "
    "another many much more most few less least several own same only even still already again ever never always "
    "now later once first last one two three whether else instead however therefore s t don't doesn't didn't isn't "
    "aren't can't won't couldn't wouldn't i'm i've i'd you're that's what's it's there's possible exactly actually "
    "how'd where'd when'd why'd what'd who'd how's where's who's "
    "anything something nothing everything someone anybody somebody anyone thing things stuff way ways kind kinds "
    "sort sorts lot lots bit good best better bad able sure maybe perhaps".split()
)
"""Words that tell no subject."""

_PRONOUNS = frozenset("it that this they them these those".split())

_THIN_VERBS = frozenset(
    "make makes made making get gets got getting use uses used using set sets setting_up change changes changed "
    "changing work works worked working go goes going went come comes take takes took give gives gave put puts "
    "show shows tell tells told explain explains describe describes know knows knew mean means meant need needs "
    "needed want wants wanted help helps helped find finds found look looks try tries tried trying see sees saw say "
    "says said do does happen happens happened think thinks thought understand try call called try add adds added "
    "remove removes start starts stop stops run runs enable disable install configure fix fixes solve create delete "
    "restore undo update check learn write read open close begin begins keep let start please ask asked answer "
    "compare differ cost costs become handle do share elaborate clarify summarise summarize continue".split()
)
"""Verbs that say what is to be done, and not to what."""

_FAULT = frozenset(
    "work works working fail fails failed failing error errors problem problems issue issues wrong broken crash "
    "crashes crashed hang hangs stuck bug start starts load loads".split()
)

_OF_THE_DOCS = frozenset(
    "case way time moment point reason kind type sort version documentation docs document page pages guide manual "
    "section project product tool program app application software site website server system service library "
    "framework package desk chat conversation dossier question answer day week month year morning context order".split()
)
"""What "this" may stand before where nothing was said: the thing itself that the documentation is of."""

GENERAL_NOUNS = frozenset(
    "limit limits setting settings option options value values default error errors message file files command "
    "commands parameter parameters argument arguments version format size name type status result output input "
    "function method field key token code number list page section feature example process step rule".split()
)
"""Nouns of which every documentation has many: alone they name none."""

_EXPLETIVE = re.compile(
    r"\bit (?:is |be |was )?(?:also |really |still )?(?:possible|necessary|allowed|safe|ok|okay|true|better|best"
    r"|required|enough|recommended|easy|hard|difficult|worth|take|takes|mean|means|cost|costs|matter|legal|important|advisable|common|normal)\b"
    r"|\b(?:that|this) (?:is|means|way)\b",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:it|them|they)\b|\bone(?=\s*[?.!]*\Z)"
    r"|\b(?:that|this|these|those)(?=\s*(?:[?.!,;]|\Z|(?:is|are|was|were|do|does|did|can|could|will|would|should|may|must|work"
    r"|works|happen|happens|mean|means|to|in|on|for|with|without|at|by|from|and|or|again|too|back|the|not)\b))",
    re.IGNORECASE,
)
_ABOUT_ANOTHER = re.compile(
    r"\A\W*(?:(?:ok|okay|yes|no|thanks|and|but|so)\b[\s,.]*)*(?:(?:and|but)\s+)?(?:what|how) about\b"
    r"|\A\W*(?:and|but|or)\s+(?:for|with|without|in|on|if|when|from|to|of|at|what|how|which)\b",
    re.IGNORECASE,
)
_ASKS_ITSELF = re.compile(
    r"\b(?:why|how|what|which|where|when|can|do|does|is|are|should)\b", re.IGNORECASE
)
_FEW = 3
"""Telling words of a question that may lack its subject."""

_DEMONSTRATIVE = re.compile(
    r"\b(?:this|these|those)\s+(?P<phrase>[a-z][\w-]*(?:\s+[a-z][\w-]*){0,3})", re.IGNORECASE
)
_ADJECTIVE = re.compile(r"(?:(?<!m)ent|ant|[ia]ble|ful|ous|ive|ed|ing)\Z")
_ASKS = re.compile(
    r"\?|\A\W*(?:what|which|who|where|when|why|how|is|are|was|were|do|does|did|can|could|will|would|should|may|tell"
    r"|explain|show|give|describe|help|i|please)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SHORTEST_STEM = 4


def words_in(english: str) -> list[str]:
    """Return the words of a text, identifiers whole."""
    found: list[str] = []
    at = 0
    for match in IDENTIFIER.finditer(english):
        if is_identifier(match.group()):
            found += [*_WORD.findall(english[at : match.start()]), match.group()]
            at = match.end()
    return [*found, *_WORD.findall(english[at:])]


def content_of(english: str) -> list[str]:
    """Return the words that tell a subject."""
    return [word for word in words_in(english) if tells(word)]


def tells(word: str) -> bool:
    """Tell whether a word names something: an identifier, or none of the small words and thin verbs."""
    lower = word.lower()
    return is_identifier(word) or not (
        lower in _SMALL or lower in _PRONOUNS or lower in _THIN_VERBS or len(lower) == 1
    )


def names_only(english: str) -> bool:
    """Tell whether a text says of what it names nothing that is to be done: "what is the limit?"."""
    return not any(word.lower() in _THIN_VERBS for word in words_in(english))


def points_back(english: str) -> re.Match[str] | None:
    """Return the word that stands for something said before, of which nothing before it in the text is the name."""
    rest = _EXPLETIVE.sub(lambda match: "_" * len(match.group()), english)
    match = _POINTS.search(rest)
    if match is None or content_of(english[: match.start()]):
        return None
    return match


def goes_on(english: str) -> bool:
    """Tell whether a question is one about another thing of the same subject: "what about backups?"."""
    begins = _ABOUT_ANOTHER.search(english)
    return (
        begins is not None
        and len(content_of(english)) <= _FEW
        and not _ASKS_ITSELF.search(english, begins.end())
    )


def tells_a_fault(english: str) -> bool:
    """Tell whether something does not work, and not what."""
    return any(word.lower() in _FAULT for word in words_in(english))


def subject_of(english: str) -> str:
    """Return the longest run of words that tell, one with a name or behind an article first; empty where none does."""
    runs = list(_runs(english))
    return " ".join(max(runs, key=lambda run: run.weight).words) if runs else ""


_LONGEST_SUBJECT = 5
_BEFORE_NOUNS = frozenset(
    "a an the my our your its any some this that these those of for with in on to from about what which".split()
)
"""Words behind which a noun stands sooner than a verb."""
_BEFORE_VERBS = frozenset(
    "i you we they he she it one not can could will would must may might should do does did is are was were".split()
)
"""Words behind which a word in lower case is sooner a verb."""


@dataclass
class _Run:
    """Words that tell, one behind the other."""

    words: list[str]
    is_noun: bool

    @property
    def weight(self) -> float:
        is_exact = any(is_identifier(word) for word in self.words)
        is_name = any(word[:1].isupper() for word in self.words)
        return len(self.words) + 2 * self.is_noun + 1.5 * is_name + 4 * is_exact

    def without_adjectives(self) -> "_Run":
        """Return the words up to the last that may be a noun; all where none may."""
        last = max(
            (at for at, word in enumerate(self.words) if not _ADJECTIVE.search(word)), default=-1
        )
        return _Run(self.words[: last + 1] or self.words, self.is_noun)


def _runs(english: str) -> Iterator[_Run]:
    for part in re.split(r"[?.!,;:()\"]+(?=\s|\Z)", english):
        before, run = "", _Run([], is_noun=False)
        for word in [*words_in(part), ""]:
            may_be_verb = word.islower() and not is_identifier(word) and not run.words
            is_verb = may_be_verb and before.lower() in _BEFORE_VERBS
            if word and tells(word) and not is_verb and len(run.words) < _LONGEST_SUBJECT:
                run = run if run.words else _Run([], before.lower() in _BEFORE_NOUNS)
                run.words.append(word)
            elif run.words:
                yield run.without_adjectives()
                run = _Run([], is_noun=False)
            before = word


def with_subject(english: str, subject: str) -> str:
    """Return a question with a subject in place of the word that stands for it, or else behind it."""
    match = points_back(english)
    named = subject if subject[:1].isupper() or is_identifier(subject) else f"the {subject}"
    if match:
        return f"{english[: match.start()]}{named}{english[match.end() :]}"
    bare = english.rstrip(" ?.!")
    return f"{bare} ({subject})?" if bare else subject


def unnamed(english: str, said: str) -> str:
    """Return what a question points to as if it had been named, where neither it nor what was said does; or nothing."""
    if not _ASKS.search(english):
        return ""
    heard = _stems(said)
    for match in _DEMONSTRATIVE.finditer(english):
        run = _run_at(match["phrase"])
        before = english[: match.start()]
        if (
            has_name(before)
            or not run
            or (len(run) == 1 and (run[0] in _OF_THE_DOCS or _ADJECTIVE.search(run[0])))
        ):
            continue
        if _stem(run[-1]) not in heard | _stems(before):
            return run[-1]
    return ""


def asks(english: str) -> bool:
    """Tell whether a text is a question or a request, and no statement or heading."""
    return _ASKS.search(english) is not None


def states_only(english: str) -> bool:
    """Tell whether a message neither asks nor names anything by itself: said in a conversation, it is a remark."""
    is_named = any(is_identifier(word) for word in words_in(english))
    return not (is_named or asks(english) or _ASKS_ITSELF.search(english) or has_name(english))


def _run_at(phrase: str) -> list[str]:
    """Return the telling words that a phrase begins with, in lower case."""
    return list(takewhile(tells, phrase.lower().split()))


def _stems(text: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(text.lower())}


def has_name(english: str) -> bool:
    """Tell whether a text has a name in it: an identifier, or a word with a capital inside a sentence."""
    if any(is_identifier(word) for word in words_in(english)):
        return True
    return re.search(r"(?<![.?!\n] )(?<!\A)(?<!\A\W)\b(?!I\b)[A-Z][a-z]", english) is not None


def _stem(word: str) -> str:
    for ending in ("ies", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word.removesuffix("'")
