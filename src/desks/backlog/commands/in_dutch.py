"""What the commands of the desk for backlogs say in Dutch, by its English."""

# ruff: noqa: E501  # a text stands whole beside its English, as both are searched for

IN_DUTCH: dict[str, str] = {
    "make backlog items of a meeting": "maak backlogitems van een vergadering",
    "make items of a transcript, and hold them to a backlog": "maak items van een transcript, en houd ze tegen een backlog",
    "such as MEETING.vtt": "zoals VERGADERING.vtt",
    "whose backlog is read first": "waarvan eerst de backlog wordt gelezen",
    "an earlier run to go on with": "een eerdere run om mee verder te gaan",
    "show what would be written": "toon wat er zou worden geschreven",
    "write the plan that was shown": "schrijf het plan dat is getoond",
    "of the plan, all of it": "van het plan, helemaal",
    "of the run": "van de run",
    "its backlog instead": "in plaats daarvan zijn backlog",
    "how meetings are cut, needs are found and stories are tagged": "hoe vergaderingen worden verdeeld, behoeften gevonden en verhalen gelabeld",
    "folder with marked meetings, planted needs and tagged stories": "map met gemarkeerde vergaderingen, verstopte behoeften en gelabelde verhalen",
    "folder with natural.jsonl and its items.jsonl (default: those of the benchmarks)": "map met natural.jsonl en zijn items.jsonl (anders: die van de benchmarks)",
    "tag by the model of the settings too, with its tokens and seconds": "label ook met het model van de instellingen, met zijn tokens en seconden",
}
