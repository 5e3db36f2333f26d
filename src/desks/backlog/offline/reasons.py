"""The reasons that the built-in model gives, in Dutch and in English."""

from collections.abc import Mapping

from src.desks.backlog.artifacts import TagName
from src.desks.backlog.forms_tags import ScoreName
from src.dossier.models import Language

TAG_REASONS: Mapping[Language, Mapping[TagName, str]] = {
    "nl": {
        "new": "Geen werkitem zegt hetzelfde genoeg om hierover te gaan.",
        "gap": "Het werkitem belooft dit al; wat hier bij delta staat ontbreekt eraan.",
        "extend": "Voor dezelfde mensen en hetzelfde onderwerp komt hier iets bij dat het werkitem niet heeft.",
        "conflict": "De twee citaten kunnen niet allebei gelden.",
        "duplicate": "Het werkitem zegt al wat hier staat.",
    },
    "en": {
        "new": "No work item says enough of the same to be about this.",
        "gap": "The work item promises this already; what stands under delta is missing from it.",
        "extend": "For the same people and the same subject this adds what the work item does not have.",
        "conflict": "The two quotes can't both hold.",
        "duplicate": "The work item says already what stands here.",
    },
}

JUDGE_REASONS: Mapping[Language, Mapping[ScoreName, tuple[str, str]]] = {
    "nl": {
        "independent": (
            "Niets erin wacht op iets anders.",
            "Er staat dat het op iets anders wacht.",
        ),
        "negotiable": ("Er staat wat nodig is, niet hoe.", "Er staat hoe het gemaakt moet worden."),
        "valuable": (
            "Er staat voor wie het is en waartoe.",
            "Er staat niet voor wie het is, of niet waartoe.",
        ),
        "estimable": (
            "De woorden zijn bepaald genoeg.",
            "Er staan vage woorden in, of veel tegelijk.",
        ),
        "small": ("Het is één ding.", "Het is meer dan één ding, of lang."),
        "testable": (
            "Er zijn criteria om aan te toetsen.",
            "Er zijn te weinig criteria, of vage woorden.",
        ),
        "coverage": (
            "De criteria gaan over wat het item belooft.",
            "De criteria noemen maar een deel van wat het item belooft.",
        ),
        "negative_case": (
            "Een criterium zegt wat er niet mag of misgaat.",
            "Geen criterium zegt wat er gebeurt als iets misgaat.",
        ),
        "measurable": (
            "De criteria zijn na te gaan.",
            "De criteria noemen weinig dat na te gaan is.",
        ),
        "traceability": (
            "De woorden van het item zijn zo gezegd.",
            "Een deel van het item is niet zo gezegd.",
        ),
    },
    "en": {
        "independent": (
            "Nothing in it waits for something else.",
            "It says that it waits for something else.",
        ),
        "negotiable": ("It says what is needed, not how.", "It says how it is to be made."),
        "valuable": (
            "It says for whom it is and what for.",
            "It does not say for whom it is, or not what for.",
        ),
        "estimable": ("Its words are definite enough.", "It has vague words, or much at once."),
        "small": ("It is one thing.", "It is more than one thing, or long."),
        "testable": (
            "There are criteria to test it by.",
            "There are too few criteria, or vague words.",
        ),
        "coverage": (
            "The criteria are about what the item promises.",
            "The criteria name only a part of what the item promises.",
        ),
        "negative_case": (
            "A criterion says what is not allowed or goes wrong.",
            "No criterion says what happens when something goes wrong.",
        ),
        "measurable": (
            "The criteria can be checked.",
            "The criteria name little that can be checked.",
        ),
        "traceability": (
            "The words of the item were said like that.",
            "A part of the item was not said like that.",
        ),
    },
}
"""Of each score, the reason of a good one and of another."""
