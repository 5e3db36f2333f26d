"""What the commands of the tax desk say in Dutch, by its English."""

# ruff: noqa: E501  # a text stands whole beside its English, as both are searched for

IN_DUTCH: dict[str, str] = {
    "{provisions} provisions, {rulings} rulings ({fingerprint}).": "{provisions} bepalingen, {rulings} uitspraken ({fingerprint}).",
    "Only the starter corpus, our own digests: {provisions} provisions, {rulings} rulings ({fingerprint}).": "Alleen het startcorpus, eigen samenvattingen: {provisions} bepalingen, {rulings} uitspraken ({fingerprint}).",
    "Run ./tess ingest tax for the law itself.": "Draai ./tess ingest tax voor het recht zelf.",
    "check every citation of a text against the library": "toets elke verwijzing in een tekst aan de bibliotheek",
    "every version of a law, not the one in force": "elke versie van een wet, niet die van nu",
    "the version in force on this day (today)": "de versie van deze dag (vandaag)",
    "with tax: rulings from this day on (1 January of last year)": "met tax: uitspraken vanaf deze dag (1 januari van vorig jaar)",
    'with tax: rulings of this court, "Gerechtshof Amsterdam"': 'met tax: uitspraken van dit gerecht, "Gerechtshof Amsterdam"',
    "use what was fetched before, and no network": "gebruik wat eerder is opgehaald, en geen netwerk",
    "the day whose law counts": "de dag waarvan het recht telt",
    "the day whose law counts, e.g. 2024-01-01": "de dag waarvan het recht telt, bijv. 2024-01-01",
    "what to look for (what is named, else law)": "waarnaar te zoeken (wat is genoemd, anders wetten)",
    "txt, md, docx or pdf": "txt, md, docx of pdf",
    "what to say it in (default: TESS_LANG)": "waarin het te zeggen (anders: TESS_LANG)",
    "how well questions of law are answered from their sources; built-in model": "hoe goed rechtsvragen uit hun bronnen worden beantwoord; ingebouwd model",
    "articles (.jsonl), a library or official files; without it the library in use": "artikelen (.jsonl), een bibliotheek of officiële bestanden; anders de bibliotheek in gebruik",
    "Searched, from {origin} (weight {weight:g}): {terms}": "Gezocht, uit {origin} (gewicht {weight:g}): {terms}",
    " (text of {day})": " (tekst van {day})",
    " (our digest of {day})": " (eigen samenvatting, stand {day})",
    "no text of that day in the library; this is the nearest": "geen tekst van die dag in de bibliotheek; dit is de naaste",
    "Weak: these hold little of what was asked, and may be about something else.": "Zwak: hierin staat weinig van wat is gevraagd, en het kan over iets anders gaan.",
    "Not in the library: {title}": "Niet in de bibliotheek: {title}",
    "WHAT is, without a collection:\n\nPATH              a file or a folder with official XML, JSON Lines or Markdown; or a clone of the\n                  corpus MinBZK/regelrecht-corpus, with every version of a law\nBWBR0011353       a law, by its number in the Basiswettenbestand\nECLI:NL:HR:...    a ruling\ntax               the main tax laws, and the recent tax rulings of the highest court\nsubject:FIELD     the laws in a field of law, e.g. subject:belastingrecht\n\nThe laws and rulings come from the official services. All that is fetched is kept in the library's folder downloads.\nA path that is called like one of these is written as ./tax.\n--date is the day whose law undated JSON Lines are; --describe writes for law that has no words, and needs no WHAT.": "WHAT is, zonder verzameling:\n\nPATH              een bestand of map met officiële XML, JSON Lines of Markdown; of een kloon van het\n                  corpus MinBZK/regelrecht-corpus, met elke versie van een wet\nBWBR0011353       een wet, met haar nummer in het Basiswettenbestand\nECLI:NL:HR:...    een uitspraak\ntax               de belangrijkste belastingwetten, en de recente belastinguitspraken van de hoogste rechter\nsubject:FIELD     de wetten van een rechtsgebied, bijv. subject:belastingrecht\n\nDe wetten en uitspraken komen van de officiële diensten. Wat is opgehaald blijft in de map downloads van de bibliotheek.\nEen pad dat als een hiervan heet wordt geschreven als ./tax.\n--date is de dag van het recht in JSON Lines zonder datum; --describe schrijft voor recht zonder woorden, en vraagt geen WHAT.",
}
