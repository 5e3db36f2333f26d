"""The analyser: what counts as a word of a Dutch text, the same for the index and for a query."""

import re
from functools import cache

import tantivy

NAME = "dutch"
"""Under this name the analyser is registered with an index."""

VERSION = "2"
"""Change this with anything below: an index made by another analyser is then rebuilt."""

_LONGEST_WORD = 60
_QUESTION_WORDS = tuple(
    "aan alle alleen als altijd bedoeld bedoelde bedraagt bepaalde bij binnen blijft daar daarbij dan "
    "dat deze dit doe doen door dus eigenlijk elk er erg ga gaan gaat geen geldt gelden genoemd graag "
    "had heb hebben hebt heeft hen hier hoe hoelang hoeveel ik ingevolge inzake is jaar je jij jou jouw "
    "juist kan kom komt krachtens kreeg krijg krijgen krijgt kun kunnen kunt maar maak maakt mag me "
    "meer mij mijn moet moeten mogen na naar niet nog nou nu of om omdat onder ons onze ook op over "
    "pas per precies toch toe tot u uit uw van vanaf vaak volgens voor wanneer waar waarop waarom "
    "waarover waarvoor wat weer weet wel welk welke werd wie wil wilt word worden wordt zal ze zich "
    "zijn zit zo zonder zou zouden zullen artikel artikelen eerste tweede derde vierde vijfde zesde "
    "lid leden onderdeel onderdelen wet alsmede indien dient daarvan hiervan sprake stel hallo".split()
)

_COMPOUNDED = (
    "aangifte aanslag administratie aftrek bedrijfs belasting beroep beroeps beslis betaling betalings bewaar "
    "bezwaar boete deelnemings eigen forfait giften grondslag heffing heffings informatie investerings invordering "
    "invorderings korting kosten lening naheffing naheffings navordering navorderings ondernemers opvolging "
    "opvolgings overschrijding partner partners percentage periode plicht regeling rente schrift schuld starters "
    "tarief termijn termijnen toeslag toeslagen uitkering uitstel vergoeding vergoedings vergrijp verlies "
    "verliezen verrekening verrekenings verzuim vrijstelling vrijstellings woning zelfstandigen zorg"
).split()
"""Parts of compounds in tax procedure: who asks for the ``termijn`` for a ``bezwaar`` means the ``bezwaartermijn``.

Names of taxes are not to be taken apart (``loon`` and ``belasting`` are not ``loonbelasting``), so their first halves
are not here, and a word is only split where all of it is.
"""


@cache
def analyser() -> tantivy.TextAnalyzer:
    """Return the analyser: lower case, no accents, no words that any question or article has, stems."""
    return (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.remove_long(_LONGEST_WORD))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
        .filter(tantivy.Filter.stopword(NAME))
        .filter(tantivy.Filter.custom_stopword(list(_QUESTION_WORDS)))
        .filter(tantivy.Filter.split_compound(_COMPOUNDED))
        .filter(tantivy.Filter.stemmer(NAME))
        .build()
    )


_SPLIT_VERB = re.compile(
    r"\b(aan|af|bij|door|in|kwijt|mee|na|om|op|over|terug|toe|uit|vast|voor|vrij|weg) te (\w+en)\b",
    re.IGNORECASE,
)


_LENGTHENED = re.compile(r"\b(\w*(?:slag|bedrag|verdrag|gedrag|dag))en\b", re.IGNORECASE)
_VERB = re.compile(r"\b(\w{2,})eren\b", re.IGNORECASE)


def prepared(text: str) -> str:
    """Return a text in the form that is analysed, with split verbs whole and some plurals singular.

    Statutes have ``navorderen`` where questions have ``na te vorderen``; and the stemmer takes the vowel of
    ``aanslagen`` for a long one, which would part it from ``aanslag``, and too much off ``navorderen``, which would
    part it from ``navordering``.
    """
    whole = _SPLIT_VERB.sub(r"\1\2", text)
    return _VERB.sub(r"\1ering", _LENGTHENED.sub(r"\1", whole))


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, repeats included."""
    return analyser().analyze(prepared(text))
