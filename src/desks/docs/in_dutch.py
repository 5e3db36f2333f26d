"""What the commands of the desk for documentation say in Dutch, by its English."""

# ruff: noqa: E501  # a text stands whole beside its English, as both are searched for

IN_DUTCH: dict[str, str] = {
    "Documentation in {count} collections: {names}.": "Documentatie in {count} verzamelingen: {names}.",
    "Run ./tess ingest FOLDER --collection NAME for documentation.": "Draai ./tess ingest MAP --collection NAAM voor documentatie.",
    "./tess trace ID             how a turn went, stage by stage (ID: that of the dossier above)": "./tess trace ID             hoe een beurt verliep, stap voor stap (ID: van het dossier hierboven)",
    "./tess feedback             what was not answered, and what was voted down": "./tess feedback             wat niet is beantwoord, en wat is afgekeurd",
    "./tess ingest FOLDER --collection NAME && ./tess chat --desk docs": "./tess ingest MAP --collection NAAM && ./tess chat --desk docs",
    "a question in Dutch; the docs are in English": "een vraag in het Nederlands; de documentatie is Engels",
    "the answer does not name the setting": "het antwoord noemt de instelling niet",
    "a follow-up: its subject is that of the question before": "een vervolgvraag: het onderwerp is dat van de vraag ervoor",
    "the follow-up was taken for a new topic": "de vervolgvraag is als nieuw onderwerp gelezen",
    "the subject was not carried over": "het onderwerp is niet meegenomen",
    "a thumb down, with a reason": "een duim omlaag, met een reden",
    "the thumb was not kept": "de duim is niet bewaard",
    "three questions at once: TESS asks back": "drie vragen tegelijk: TESS vraagt terug",
    "the docs do not answer this": "dit staat niet in de documentatie",
    "and this is refused": "en dit wordt geweigerd",
    "what was refused was answered": "wat geweigerd is, is beantwoord",
    "no answer came": "er kwam geen antwoord",
    "the answer has no quotes": "het antwoord heeft geen citaten",
    "a quote does not stand there": "een citaat staat daar niet",
    "a section does not tell its lines": "een sectie noemt haar regels niet",
    "TESS asked nothing back": "TESS vroeg niets terug",
    "the reason was {reason}": "de reden was {reason}",
}
