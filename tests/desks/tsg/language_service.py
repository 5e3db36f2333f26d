"""Azure AI Language on this machine: it finds the words that a test gives it, and refuses what the real one would."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from standins.base import Standin, StandinReply, StandinRequest, World, read_world

KEY = "a-key-of-a-test"
PATH = "/language/:analyze-text"


class LanguageWorld(World):
    """What counts as personal data there."""

    words: Mapping[str, tuple[str, float]] = {}
    """The category and the confidence of each."""


class LanguageStandin(Standin):
    """Takes at most five documents of 5,120 characters each, and a key."""

    name = "language"
    title = "Azure AI Language"
    world_model = LanguageWorld

    def answer(self, asked: StandinRequest) -> StandinReply:
        """Return what is found in each document, as the service words it."""
        if (asked.method, asked.path) != ("POST", PATH) or "api-version" not in asked.query:
            return StandinReply(status=404)
        if asked.headers.get("ocp-apim-subscription-key") != KEY:
            return StandinReply(status=401, body={"error": {"code": "401"}})
        told = json.loads(asked.body)
        given = told["analysisInput"]["documents"]
        if len(given) > 5 or told["parameters"]["stringIndexType"] != "UnicodeCodePoint":
            return StandinReply(status=400)
        found = [
            self._document(one, told["parameters"]) for one in given if len(one["text"]) <= 5120
        ]
        errors: list[JsonValue] = [{"id": one["id"]} for one in given if len(one["text"]) > 5120]
        return StandinReply(body={"results": {"documents": found, "errors": errors}})

    def _document(self, given: Mapping[str, Any], wanted: Mapping[str, Any]) -> JsonValue:
        assert isinstance(self.world, LanguageWorld)
        return {
            "id": given["id"],
            "entities": [
                {
                    "category": category,
                    "offset": given["text"].index(word),
                    "length": len(word),
                    "confidenceScore": sure,
                }
                for word, (category, sure) in self.world.words.items()
                if word in given["text"] and category in wanted["piiCategories"]
            ],
        }


def language(*responses: Mapping[str, Any], **words: tuple[str, float]) -> LanguageStandin:
    """Return one that finds these words, once these responses were given."""
    world = {
        "responses": [{"method": "POST", "path": PATH, **one} for one in responses],
        "words": words,
    }
    return LanguageStandin(read_world(LanguageWorld, json.dumps(world), "a test"))
