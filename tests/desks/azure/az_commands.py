"""What the Azure CLI takes, as its own tables of commands said: recorded of azure-cli 2.91."""

import json
import shlex
from pathlib import Path

GRAMMAR = json.loads((Path(__file__).parent / "az_grammar.json").read_text(encoding="utf-8"))
"""By command: its options, and groups of which one is required."""

OF_EVERY_COMMAND = {"--output", "--query", "--subscription"}


def faults(command: str) -> list[str]:
    """Return what the Azure CLI would not take of a command."""
    first, *words = shlex.split(command)
    at = next((n for n, word in enumerate(words) if word[0] in "-<{"), len(words))
    name = " ".join(words[:at])
    if first != "az" or name not in GRAMMAR:
        return [f"no command: {first} {name}"]
    known = GRAMMAR[name]
    given = {word for word in words[at:] if word.startswith("--")}
    unknown = sorted(given - set(known["options"]) - OF_EVERY_COMMAND)
    missing = [one for one in known["required"] if not given & set(one)]
    return unknown + [f"missing: {one[0]}" for one in missing if "--ids" not in given]
