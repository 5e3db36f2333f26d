"""What guides lack: hints and questions in fixed texts, and the placeholders made of them. Pure."""

import hashlib
import re
from collections.abc import Mapping

from src.desks.tsg.artifacts import Part, Placeholder, SectionName
from src.desks.tsg.marks import is_reserved

MOST_PLACEHOLDERS = 60
LONGEST_HINT = 120
LONGEST_QUESTION = 300

Place = tuple[SectionName, Part]

_ENGLISH: Mapping[Place, tuple[str, str]] = {
    ("symptoms", "what"): ("What goes wrong", "What goes wrong, and with which exact error text?"),
    ("symptoms", "who"): ("Who is affected", "Who is affected by this?"),
    ("symptoms", "where"): (
        "Where it occurs and where not",
        "Where does this occur, and where does it not?",
    ),
    ("symptoms", "when"): ("When it occurs", "When does this occur, and since when?"),
    ("not_apply", ""): (
        "When this guide does not apply",
        "In which cases that look alike does this guide not apply?",
    ),
    ("diagnosis", ""): ("How to confirm the issue", "How is it confirmed that this is the issue?"),
    ("questions", ""): ("What to find out in a case", "What has to be known of a case to go on?"),
    ("cause", ""): ("The cause", "What causes this?"),
    ("resolution", ""): ("The steps that solve it", "Which steps solve or mitigate this?"),
    ("root_cause", ""): (
        "The cause as it may be shared",
        "How may the cause be told to a customer?",
    ),
    ("related", ""): ("Pages and incidents about it", "Which pages or incidents are about this?"),
    ("tags", ""): ("Words to find this guide by", "By which words should this guide be found?"),
}
_DUTCH: Mapping[Place, tuple[str, str]] = {
    ("symptoms", "what"): ("Wat er misgaat", "Wat gaat er mis, en met welke exacte foutmelding?"),
    ("symptoms", "who"): ("Wie het treft", "Wie heeft hier last van?"),
    ("symptoms", "where"): (
        "Waar het optreedt en waar niet",
        "Waar treedt dit op, en waar niet?",
    ),
    ("symptoms", "when"): ("Wanneer het optreedt", "Wanneer treedt dit op, en sinds wanneer?"),
    ("not_apply", ""): (
        "Wanneer deze handleiding niet geldt",
        "In welke gevallen die erop lijken geldt deze handleiding niet?",
    ),
    ("diagnosis", ""): ("Hoe het wordt vastgesteld", "Hoe wordt vastgesteld dat dit het is?"),
    ("questions", ""): (
        "Wat er van een geval bekend moet zijn",
        "Wat moet er van een geval bekend zijn om verder te kunnen?",
    ),
    ("cause", ""): ("De oorzaak", "Wat veroorzaakt dit?"),
    ("resolution", ""): ("De stappen die het oplossen", "Welke stappen lossen dit op?"),
    ("root_cause", ""): (
        "De oorzaak zoals die gedeeld mag worden",
        "Hoe mag de oorzaak aan een klant worden verteld?",
    ),
    ("related", ""): (
        "Pagina's en incidenten hierover",
        "Welke pagina's of incidenten gaan hierover?",
    ),
    ("tags", ""): (
        "Woorden om deze handleiding mee te vinden",
        "Met welke woorden moet deze handleiding te vinden zijn?",
    ),
}
_TEXTS = {"en": _ENGLISH, "nl": _DUTCH}

_CODE = {
    "en": ("The exact command or code", "What is the exact command or code here?"),
    "nl": ("De exacte opdracht of code", "Wat is hier de exacte opdracht of code?"),
}
_SEEN = {"en": "Do you see this: {quote}", "nl": "Ziet u dit: {quote}"}
_DESCRIBED = {
    "en": "Does this describe what happens: {quote}",
    "nl": "Beschrijft dit wat er gebeurt: {quote}",
}

_OF_THE_CUSTOMER = re.compile(
    r"\b(?:the |a |which |your )?(?:customer|client|end[- ]?user)(?:'s|’s|s)?\b|\b(?:de |een |uw )?klant(?:en)?\b"
    r"|\byour (?:tenant|subscription|environment|deployment|cluster|machine|server|resource|region|account|version)\b"
    r"|\buw (?:tenant|abonnement|omgeving|cluster|server|account|versie)\b|\bcase (?:number|id)\b",
    re.IGNORECASE,
)


def asks_of_a_case(text: str) -> bool:
    """Return whether a question is one that only a customer can answer; the author knows the issue, no case."""
    return _OF_THE_CUSTOMER.search(text) is not None


def fixed_texts(place: Place, language: str) -> tuple[str, str]:
    """Return the hint and the question for a section, or a part of the first, that lacks something."""
    section, part = place
    if section == "symptoms" and not part:
        part = "what"
    return _TEXTS.get(language, _ENGLISH)[section, part if section == "symptoms" else ""]


def placeholder(place: Place, hint: str, question: str) -> Placeholder:
    """Return a placeholder; its id is the same wherever its section and hint are."""
    section, part = place
    digest = hashlib.sha256(f"{section}\n{hint}".encode()).hexdigest()
    return Placeholder(
        id=f"missing-{digest[:12]}", section=section, part=part, hint=hint, question=question
    )


def fixed(place: Place, language: str) -> Placeholder:
    """Return the placeholder of a section that lacks something, in fixed texts."""
    return placeholder(place, *fixed_texts(place, language))


def fixed_for_code(place: Place, language: str) -> Placeholder:
    """Return the placeholder for code that no source has."""
    return placeholder(place, *_CODE.get(language, _CODE["en"]))


def drafted(place: Place, hint: str, question: str, language: str) -> Placeholder:
    """Return a placeholder in a draft's words; in fixed texts where these can't be written, or ask of a case."""
    hint, question = (
        _plain(hint)[:LONGEST_HINT].strip(),
        _plain(question)[:LONGEST_QUESTION].strip(),
    )
    other = fixed(place, language)
    if not re.search(r"\w", hint) or is_reserved(hint) or asks_of_a_case(f"{hint} {question}"):
        return other
    if not re.search(r"\w", question) or is_reserved(question):
        question = other.question
    return placeholder(place, hint, question)


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[{}<>]|::|->", " ", text).split())


def customer_question(quote: str, language: str, *, is_error: bool) -> str:
    """Return a question to a customer that is sensible by the words it asks about."""
    texts = _SEEN if is_error else _DESCRIBED
    return texts.get(language, texts["en"]).format(quote=quote)
