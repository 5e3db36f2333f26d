"""Tells of a law that the library lacks whether any register knows a law by its name. Pure."""

import re
from functools import cache
from pathlib import Path

from src.desks.tax.law.citations import ArticleCitation
from src.desks.tax.law.laws import WORD, fold

_KIND = r"(?:wetboek|wet|besluit|regeling)"
_PREFIX = r"(?:Uitvoerings|Kader|Invoerings|Subsidie|Vrijstellings|Instellings|Overgangs|Rijks|Wijzigings|Afbakenings)"
_HEAD = re.compile(
    rf"\b(?:(?P<generic>(?:Belastingw|W)et|Besluit|Regeling|Wetboek|(?:Algemene|Tijdelijke|Bijzondere)\s{_KIND}|{_PREFIX}{_KIND})"
    rf"|(?P<named>(?:[A-Z][a-zë]+e\s[a-zë-]{{3,}}|[A-Z][\w-]{{2,}}){_KIND}|(?:[A-Z][\w-]+\s){{1,5}}Act))"
    r"(?![\w-])"
)
"""``Uitvoeringsregeling`` by itself stands for one that was named before, as ``Wet`` does; ``Turfwet`` is a name."""
_INTO_NAME = re.compile(
    r"[\s,(]{0,3}(?:(?:van|uit|in|bij|of|under)\s)?(?:(?:de|het|the)\s)?(?:Dutch\s)?"
)
_NEXT = re.compile(r"\s([\w’'-]*\w)(?!\w)(?!-\s)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_BEGINNING = frozenset("op inzake betreffende houdende tot van".split())
"""Words that join the first word of a name to the rest: ``Wet op de``, ``Wetboek van``."""
_JOINING = _BEGINNING | frozenset("de het en voor der over bij in".split())
_ARTICLES = frozenset(("de", "het"))
_OTHER = frozenset(
    "aan aangezien aanhef al alleen als alsmede alsook altijd an and applies are art artikel artikelen as "
    "bedoelde behoort behoudens belang bepaald bepaalde betekent betreft bevat biedt bij blijkens blijkt buiten "
    "by can daar daarom daarop dan dat deze dezelfde die dienen dient dit doch does door dus echter een eerste "
    "eveneens for from gaan gaat geeft geen gelden geldt gold golden had hadden has hebben heeft hen her hij hoe "
    "houden hun ieder if ii immers in inclusief indien is jo juncto kan kon konden kunnen lid luidde luidt maar "
    "mag maximaal may means mede merk met mits moest moet moeten must na naar nader niet niets no noch nog not nu "
    "o of ofwel om omdat on onder onderdeel ons ontbreekt ook oud over permits provides reads reeds requires rust "
    "samen says shall slechts sprake staan staat states stelt sub such te tegen ten ter terecht thans that the "
    "then this tijdens to toch toe toen tot tweede u uit uitgaat vallen valt van vanaf vast vereist vindt volgen "
    "volgens volgt voor voorafgaande voordat voorts voorziet waar waaraan waarbij waardoor waarin waarmee "
    "waarnaar waarom waaronder waarop waartoe waaruit waarvan waarvoor waren was wat weer wegens wel welk welke "
    "wellicht werd werden were wie wil will worden wordt would zal zelf zich zie ziet zij zijn zo zoals zodanig "
    "zodat zonder zou zouden zowel".split()
)
_VERB = re.compile(r"ge\w+[dt]|\w+(?<!ch)(?<!ns)(?<!ark)(?<!kredie)t|(?:ver|be)r?icht|brengt")
"""``bepaalt``; of nouns in -t only some are let through."""
_TOLD = re.compile(
    r"\w*ge\w+(?:de|te|en|d)|(?:ver|be|her|ont|toe)\w+(?:de|te|den|ten|lijk|d)|\w+(?:lijk|eerde|achte|andere?|ige|ende?|ziene)"
)
"""What goes on with a sentence right behind ``de Wet``: ``neergelegde``, ``vervatte``."""
_SHORTEST = 12
"""Letters of one word behind ``Wet`` that is taken for a name without a year: ``evenzeer`` is none."""
_MOST_WORDS = 8
_WINDOW = 120
_REGISTER = Path(__file__).with_name("registered_laws.txt")


def unknown_law(text: str, citation: ArticleCitation) -> str:
    """Return the name of the law that is cited, where no register knows it; empty for all else.

    An abbreviation, a treaty, European and local law and ``de Wet`` by itself are nobody's to call unknown.
    """
    start, end = citation.span
    into = _INTO_NAME.match(text, end)
    at = into.end() if into else end
    stop = _end_of_name(text, at)
    if not stop and not citation.law:
        at, stop = _name_before(text, start)
    if not stop:
        return ""
    name = " ".join(text[at:stop].split())
    is_known = _is_registered(_squeezed(name), _squeezed(text[at : at + _WINDOW]))
    return "" if is_known else name


def _name_before(text: str, end: int) -> tuple[int, int]:
    """Return where the name of a law right before a place begins and ends; zeros where there is none."""
    for head in _HEAD.finditer(text, max(0, end - _WINDOW), end):
        stop = _end_of_name(text, head.start())
        if stop and not text[stop:end].strip(" ,:\n"):
            return head.start(), stop
    return 0, 0


def _end_of_name(text: str, at: int) -> int:
    """Return where the name ends that begins here; 0 where none does, or only a word such as ``Wet``."""
    head = _HEAD.match(text, at)
    if head is None:
        return 0
    end = head.end() if head["named"] else 0
    place = behind = head.end()
    before = head[0]
    for _ in range(_MOST_WORDS):
        found = _NEXT.match(text, place)
        if found is None or not _goes_on(found[1], before, head):
            break
        word, place = found[1], found.end()
        before = word
        if _YEAR.fullmatch(word):
            return place
        end = end if word in _JOINING else place
    is_word = " " not in text[behind + 1 : end]
    return 0 if not head["named"] and is_word and end - behind <= _SHORTEST else end


def _goes_on(word: str, before: str, head: re.Match[str]) -> bool:
    """Tell whether a word belongs to the name before it: a year does, and behind ``Wet`` what a law can be about."""
    if _YEAR.fullmatch(word):
        return True
    if head["named"] or word[:1].isdigit():
        return False
    is_first = before == head[0]
    if word in _JOINING:
        return not is_first or word in _BEGINNING
    if word.lower() in _OTHER:
        return False
    is_told = is_first and _TOLD.fullmatch(word.replace("-", ""))
    return before in _ARTICLES or not (is_told or _VERB.fullmatch(word))


def _is_registered(name: str, text: str) -> bool:
    """Tell whether a register has a name: without its year, cut short, or longer than it was read."""
    return any(known.startswith(name) or text.startswith(known) for known in _register())


def _squeezed(name: str) -> str:
    """Return a name's letters and digits, as line ends and hyphens stand anywhere."""
    return "".join(WORD.findall(fold(name)))


@cache
def _register() -> tuple[str, ...]:
    return tuple(map(_squeezed, _REGISTER.read_text("utf-8").splitlines()))
