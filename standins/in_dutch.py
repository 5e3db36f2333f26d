"""What ``tess standin`` says in Dutch, by its English."""

# ruff: noqa: E501  # a text stands whole beside its English, as both are searched for

IN_DUTCH: dict[str, str] = {
    "start what stands in for a foreign system; without NAME: list them": "start wat voor een ander systeem invalt; zonder NAME: toon ze",
    "which one": "welke",
    "its world: a JSON file, or one by its name": "zijn wereld: een JSON-bestand, of een bij zijn naam",
    "port to listen on (a free one)": "poort om op te luisteren (een vrije)",
    " (worlds: {worlds})": " (werelden: {worlds})",
    "{title} at {url}; Ctrl-C ends it": "{title} op {url}; Ctrl-C beëindigt het",
}
