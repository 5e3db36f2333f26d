"""What the commands of the desk for documentation say in Dutch, by its English."""

# ruff: noqa: E501  # a text stands whole beside its English, as both are searched for

IN_DUTCH: dict[str, str] = {
    "Documentation in {count} collections: {names}.": "Documentatie in {count} verzamelingen: {names}.",
    "Run ./tess ingest FOLDER --collection NAME for documentation.": "Draai ./tess ingest MAP --collection NAAM voor documentatie.",
    "how questions about documentation are answered, asked back or refused": "hoe vragen over documentatie worden beantwoord, teruggevraagd of geweigerd",
    "compare with the plain engine (plain), or with parts changed (NAME=VALUE, e.g. citing=0)": "vergelijk met de kale motor (plain), of met delen anders (NAAM=WAARDE, bijv. citing=0)",
    "a collection (tess)": "een verzameling (tess)",
    "a folder of documentation, or pages (.jsonl)": "een map met documentatie, of pagina's (.jsonl)",
}
