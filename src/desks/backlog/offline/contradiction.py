"""Whether a story and a work item can both hold: negation, removal, exclusivity, numbers and opposites. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal, TypeAlias

from src.desks.backlog.offline.meaning import Clause, Matcher, TellingWord, clauses, words_of
from src.search.documents.analysers import language_of

ContradictionKind = Literal["negated", "removed", "exclusive", "amount", "opposite", "replaced"]

Pattern: TypeAlias = re.Pattern[str]

_NEGATED = re.compile(
    r"\b(?:not|never|no|nobody|none|nothing|neither|nor|without|cannot|impossible|forbidden|prohibited"
    r"|unable|\w+n['’]t"
    r"|may not|disallowed|not allowed|refuses?|niet|geen|nooit|niemand|niets|zonder|onmogelijk|verboden"
    r"|evenmin)\b",
    re.IGNORECASE,
)
_REMOVED = re.compile(
    r"\b(?:stop(?:s|ping|ped)?|no longer|not any ?more|any ?more|any longer|drop(?:s|ping|ped)?"
    r"|abolish\w*|scrap(?:s|ped|ping)?"
    r"|discontinu\w*|phase out|get rid of|take\s(?:\w+\s){0,4}away|do away with|switch(?:ed)? off"
    r"|turn(?:ed)? off|disabl\w*|revers\w*|revok\w*|withdraw\w*"
    r"|(?:to be|is|are|be|gets?|being) (?:removed|deleted|dropped|switched off|taken away|abolished)"
    r"|remove (?:the|this|that)"
    r"|niet meer|niet langer|geen\s(?:\w+\s){0,3}meer|stoppen|stopt|schrappen|geschrapt|afschaffen"
    r"|afgeschaft|vervalt|vervallen"
    r"|weghalen|verdwijnt|verdwijnen|uitzetten|teruggedraaid)\b",
    re.IGNORECASE,
)
_EXCLUSIVE = re.compile(
    r"\b(?:only|solely|exclusively|exclusive to|nobody (?:else|but)|no one (?:else|but)|reserved for"
    r"|nothing but|just the"
    r"|alleen|uitsluitend|enkel|slechts|niemand anders)\b",
    re.IGNORECASE,
)
_REPLACED = re.compile(
    r"\b(?:instead(?: of)?|rather than|in place of|replac\w+|in plaats van|vervangen|vervangt|liever dan)\b",
    re.IGNORECASE,
)
_OPPOSITES = tuple(
    (re.compile(rf"\b(?:{one})\b", re.IGNORECASE), re.compile(rf"\b(?:{other})\b", re.IGNORECASE))
    for one, other in (
        (
            r"automatic\w*|automatisch\w*|by itself|by themselves|vanzelf",
            r"manual\w*|by hand|handmatig\w*|met de hand",
        ),
        (
            r"mandatory|required|obligatory|compulsory|verplicht",
            r"optional\w*|voluntar\w*|vrijwillig|optioneel|facultatief",
        ),
        (r"always|altijd|every time", r"never|nooit"),
        (
            r"free(?: of charge)?|gratis|kosteloos|for nothing",
            r"charged?|paid|fee|costs?|pays?|euros?|betaald|betalen|kosten",
        ),
        (
            r"unlimited|no limit|without (?:any )?limit|as (?:often|many|much) as|onbeperkt|zo vaak|zoveel",
            r"at most|maximum|up to|no more than|limit\w*|maximaal|hoogstens|ten hoogste|hooguit",
        ),
        (
            r"at once|immediate\w*|straight away|right away|instantly|direct|meteen|onmiddellijk",
            r"after (?:a |the |\w+ )*(?:approv\w*|review|check)\w*|approv\w*|later|delay\w*|goedkeur\w*"
            r"|goedgekeurd|next (?:day|week|month)",
        ),
        (
            r"public\w*|visible to (?:all|everyone|everybody)|openbaar|iedereen|everyone|everybody"
            r"|anyone|anybody",
            r"private\w*|secret|confidential|own|vertrouwelijk|besloten|eigen",
        ),
        (
            r"without (?:any )?(?:\w+ or )?(?:approval|permission|consent|asking|check\w*|review)"
            r"|no say|zonder (?:toestemming|goedkeuring)",
            r"approv\w*|accept\w*|permission|consent|moderat\w*|toestemming|goedkeur\w*|akkoord",
        ),
        (
            r"paper|by phone|telephone|in person|at the desk|per telefoon|telefonisch|aan de balie|op papier",
            r"online|in the app|from the app|digital\w*|in de app",
        ),
        (r"offline", r"online only|only online|alleen online"),
        (r"anonymous\w*|anoniem", r"with (?:the |their )?names?|by name|identified|met naam"),
        (
            r"on paper|op papier|paper|papieren|printed",
            r"digital\w*|digitaal|app|electronic\w*|online",
        ),
        (r"cash|contant", r"online|card|ideal|pin"),
        (r"before|beforehand|in advance|vooraf|van tevoren", r"afterwards|achteraf|after"),
        (r"open|opened|unlocked", r"closed|locked|gesloten|dicht"),
        (
            r"allow\w*|may|permit\w*|mogen|mag|toegestaan",
            r"forbid\w*|prohibit\w*|ban\w*|block\w*|verbied\w*|verboden",
        ),
        (
            r"show\w*|visible|tonen|zichtbaar",
            r"hid(?:e|den|es|ing)|invisible|verberg\w*|verborgen|onzichtbaar",
        ),
        (
            r"keep\w*|kept|retain\w*|preserv\w*|bewa\w+",
            r"delet\w*|eras\w*|wip\w*|destroy\w*|gewist|wissen|vernietig\w*|verwijder\w*",
        ),
        (r"all|every|any|alle|elke", r"only|own|alleen|eigen"),
        (r"share[sd]?|shared|gedeeld|together|samen", r"separate\w*|its own|their own|apart|eigen"),
    )
)
"""Words that can't both hold of one thing."""

_NUMBERS = {
    word: number
    for number, words in enumerate(
        "zero nul|one single een één|two twice twee|three drie|four vier|five vijf|six zes|seven zeven"
        "|eight acht|nine negen|ten tien"
        "|eleven elf|twelve twaalf".split("|")
    )
    for word in words.split()
} | {"fifteen": 15, "vijftien": 15, "twenty": 20, "twintig": 20, "thirty": 30, "dertig": 30, "forty": 40, "fifty": 50,
     "vijftig": 50, "sixty": 60, "zestig": 60, "ninety": 90, "hundred": 100, "honderd": 100, "half": 0.5}  # fmt: skip
_UNITS = {
    unit: (kind, size)
    for kind, size, units in (
        ("time", 1 / 3600, "second seconds seconde seconden sec"),
        ("time", 1 / 60, "minute minutes minuut minuten min"),
        ("time", 1, "hour hours uur uren"),
        ("time", 24, "day days dag dagen"),
        ("time", 168, "week weeks weken"),
        ("time", 730, "month months maand maanden"),
        ("time", 8766, "year years jaar jaren"),
        ("money", 1, "euro euros eur"),
        ("part", 1, "percent procent"),
    )
    for unit in units.split()
}
IN_PASSING = 0.7
"""How sure a contradiction is of what a clause does not name itself, against one that it names."""

MOST_CLAUSES = 60
"""Of a story and of an item, that are held against each other; what follows is another matter by then."""

FEWEST_WORDS = 3
"""Words of a quote that is no whole line."""

_AMOUNT = re.compile(
    rf"\b(\d+(?:[.,]\d+)?|{'|'.join(_NUMBERS)})[\s-](?:\w+[\s-])?({'|'.join(_UNITS)})\b|€\s?(\d+)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Contradiction:
    """Words of a story and of a work item that can't both hold, and how sure that is, from 0 to 1."""

    kind: ContradictionKind
    strength: float
    story_quote: str
    item_quote: str


def contradictions(story: str, item: str, matcher: Matcher) -> Iterator[Contradiction]:
    """Yield what can't both hold, of each clause of the story against that of the item which it is most about."""
    ours, theirs = language_of(story), language_of(item)
    parts = [(one, words_of(one.text, theirs)) for one in islice(clauses(item), MOST_CLAUSES)]
    every = words_of(item, theirs)
    for clause in islice(clauses(story), MOST_CLAUSES):
        words = words_of(clause.text, ours)
        for part, its in parts:
            for kind, strength in _between(clause, words, part, its, every, matcher):
                yield Contradiction(kind, strength, quoted(clause, story), quoted(part, item))


def quoted(clause: Clause, text: str) -> str:
    """Return a clause as a quote: one of a word or two proves nothing, and its whole line is quoted."""
    if len(clause.text.split()) >= FEWEST_WORDS:
        return clause.text
    begin = text.rfind("\n", 0, clause.start) + 1
    end = text.find("\n", clause.end)
    return text[begin : end if end >= 0 else len(text)].strip()


def _between(
    clause: Clause,
    words: Sequence[TellingWord],
    part: Clause,
    its: Sequence[TellingWord],
    every: Sequence[TellingWord],
    matcher: Matcher,
) -> Iterator[tuple[ContradictionKind, float]]:
    """Yield in what ways two clauses can't both hold, and how sure that is."""
    told = [one for one in words if not _turns(one.text)]
    about = [one for one in its if not _turns(one.text)]
    if not told or not about:
        return
    here = matcher.best(told, about)
    covered, known = float(here.mean()), float(matcher.best(told, every).mean())
    back = float(matcher.best(about, told).mean())
    shared = max(covered, back)
    # A criterion speaks of what the whole item is about, without naming it again.
    about_it = max(shared, IN_PASSING * known)
    if _differ(clause.text, part.text):
        yield "amount", about_it
    if _opposed(clause.text, part.text):
        yield "opposite", about_it
    if not here.max(initial=0.0):
        return
    same_sense = bool(_NEGATED.search(clause.text)) == bool(_NEGATED.search(part.text))
    if not same_sense:
        # A negation of more than the item speaks of is a case of its own, and no contradiction.
        yield ("negated", shared * known)
    if _REMOVED.search(clause.text) and not _REMOVED.search(part.text):
        yield ("removed", max(shared, known))
    if _REPLACED.search(clause.text) and not _REPLACED.search(part.text):
        yield ("replaced", shared)
    if bool(_EXCLUSIVE.search(clause.text)) != bool(_EXCLUSIVE.search(part.text)):
        yield ("exclusive", shared)


def _opposed(text: str, other: str) -> bool:
    """Tell whether one text has one of two opposites, and the other text the other one alone."""
    return any(
        _has_one(first, second, text, other) or _has_one(second, first, text, other)
        for first, second in _OPPOSITES
    )


def _has_one(mine: Pattern, its: Pattern, text: str, other: str) -> bool:
    return bool(
        mine.search(text) and its.search(other) and not its.search(mine.sub(" ", text))
    ) and not mine.search(other)


def _turns(word: str) -> bool:
    """Tell whether a word only turns what is said: it is no part of what a clause is about."""
    return bool(
        _NEGATED.fullmatch(word)
        or _EXCLUSIVE.fullmatch(word)
        or word in _NUMBERS
        or word in _UNITS
        or word in _TURNING
    )


_TURNING = frozenset(
    "longer anymore instead impossible removed remove removal stop drop allowed allow reversed decision abolished "
    "meer langer stoppen schrappen vervalt plaats vanaf toegestaan".split()
)


def _differ(text: str, other: str) -> bool:
    """Tell whether two texts give different amounts of the same kind."""
    ours, theirs = _amounts(text), _amounts(other)
    return any(ours[kind] != theirs[kind] for kind in ours.keys() & theirs.keys())


def _amounts(text: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for number, unit, euros in _AMOUNT.findall(text):
        if euros:
            found.setdefault("money", float(euros))
            continue
        kind, size = _UNITS[unit.lower()]
        known = _NUMBERS.get(number.lower())
        value = float(number.replace(",", ".")) if known is None else known
        found.setdefault(kind, round(value * size, 4))
    return found
