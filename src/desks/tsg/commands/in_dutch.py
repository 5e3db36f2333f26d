"""What the commands of the desk for guides say in Dutch, by its English."""

# ruff: noqa: E501  # a text stands whole beside its English, as both are searched for

IN_DUTCH: dict[str, str] = {
    "make a troubleshooting guide of raw notes": "maak een probleemgids van ruwe aantekeningen",
    "a file, - for standard input; or: check FILE": "een bestand, - voor standaardinvoer; of: check BESTAND",
    "a picture that belongs to the notes; may be repeated": "een afbeelding bij de aantekeningen; mag vaker",
    "write at once, without showing the research first": "schrijf meteen, zonder eerst het onderzoek te tonen",
    "where the guide goes": "waar de gids heen gaat",
    "of the guide": "van de gids",
    "its guide instead": "in plaats daarvan zijn gids",
    "append what each line stands on": "voeg toe waarop elke regel steunt",
    "with check: print findings as JSON": "met check: toon bevindingen als JSON",
    "how raw notes are made into troubleshooting guides": "hoe van ruwe aantekeningen probleemgidsen worden gemaakt",
    "how much personal data the gate of `tsg` finds; no model": "hoeveel persoonsgegevens de poort van `tsg` vindt; zonder model",
    "published guides, line by line": "gepubliceerde gidsen, regel voor regel",
    "lines of notes with the kinds that are in them": "regels aantekeningen met de soorten die erin staan",
    "sentences with spans of what is in them": "zinnen met de plaatsen van wat erin staat",
    "published guides, in which nothing is anybody's": "gepubliceerde gidsen, waarin niets van iemand is",
}
