"""The analyser: what counts as a word of a Dutch text, the same for the index and for a query."""

import re
from functools import cache

import tantivy

NAME = "dutch"
"""Under this name the analyser is registered with an index."""

VERSION = "3"
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
_TALK = tuple(
    "bedankt begrijp begrijpen bepaalt betekenen betekenis betekent dank gebeurde gebeuren gebeurt geef "
    "gewone gewoon graag heet help houdt hulp inhoud inhoudt kort leg legt luiden luidt noem samengevat "
    "samenvatting snap staan staat tekst toelichting uitleg uitleggen verklaar vertel vertellen vind vindt "
    "weten zeg zeggen zegt".split()
)
"""How people ask what an article says; none of it tells which article."""

_LIGHT_VERBS = ("instellen", "ingesteld", "ingestelde", "instelt", "stelt", "stellen", "gesteld")
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


@cache
def analyser() -> tantivy.TextAnalyzer:
    """Return the analyser: lower case, no accents, no words that any question or article has, stems."""
    return (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.remove_long(_LONGEST_WORD))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
        .filter(tantivy.Filter.stopword(NAME))
        .filter(
            tantivy.Filter.custom_stopword([*_QUESTION_WORDS, *_TALK, *_LIGHT_VERBS, *_ENGLISH])
        )
        .filter(tantivy.Filter.split_compound(_COMPOUNDED))
        .filter(tantivy.Filter.stemmer(NAME))
        .build()
    )


_SPLIT_VERB = re.compile(
    r"\b(aan|af|bij|door|in|kwijt|mee|na|om|op|over|terug|toe|uit|vast|voor|vrij|weg) te (\w+en)\b",
    re.IGNORECASE,
)


_LENGTHENED = re.compile(r"\b(\w*(?:slag|bedrag|verdrag|gedrag|dag))en\b", re.IGNORECASE)
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
    form: line.split()[0] for line in _OF_ONE_VERB.strip().splitlines() for form in line.split()[1:]
}
"""Strong verbs and the like, of which the stemmer makes several words: each form with the one that stands for all."""

_FORM = re.compile(rf"\b(?:{'|'.join(_VERB_OF)})\b", re.IGNORECASE)
_GENITIVE = re.compile(r"['’]s\b")
_VERB = re.compile(r"\b(\w{2,})eren\b", re.IGNORECASE)


def prepared(text: str) -> str:
    """Return a text in the form that is analysed: split verbs whole, the forms of a strong verb and some plurals one.

    Statutes have ``navorderen`` where questions have ``na te vorderen``; and the stemmer takes the vowel of
    ``aanslagen`` for a long one, which would part it from ``aanslag``, and too much off ``navorderen``, which would
    part it from ``navordering``.
    """
    whole = _SPLIT_VERB.sub(r"\1\2", _GENITIVE.sub("", text))
    same = _FORM.sub(lambda form: _VERB_OF[form.group().lower()], whole)
    return _VERB.sub(r"\1ering", _LENGTHENED.sub(r"\1", same))


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, repeats included."""
    return analyser().analyze(prepared(text))
