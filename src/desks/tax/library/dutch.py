"""The analyser of Dutch: what counts as a word of a text, the same for the index and for a query."""

import re
from collections.abc import Callable, Iterable

import Stemmer

from src.desks.tax.law.laws import fold
from src.language import function_words
from src.search.corpus import Analyser

VERSION = "5"
"""Change this with anything below: an index made by another analyser is then rebuilt."""

_LONGEST_WORD = 60
_OF_LAW = frozenset(
    "alles alsmede artikel artikelen bedoeld bedoelde bedraagt bepaalde binnen blijft daarbij daarvan der derde "
    "dient doch eerste eigenlijk elk erg gaan ge gelden geldt genoemd geweest hallo hebt hen hiervan hoelang "
    "hoeveel iemand indien ingevolge inzake jaar jou juist kom komt krachtens kreeg krijg krijgen krijgt leden lid "
    "maak maakt mogen niets nou onderdeel onderdelen onze pas per precies reeds sprake stel tegen toen tweede vaak "
    "vanaf vierde vijfde waarop waarover waarvoor waren weer weet wet wezen wilt zesde zit zouden zullen".split()
)
"""What any article has, or any question about the law, beside the words that every text has."""

_TALK = tuple(
    "bedankt begrijp begrijpen bepaalt betekenen betekenis betekent dank gebeurde gebeuren gebeurt geef "
    "gewone gewoon graag heet help houdt hulp inhoud inhoudt kort leg legt luiden luidt noem samengevat "
    "samenvatting snap staan staat tekst toelichting uitleg uitleggen verklaar vertel vertellen vind vindt "
    "weten zeg zeggen zegt".split()
)
"""How people ask what an article says; none of it tells which article."""

_LIGHT_VERBS = tuple(
    "instellen ingesteld ingestelde instelt stelt stellen gesteld maken gemaakt gemaakte maakte maakten".split()
)
"""In ``beroep instellen`` the noun tells it all, as in ``bezwaar maken``; statutes choose another verb as gladly."""

_ENGLISH = tuple(
    "about and are can could did does for from had has have how if into it like my should tell that the their "
    "then there these they this to was what when where which who whose why will with would you your".split()
)
"""Some rulings quote English; these words of theirs must not answer a question about the weather."""

_COMPOUNDED = (
    "aangifte aanslag administratie aftrek bedrijfs belasting beroep beroeps beslis betaling betalings bewaar "
    "bezwaar boete deelnemings eigen forfait giften grondslag heffing heffings hoor informatie investerings "
    "invordering invorderings korting kosten lening naheffing naheffings navordering navorderings ondernemers "
    "opvolging opvolgings overschrijding partner partners percentage periode plicht regeling rente schrift schuld "
    "starters tarief termijn termijnen toeslag toeslagen uitkering uitstel vergoeding vergoedings vergrijp "
    "verlies verliezen verrekening verrekenings verzuim vrijstelling vrijstellings woning zelfstandigen zitting "
    "zorg"
).split()
"""Parts of compounds in tax procedure: who asks for the ``termijn`` for a ``bezwaar`` means the ``bezwaartermijn``.

Names of taxes are not to be taken apart (``loon`` and ``belasting`` are not ``loonbelasting``), so their first halves
are not here, and a word is only split where all of it is.
"""

_COMPOUND = re.compile("|".join(sorted(_COMPOUNDED, key=len, reverse=True)))

_SPLIT_VERB = re.compile(
    r"\b(aan|af|bij|door|in|kwijt|mee|na|om|op|over|terug|toe|uit|vast|voor|vrij|weg) te (\w+en)\b",
    re.IGNORECASE,
)
_OF_ONE_VERB = """
aftrekken afgetrokken
beslissen beslist besliste beslissing beslissingen
betalen betaald betaalde betaalt betaling betalingen
bewaren bewaard bewaarde bewaart
doorgeven doorgegeven
erven erft geerfd geërfd
geven geeft gegeven
heffen heft geheven heffing
horen hoort gehoord
indienen ingediend ingediende
intrekken ingetrokken
kopen gekocht gekochte koopt
kwijtschelden kwijtgescholden kwijtschelding
lenen geleend geleende leent
opnemen opgenomen
schenken schenkt geschonken schenking schenkingen
terugbetalen terugbetaald terugbetaalde terugbetaling
toerekenen toegerekend toegerekende toerekening
verkopen verkocht verkochte verkoopt
verkrijgen verkregen verkrijgt verkrijging verkrijgingen
verlies verliezen
verrekenen verrekend verrekende verrekening
verzending verzenden verzonden verzendt
"""
_VERB_OF = {
    form: line.split()[0]
    for line in fold(_OF_ONE_VERB).strip().splitlines()
    for form in line.split()[1:]
}
"""Strong verbs and the like, of which the stemmer makes several words: each form with the one that stands for all."""

_STOP_WORDS = function_words.DUTCH.union(_OF_LAW, _TALK, _LIGHT_VERBS, _ENGLISH)
_GENITIVE = re.compile(r"['’]s\b")
_LENGTHENED_STEMS = ("slagen", "bedragen", "verdragen", "gedragen", "dagen")
_WORD = re.compile(r"[^\W_]+")
_stemmed: Callable[[str], str] = Stemmer.Stemmer("dutch").stemWord


def words(text: str) -> list[str]:
    """Return the words of a text in order, in lower case without accents; split verbs are one word each.

    Statutes have ``navorderen`` where questions have ``na te vorderen``.
    """
    whole = _SPLIT_VERB.sub(r"\1\2", _GENITIVE.sub("", text))
    return _WORD.findall(fold(whole))


def term(word: str) -> str | None:
    """Return the term that a word is searched by, or None for one that any question or article has.

    The stemmer takes the vowel of ``aanslagen`` for a long one, which would part it from ``aanslag``, and too much
    off ``navorderen``, which would part it from ``navordering``; and it makes several words of a strong verb.
    """
    one = _one_form(word)
    return None if one in _STOP_WORDS or len(one) >= _LONGEST_WORD else _stemmed(one)


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, repeats included; the usual compounds of tax procedure are taken apart."""
    forms = (_one_form(word) for word in words(text))
    told = (form for form in forms if form not in _STOP_WORDS and len(form) < _LONGEST_WORD)
    return [_stemmed(part) for form in told for part in _parts(form)]


def _one_form(word: str) -> str:
    """Return the form that stands for all forms of a verb, and the singular of some nouns."""
    form = _VERB_OF.get(word, word)
    if form.endswith(_LENGTHENED_STEMS):
        return form.removesuffix("en")
    if form.endswith("eren") and len(form) > len("eren") + 1:
        return form.removesuffix("en") + "ing"
    return form


def _parts(word: str) -> Iterable[str]:
    """Return the parts of a word that consists of nothing but ``_COMPOUNDED``, else the word."""
    parts = _COMPOUND.findall(word)
    return parts if len(parts) > 1 and sum(map(len, parts)) == len(word) else (word,)


DUTCH = Analyser(words, term, compounds=True)
