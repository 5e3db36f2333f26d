"""What a message asks for: a question is never taken for a change, nor a change for a question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.offline.rules import OFFLINE_RULES
from src.llm.builtin.acts import LONGEST_TALK, ON_THINGS

QUESTIONS = """
Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?
Kan ik zonder bezwaar in beroep?
Moet ik btw afdragen als ik mijn auto verkoop? Ik ben ondernemer.
Hallo, wat is het btw-tarief voor boeken?
dank je, en hoe zit het met dividend?
Goedemorgen, ik heb een vraag over de eigen woning
En hoe lang kan de inspecteur navorderen?
wat is de hoofdstad van Frankrijk?
Klopt het dat ik geen btw betaal?
Hoe werkt de KOR als je weinig omzet hebt?
hoe haal ik de btw terug
Haal ik btw terug bij een oninbare vordering?
Hoe haal je verlies van vorig jaar terug?
Kan ik mijn aangifte terugtrekken?
Verwijder je bij staking ook de stille reserves?
alleen voor de rechtbank?
Wanneer neem je een uitspraak niet mee
hoe zet je alles weer terug
Zonder wettelijke grondslag is een aanslag nietig
zonder uitspraak op bezwaar in beroep gaan
Alleen ondernemers betalen btw
Mag ik alleen artikel 9 toepassen?
Geldt artikel 13 niet voor verhuur?
Is artikel 13 niet van toepassing op verhuur?
Waarom is artikel 13 niet van toepassing?
Wat staat er in artikel 3.120?
artikel 3.120 Wet IB
Leg artikel 13 uit
Herstel van verzuim artikel 6:6 Awb
Goed koopmansgebruik bij voorraadwaardering
Zeker stellen van een belastingschuld
Prima facie bewijs in belastingzaken
Juiste heffingsambtenaar WOZ
Dag van dagtekening van het aanslagbiljet
Ja en hoe zit het met de bv
Ja, ik ben ondernemer en wil weten of ik btw moet betalen
Ja. En wat is het tarief voor dividend?
nee, ik bedoel de dividendbelasting
Oké, en voor een eenmanszaak?
Wat kan ik doen tegen een naheffingsaanslag?
Kunt u mij helpen met mijn aangifte erfbelasting?
Graag wil ik weten wanneer overdrachtsbelasting verschuldigd is
Wie is inhoudingsplichtige?
Wat is het antwoord op de vraag of ik btw-ondernemer ben?
Geef antwoord op de vraag of ik bezwaar moet maken
Welke bronnen van inkomen kent de Wet IB?
Moet de aanslag weg of verminderd worden?
Ik wil mijn teveel betaalde btw terug
Fine for late filing
Can I exclude my foreign income?
Can I take my company car out of the business?
What happens if I leave the Netherlands?
Only entrepreneurs pay VAT
Right of use in VAT
Correct invoice requirements
How do I get my VAT back?
Thanks! And what about dividends?
Yes, and what is the rate for books?
Good morning, is my pension taxed?
Do I have to keep records for seven years?
Drop in value of shares: deductible?
hoi, moet ik btw betalen
WAT IS HET TARIEF IN BOX 3???
bezwaartermijn
"""

REMOVALS = """
haal artikel 13 weg
Haal artikel 13 weg.
HAAL ARTIKEL 13 WEG!!!
haal bron 2 en 4 weg
Ja maar haal artikel 13 weg | haal artikel 13 weg
nee, zonder de Hoge Raad | zonder de Hoge Raad
Nee, artikel 13 niet | artikel 13 niet
zonder bron 3 graag
alles behalve de Hoge Raad
alles weg behalve artikel 3
alleen artikel 9
Alleen de wetgeving graag
houd alleen artikel 9
Gebruik alleen bron 1 en 2
houd artikel 9 en verwijder de rest | houd artikel 9 verwijder de rest
verwijder ECLI:NL:HR:1995:AA3106
verwijdr artikle 13 | verwijder artikel 13
verwijder de jachthaven
schrap de laatste
Kun je artikel 13 weghalen? | artikel 13 weghalen
Zou u bron 2 eruit kunnen halen? | bron 2 eruit kunnen halen
Wil je de uitspraken weglaten? | de uitspraken weglaten
Haal de Invorderingswet weg | Haal de Invorderingswet weg
Mag artikel 13 weg?
artikel 13 mag weg
Ik wil artikel 13 weg | artikel 13 weg
Laat de Hoge Raad maar weg
laat artikel 67 buiten beschouwing
neem bron 3 niet mee
gebruik artikel 13 niet
de uitspraken hoeven niet mee
de Hoge Raad hoeft er niet bij
haal die weg
gooi de laatste twee eruit
Dank je. Haal bron 3 weg, die gaat over iets anders. | Haal bron 3 weg
Haal Wet inkomstenbelasting 2001, artikel 3.111 weg.
drop everything except the Supreme Court ruling
keep only article 9
only article 9 please
Please remove article 13 | remove article 13
Can you remove article 13? | remove article 13
could you please leave out source 3? | leave out source 3
Yes, but drop [3] | drop [3]
everything but the case law
take out the second source
without the rulings, please
I'd like to drop article 9 | drop article 9
don't use source 4
delete the first one
"""

RESTORES = """
zet de Hoge Raad terug
Zet Algemene wet bestuursrecht, artikel 6:7 toch maar terug.
zet ECLI:NL:HR:1995:AA3106 terug
haal artikel 13 terug
Kun je bron 2 terugzetten? | bron 2 terugzetten
zet alles terug behalve artikel 3
artikel 13 mag terug
neem bron 2 toch weer mee
Nee wacht, bron 4 toch wel meenemen | bron 4 toch wel meenemen
Wacht even, artikel 13 mag terug | artikel 13 mag terug
Bij nader inzien: bron 2 toch wel gebruiken | bron 2 toch wel gebruiken
On second thoughts, put article 9 back | put article 9 back
herstel artikel 13
put article 9 back
put everything back
Please restore source 3 | restore source 3
bring the Supreme Court ruling back
add article 13 again
"""

TALK = {
    "go_on": """
        ja | Ja. | JA! | jaa | ja hoor | jazeker | ja, klopt, ga je gang | Ja, dit zijn de juiste bronnen.
        Ja dat klopt | klopt helemaal, geef maar antwoord | Geef het antwoord | graag een antwoord
        ga je gang | ga verder | doe maar | dit zijn de juiste | Ja graag, dank je | ja, bedankt | ja?
        wat is het antwoord? | Kun je nu het antwoord geven? | ik wil graag een antwoord | beantwoord mijn vraag
        Ja, dit zijn precies de bronnen die ik zocht | ik ga akkoord | dat is goed | de bronnen kloppen
        yes | Yes please | yes, go ahead | Yes, these are the right sources | go ahead
        Yes please answer | answer the question | give me the answer | that's right | looks good | sure
        these are correct | I agree | confirmed""",
    "agree": "ok | Oké | prima | akkoord | klopt | graag | top | perfect | right | inderdaad | 👍",
    "refuse": """
        nee | Nee. | nee dank je | nee hoor, dit zijn niet de juiste bronnen | geen van deze | dat klopt niet
        nog niet | laat maar | no | nope | not yet | these are not the right sources | no thanks""",
    "greet": """
        hallo | Goedemorgen! | hoi | Dag TESS | hello | Good afternoon | ik heb een vraag | hi, how are you?""",
    "thank": """
        bedankt | Dank u wel! | prima, bedankt | hartelijk dank voor de hulp | thanks | ok, thank you | tot ziens""",
    "about": """
        wat kun je? | Wat kunt u allemaal? | wie ben je | help | Hoe werkt dit? | what can you do? | who are you?
        ???""",
    "show": """
        toon de bronnen | Laat de bronnen zien | welke bronnen heb je? | show me the sources
        which sources did you find?""",
}


def _lines(table: str) -> list[str]:
    return [line for line in table.strip().splitlines() if line]


def _pairs(table: str) -> list[tuple[str, str]]:
    """Return messages with the words that are handed on: those behind the bar, or else the message itself."""
    parts = [line.partition(" | ") for line in _lines(table)]
    return [(message, words or message.rstrip(".!?")) for message, _, words in parts]


def acts_of(message: str) -> list[tuple[str, str]]:
    """Return the acts of a message, each with its words."""
    return [(one.act, one.words) for one in OFFLINE_RULES.acts.read(message)]


@pytest.mark.parametrize("message", _lines(QUESTIONS))
def test_a_question_is_a_question(message: str) -> None:
    assert acts_of(message) == [("ask", message)]


@pytest.mark.parametrize(("message", "words"), _pairs(REMOVALS))
def test_a_removal_is_one_with_the_words_that_say_which(message: str, words: str) -> None:
    assert acts_of(message) == [("remove", words)]


@pytest.mark.parametrize(("message", "words"), _pairs(RESTORES))
def test_a_restoration_is_one_with_the_words_that_say_which(message: str, words: str) -> None:
    assert acts_of(message) == [("restore", words)]


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (kind, message.strip())
        for kind, table in TALK.items()
        for line in table.splitlines()
        for message in line.split(" | ")
        if message.strip()
    ],
)
def test_small_talk_is_what_it_is(kind: str, message: str) -> None:
    assert [act for act, _ in acts_of(message)] == [kind]


@pytest.mark.parametrize(
    ("message", "changes"),
    [
        (
            "verwijder 6:7 en zet 22j terug",
            [("remove", "verwijder 6:7"), ("restore", "zet 22j terug")],
        ),
        (
            "haal artikel 13 weg en zet de Hoge Raad terug",
            [("remove", "haal artikel 13 weg"), ("restore", "zet de Hoge Raad terug")],
        ),
        (
            "Wilt u artikel 6:7 verwijderen en de Hoge Raad terugzetten?",
            [("remove", "artikel 6:7 verwijderen"), ("restore", "de Hoge Raad terugzetten")],
        ),
        (
            "Please put article 9 back and leave out 13",
            [("restore", "put article 9 back"), ("remove", "leave out 13")],
        ),
        (
            "haal bron 3 weg en gebruik alleen bron 2",
            [("remove", "haal bron 3 weg"), ("remove", "gebruik alleen bron 2")],
        ),
        (
            "Haal bron 1 weg. Zet bron 4 terug.",
            [("remove", "Haal bron 1 weg"), ("restore", "Zet bron 4 terug")],
        ),
    ],
)
def test_two_changes_are_each_their_own(message: str, changes: list[tuple[str, str]]) -> None:
    assert acts_of(message) == changes


def test_a_question_behind_a_change_is_kept() -> None:
    assert acts_of("Haal artikel 13 weg. Wat is het tarief voor boeken?") == [
        ("remove", "Haal artikel 13 weg"),
        ("ask", "Wat is het tarief voor boeken?"),
    ]


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("Ja, maar haal artikel 13 weg en geef dan het antwoord", "haal artikel 13 weg"),
        ("laat 3 en 4 weg en antwoord", "laat 3 en 4 weg"),
        ("Leave 3 and 4 out and answer", "Leave 3 and 4 out"),
        ("Drop source 2. Then go ahead.", "Drop source 2"),
    ],
)
def test_an_answer_may_be_asked_for_beside_a_change(message: str, change: str) -> None:
    acts = acts_of(message)
    assert [act for act, _ in acts] == ["remove", "go_on"]
    assert acts[0][1] == change


def test_a_long_message_is_a_question_whatever_it_says() -> None:
    assert acts_of("ja " * LONGEST_TALK)[0][0] == "ask"


@given(st.text(max_size=300))
def test_any_text_can_be_read(message: str) -> None:
    acts = acts_of(message)
    assert acts
    assert all(words.strip() for act, words in acts if act in ON_THINGS)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("artikle", "artikel"),
        ("verwjider", "verwijder"),
        ("antwoordt", "antwoordt"),
        ("artikelen", "artikelen"),
        ("rechtsprak", "rechtspraak"),
        ("afspraak", "afspraak"),
        ("Onze ‘vraag’ – ok", "Onze 'vraag' - ok"),
    ],
)
def test_one_slip_in_a_word_that_matters_is_mended(typed: str, meant: str) -> None:
    assert OFFLINE_RULES.table.words.plain(typed) == meant


@pytest.mark.parametrize(
    "message",
    [
        "Haal artikel 6:7 niet weg",
        "Verwijder bron 1 niet.",
        "Laat bron 3 staan",
        "Don't remove source 1",
        "Please do not delete article 9",
    ],
)
def test_what_is_to_stay_is_not_changed(message: str) -> None:
    assert acts_of(message) == [("refuse", message)]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Niet bron 1 maar bron 2 weg", "bron 2 weg"),
        ("haal bron 1 en 2 weg, maar bron 2 toch niet", "haal bron 1 en 2 weg behalve bron 2"),
    ],
)
def test_only_what_is_left_after_maar_is_changed(message: str, words: str) -> None:
    assert acts_of(message) == [("remove", words)]


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("maak dat ongedaan", "take_back"),
        ("Maak de laatste wijziging maar ongedaan.", "take_back"),
        ("kun je dat ongedaan maken?", "take_back"),
        ("undo that", "take_back"),
        ("undo", "take_back"),
        ("redo", "again"),
        ("doe dat toch weer", "again"),
        ("Kan ik een schenking ongedaan maken?", "ask"),
    ],
)
def test_taking_back_and_making_again(message: str, kind: str) -> None:
    assert [act for act, _ in acts_of(message)] == [kind]
