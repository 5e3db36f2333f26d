"""What is said of each citation, in English and in Dutch: why the verdict, and what to do. Pure."""

import json
from dataclasses import dataclass
from pathlib import Path

from src.dossier.models import Language


@dataclass(frozen=True)
class Translated:
    """The same words in both languages."""

    en: str
    nl: str

    def said(self, language: Language) -> str:
        """Return the words in one language."""
        return self.nl if language == "nl" else self.en


@dataclass(frozen=True)
class Sentence:
    """The same sentence in both languages, with places for facts."""

    en: str
    nl: str

    def format(self, **facts: object) -> Translated:
        """Return the sentence with its facts, of which some may be words in both languages themselves."""
        return Translated(_filled(self.en, "en", facts), _filled(self.nl, "nl", facts))


def _filled(form: str, language: Language, facts: dict[str, object]) -> str:
    return form.format(
        **{
            name: one.said(language) if isinstance(one, Translated) else one
            for name, one in facts.items()
        }
    )


NOTHING = Translated("", "")
IN_NEWEST = Sentence(
    "{where} is in the newest version that the library has ({since}). Read whether it says what you need.",
    "{where} staat in de nieuwste versie die de bibliotheek heeft ({since}). Lees of er staat wat u "
    "nodig hebt.",
)
IN_VERSION = Sentence(
    "{where} is in the version of {since}, which counts on {day}. Read whether it says what you need.",
    "{where} staat in de versie van {since}, die op {day} geldt. Lees of er staat wat u nodig hebt.",
)
IN_OLDEST = Sentence(
    "{where} is in the oldest version that the library has ({since}), and the text is of {day}. Look up "
    "the text of that day, or state the day that you mean.",
    "{where} staat in de oudste versie die de bibliotheek heeft ({since}), en de tekst is van {day}. "
    "Zoek de tekst van die dag op, of noem de dag die u bedoelt.",
)
QUOTED = Sentence(
    "{told} The words between quotation marks stand in it.",
    "{told} De woorden tussen aanhalingstekens staan erin.",
)
MISQUOTED = Sentence(
    "The words “{quote}” do not stand in {where} in the version of {since}{elsewhere}. Quote it word for "
    "word.",
    "De woorden “{quote}” staan niet in {where} in de versie van {since}{elsewhere}. Citeer woordelijk.",
)
IN_OTHER_VERSION = Sentence(
    ", but in that of {since}",
    ", wel in die van {since}",
)
NUMBER_ALONE = Sentence(
    "{title} has no artikel {article} on the day that counts, and the text does not say that this number "
    "is an article. Write “artikel” before it if it is.",
    "{title} heeft op de dag die telt geen artikel {article}, en de tekst zegt niet dat dit getal een "
    "artikel is. Zet er “artikel” voor als het dat is.",
)
IN_PART = Sentence(
    "{where} is in the library, as of {since}, from JSON Lines, perhaps not whole. Read the official "
    "text.",
    "{where} staat in de bibliotheek, stand {since}, uit JSON Lines, misschien niet volledig. Lees de "
    "officiële tekst.",
)
AS_DIGEST = Sentence(
    "{where} is in the library, as of {since}, as a digest of our own. Read the official text.",
    "{where} staat in de bibliotheek, stand {since}, als eigen samenvatting. Lees de officiële tekst.",
)
WITHOUT_TEXT = Sentence(
    "{where} is there in the version of {since} without a text of its own: it changes other law, or is "
    "not yet in force. Look it up at the source.",
    "{where} staat in de versie van {since} zonder eigen tekst: het wijzigt andere wetten, of is nog "
    "niet in werking. Zoek het op bij de bron.",
)
NO_PARAGRAPH = Sentence(
    "{where} has no paragraph (lid) {paragraph} in the version of {since}; it has {numbered}. Correct "
    "the number.",
    "{where} heeft geen lid {paragraph} in de versie van {since}; wel {numbered}. Verbeter het nummer.",
)
LAPSED_PARAGRAPH = Sentence(
    "{where} has no text for paragraph (lid) {paragraph} in the version of {since}; it has {numbered}. "
    "Find out where its rule stands now.",
    "{where} heeft geen tekst voor lid {paragraph} in de versie van {since}; wel voor {numbered}. Zoek "
    "uit waar de regel nu staat.",
)
LAPSED = Sentence(
    "{where} has lapsed{since} (version of {version}). Find out where its rule stands now.",
    "{where} is vervallen{since} (versie van {version}). Zoek uit waar de regel nu staat.",
)
SINCE = Sentence(
    " since {day}",
    " sinds {day}",
)
LAPSED_LAW = Sentence(
    "{title} was in force up to {until}, as far as the library knows. Find out what replaced it, or "
    "state the day that you mean.",
    "{title} gold tot en met {until}, voor zover de bibliotheek weet. Zoek uit wat ervoor in de plaats "
    "kwam, of noem de dag die u bedoelt.",
)
ABSENT = Sentence(
    "{title} has no artikel {article} in the version of {since}, which counts on {day}. Correct or drop "
    "the citation.",
    "{title} heeft geen artikel {article} in de versie van {since}, die op {day} geldt. Verbeter de "
    "verwijzing of laat haar weg.",
)
ELSEWHERE = Sentence(
    "{title} has no artikel {article} in the version of {since}, which counts on {day}; the article is "
    "in the version of {nearest}. State the day that you mean, or cite the text of that day.",
    "{title} heeft geen artikel {article} in de versie van {since}, die op {day} geldt; het artikel "
    "staat in de versie van {nearest}. Noem de dag die u bedoelt, of verwijs naar de tekst van die dag.",
)
ELSEWHERE_ONLY = Sentence(
    "The library holds no version of {title} that was in force on {day}; the article is in the version "
    "of {nearest}. State the day that you mean, or look up the text of that day.",
    "De bibliotheek heeft geen versie van {title} die op {day} gold; het artikel staat in de versie van "
    "{nearest}. Noem de dag die u bedoelt, of zoek de tekst van die dag op.",
)
UNKNOWN_LAW = Sentence(
    "No law in the library is called “{law}”. Look it up at the source, or ingest the law.",
    "Geen wet in de bibliotheek heet “{law}”. Zoek haar op bij de bron, of neem haar op in de "
    "bibliotheek.",
)
UNREGISTERED_LAW = Sentence(
    "Neither the library nor any list of laws that the program has knows a law called “{law}”. Find out "
    "whether there is such a law.",
    "De bibliotheek noch een lijst van wetten die het programma heeft kent een wet die “{law}” heet. "
    "Zoek uit of die wet bestaat.",
)
NO_LAW = Sentence(
    "The text names no law here, so there is nothing to look up. Name the law.",
    "De tekst noemt hier geen wet, dus er valt niets op te zoeken. Noem de wet.",
)
EUROPEAN = Sentence(
    "{title} is no Dutch law, and the library holds none. Look it up at the source.",
    "{title} is geen Nederlandse wet, en de bibliotheek heeft er geen andere. Zoek op bij de bron.",
)
LAW_NOT_HERE = Sentence(
    "The library does not hold {title} ({work}). Look it up at the source, or ingest the law.",
    "De bibliotheek heeft {title} ({work}) niet. Zoek op bij de bron, of neem de wet op in de "
    "bibliotheek.",
)
DAY_NOT_HERE = Sentence(
    "The library holds no version of {title} that was in force on {day}. Look it up at the source, or "
    "ingest the law as of that day.",
    "De bibliotheek heeft geen versie van {title} die op {day} gold. Zoek op bij de bron, of neem de wet "
    "van die dag op in de bibliotheek.",
)
ARTICLE_NOT_HERE = Sentence(
    "The library holds only a part of {title}, without artikel {article}. Look it up at the source, or "
    "ingest the law.",
    "De bibliotheek heeft maar een deel van {title}, zonder artikel {article}. Zoek op bij de bron, of "
    "neem de wet op in de bibliotheek.",
)
RULING = Sentence(
    "{ecli} is in the library: {court}, {day}. Read whether it says what you need.",
    "{ecli} staat in de bibliotheek: {court}, {day}. Lees of er staat wat u nodig hebt.",
)
OTHER_COURT = Sentence(
    "The text says {stated}, the ECLI says {court}. Find out which of the two is meant.",
    "De tekst zegt {stated}, de ECLI zegt {court}. Zoek uit welke van de twee bedoeld is.",
)
OTHER_YEAR = Sentence(
    "The text says {stated}, the ECLI says {year}. Find out which of the two is meant.",
    "De tekst zegt {stated}, de ECLI zegt {year}. Zoek uit welk van de twee bedoeld is.",
)
OTHER_DAY = Sentence(
    "The text says {stated}, the ruling is of {day}. Correct the day, or find the ruling that is meant.",
    "De tekst zegt {stated}, de uitspraak is van {day}. Verbeter de dag, of zoek de uitspraak die "
    "bedoeld is.",
)
FUTURE = Sentence(
    "The ECLI says {year}, a year that has not come yet. Correct or drop the citation.",
    "De ECLI zegt {year}, een jaar dat nog niet begonnen is. Verbeter de verwijzing of laat haar weg.",
)
UNKNOWN_COURT = Sentence(
    "No court has the code {code}. Correct or drop the citation.",
    "Geen gerecht heeft de code {code}. Verbeter de verwijzing of laat haar weg.",
)
NOT_SITTING = Sentence(
    "{court} gave no rulings in {year}, the year of this ECLI. Correct or drop the citation.",
    "{court} deed geen uitspraken in {year}, het jaar van deze ECLI. Verbeter de verwijzing of laat haar "
    "weg.",
)
FORMER_NUMBER = Sentence(
    "Numbers like {number} were given out up to 2013, and the ECLI says {year}. Correct or drop the "
    "citation.",
    "Nummers zoals {number} werden tot en met 2013 gegeven, en de ECLI zegt {year}. Verbeter de "
    "verwijzing of laat haar weg.",
)
RESEMBLES = Sentence(
    "The library does not hold this ruling, but it holds one that is nearly called so: {other} ({court}, "
    "{day}). Find out which of the two is meant.",
    "De bibliotheek heeft deze uitspraak niet, maar wel een die bijna zo heet: {other} ({court}, {day}). "
    "Zoek uit welke van de twee bedoeld is.",
)
RULING_NOT_HERE = Sentence(
    "The library does not hold this ruling, and its number does not tell whether it exists. Open "
    "https://deeplink.rechtspraak.nl/uitspraak?id={ecli}",
    "De bibliotheek heeft deze uitspraak niet, en het nummer zegt niet of zij bestaat. Open "
    "https://deeplink.rechtspraak.nl/uitspraak?id={ecli}",
)
FOREIGN_RULING = Sentence(
    "The library holds Dutch rulings only. Look it up at the court's own site.",
    "De bibliotheek heeft alleen Nederlandse uitspraken. Zoek op bij het gerecht zelf.",
)
LJN = Sentence(
    "LJN {ljn} is now {ecli}. {told}",
    "LJN {ljn} is nu {ecli}. {told}",
)
LJN_NOT_HERE = Sentence(
    "No ruling in the library once had the number LJN {ljn}. Look it up at rechtspraak.nl, and cite its "
    "ECLI.",
    "Geen uitspraak in de bibliotheek had het nummer LJN {ljn}. Zoek op bij rechtspraak.nl, en noem de "
    "ECLI.",
)
REPORT = Sentence(
    "The library holds no journals, so {report} can't be looked up. Look it up there, and cite the ECLI "
    "as well.",
    "De bibliotheek heeft geen tijdschriften, dus {report} kan niet worden opgezocht. Zoek het daar op, "
    "en noem ook de ECLI.",
)
_WORDS = Path(__file__).parents[1] / "knowledge" / "lint_words.json"
VERDICTS, PLACES, _LIMITS = json.loads(_WORDS.read_text(encoding="utf-8")).values()
"""Verdicts, and kinds of place, in Dutch; and what was checked and what was not."""
LIMITS = Sentence(**_LIMITS)
"""Stands at the end of every output."""
FOUND = Sentence("{count} citations", "{count} verwijzingen")
NONE_FOUND = Sentence(" found", " gevonden")
UNREADABLE = Sentence(
    "{path} can't be read: {problem}.", "{path} kan niet worden gelezen: {problem}."
)
