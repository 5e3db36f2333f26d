"""What a message at the Azure desk is about beside an error, by words of both languages; and fixed replies. Pure."""

import re
from collections.abc import Mapping
from typing import Literal

from src.dossier.models import Language
from src.llm.builtin.acts import LONGEST_TALK

Topic = Literal["elsewhere", "login", "portal", "steps", "evidence"]

_WORDS: Mapping[Topic, str] = {
    "elsewhere": (
        r"\b(?:aws|amazon|gcp|google cloud|oracle cloud|alibaba cloud|digitalocean|hetzner|heroku|cloudflare)\b"
        r"|\b(?:kost\w*|prijs|prijzen|tarie\w+|costs?|pric\w+|billing|bill)\b"
    ),
    "portal": r"\bportal\b|\b(?:geen|zonder|no|without)(?: the| de)? (?:cli|command ?line|terminal)\b",
    "login": (
        r"\b(?:inlog\w*|ingelogd|aanmeld\w*|aangemeld|meld\w* .*\baan|log(?:ged|ging)?[ -]?in(?:to)?)\b"
        r"|\b(?:login|sign(?:ed|ing)?[ -]?in)\b"
        r"|\b(?:(?:client )?secrets?|passwords?|wachtwoord\w*|(?:which|welk\w*|what) account|who am i|wie ben ik)\b"
        r"|\b(?:onze|mijn|our|my) (?:tenant|subscriptions?|abonnement\w*|omgeving|environment|account)\b"
    ),
    "evidence": (
        r"\b(?:bewijs|bewijzen|evidence|proof|vandaan|waaruit|onderbouwing|aanwijzing\w*|reasoning|sources?|bron(?:nen)?)\b"
        r"|\b(?:sure|certain|confident|zeker|zekerheid|literally|letterlijk|verbatim|says? so|staat dat)\b"
        r"|\b(?:waarom|hoezo|why)\b|\b(?:which|what|welke) (?:line|regel|bron|source)\b|\bhow do you know\b"
    ),
    "steps": (
        r"\b(?:commands?|commando\w*|opdracht\w*|stappen|steps|cli|powershell|az)\b"
        r"|\b(?:and then|now what|what next|en dan|wat nu|en nu)\W*$"
        r"|\b(?:wat|what) (?:moet|kan|do|should|can|must) (?:ik|we|i)\b"
        r"|\b(?:hoe|how) (?:check|controleer|los|herstel|zie|do|can|should|would|to|kan|moet)\b"
        r"|^\W*(?:please |can you |could you |kun je |kan je |wil je )?"
        r"(?:delete|remove|add|set|open|start|restart|fix|grant|create|verwijder|zet|maak|geef|start|herstel)\b"
        r"|\b(?:for me|voor me|voor mij)\b"
    ),
}
"""By the first whose words stand in it."""

_TOPICS = {name: re.compile(words, re.IGNORECASE) for name, words in _WORDS.items()}

_TROUBLE = re.compile(
    r"\b(?:werk(?:t|en)?(?: \w+){0,2} niet|lukt(?: \w+){0,2} niet|(?<=\w )kan(?: \w+){0,4} niet"
    r"|(?:does|did|do)(?:n't| not)(?: \w+)? work|can(?:'t|not)|fail\w*|fout\w*|faal\w*|mislukt\w*|errors?|broken"
    r"|kapot|stuk|stop(?:s|ped)|gestopt|down|storing|outage|time[sd]? ?out|refused|denied|geweigerd|forbidden"
    r"|unauthori[sz]ed|crash\w*|unreachable|onbereikbaar)\b",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"\b(?:(?=\w{11})[A-Z][a-z]+[A-Z]\w+|AADSTS\d+|E[A-Z]{4,}|[45]\d\d)\b(?![\w.-]{0,80}/)"
)
"""Codes in capitals are long; shorter words of two capitals are names of products."""

_UNKNOWN = re.compile(
    r"\b(?:no idea|don'?t know|not sure|geen idee|weet(?: ik)?(?: het| dat)? niet|niet bekend)\b"
    r"|\b(?:not|niet|geen|no)\b(?: \w+){0,2} (?:admin\w*|beheerder|eigenaar|owner|rechten|rights|access|toegang)\b",
    re.IGNORECASE,
)
_SETTLED = re.compile(
    r"\b(?:thanks?|thank you|thx|bedankt|dank|merci|fixed|solved|resolved|sorted|works (?:now|again)|gefixt"
    r"|opgelost|verholpen|gelukt|werkt (?:nu|weer))\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\?\s*$|^\W*(?:(?:en|and|maar|but) )?(?:wat|welke?|wie|waar\w*|wanneer|hoe\w*|what|which|who"
    r"|where|when|why|how|if|als|kun|kan|can|could|do|does|is|are)\b",
    re.IGNORECASE,
)

LOGIN: Mapping[Language, str] = {
    "nl": (
        "Het kan zonder aanmelden: plak de fout, dan zeg ik waar zij op wijst. Aangemeld lees ik daarbij wat Azure "
        "zelf zegt, met uw leesrechten en alleen in het abonnement dat u noemt; ik verander niets, en zonder "
        "aanmelding heb ik nergens gekeken. Aanmelden kan op de pagina, met /login in de terminal, of met "
        "./tess azure login; geef een token nooit in een bericht."
    ),
    "en": (
        "It works without a login: paste the error, and I say what it points to. Logged in I also read what Azure "
        "itself says, by your right to read and only in the subscription that you name; I change nothing, and "
        "without a login I have looked nowhere. Log in on the page, by /login in the terminal, or by "
        "./tess azure login; never give a token in a message."
    ),
}
LOGGED_IN: Mapping[Language, str] = {
    "nl": "U bent aangemeld met objectid {principal}; lezen kunt u in: {subscriptions}.",
    "en": "You are logged in with object id {principal}; you may read in: {subscriptions}.",
}
WHICH: Mapping[Language, tuple[str, str, tuple[str, ...]]] = {
    "nl": (
        "Wat wilt u van deze diagnose?",
        "Ik lees niet opnieuw zolang niet vaststaat dat de fout er nog is.",
        (
            "Toon het bewijs",
            "Toon de stappen",
            "Hoe doe ik dat in de portal?",
            "De fout is er nog: het werkt niet",
        ),
    ),
    "en": (
        "What do you want of this diagnosis?",
        "I do not read again while it is not known that the error is still there.",
        (
            "Show the evidence",
            "Show the steps",
            "How do I do that in the portal?",
            "It still does not work",
        ),
    ),
}
"""What is asked of a message under a diagnosis that is neither trouble nor a question about it; with replies."""

ELSEWHERE: Mapping[Language, str] = {
    "nl": "Daar ben ik niet voor: ik zoek de oorzaak van fouten in Azure, en weet niets van andere clouds of prijzen.",
    "en": "I am not for that: I look for causes of errors in Azure, and know nothing of other clouds or prices.",
}
NOTHING_FOUND: Mapping[Language, str] = {
    "nl": (
        "Er is nog geen oorzaak gevonden, dus ook geen bewijs of stappen. Geef de fout met haar code, of zeg "
        "‘ga door’."
    ),
    "en": (
        "No cause is found yet, so there is no evidence and there are no steps. Give the error with its code, or say "
        "‘go on’."
    ),
}


def topic_of(message: str) -> Topic | None:
    """Return what a message that brings no error is about; None where its words tell nothing of the kind."""
    said = message[:LONGEST_TALK]
    return next((name for name, words in _TOPICS.items() if words.search(said)), None)


def is_elsewhere(message: str) -> bool:
    """Tell whether a message names another cloud or prices, and not Azure."""
    said = message[:LONGEST_TALK].lower()
    return _TOPICS["elsewhere"].search(said) is not None and "azure" not in said


def tells_trouble(message: str) -> bool:
    """Tell whether a message says that something goes wrong."""
    return _TROUBLE.search(message[:LONGEST_TALK]) is not None


def codes_in(message: str) -> list[str]:
    """Return what in a message looks like the code of an error."""
    return list(dict.fromkeys(_CODE.findall(message)))


def does_not_know(message: str) -> bool:
    """Tell whether a reply says that its user does not know, or may not look."""
    return _UNKNOWN.search(message[:LONGEST_TALK]) is not None


def is_settled(message: str) -> bool:
    """Tell whether a message thanks, or says that all is well now."""
    return _SETTLED.search(message[:LONGEST_TALK]) is not None


def asks(message: str) -> bool:
    """Tell whether a message, or a sentence of it, is a question."""
    return any(map(_ASKS.search, re.split(r"(?<=[.!?])\s+", message[:LONGEST_TALK])))
