"""A desk of another field as a server tells it, and what its dossiers hold: nothing that a client could know before."""

from tests.clients.stand_in import Frame

ID = "dos-0123abcd"


def both(nl: str, en: str) -> Frame:
    """Return a text in both languages."""
    return {"nl": nl, "en": en}


def column(field: str, nl: str, en: str) -> Frame:
    """Return a field with what it is called."""
    return {"field": field, "label": both(nl, en)}


def kind(name: str, view: str, rows: str = "", *columns: Frame) -> Frame:
    """Return a kind of artifact."""
    label = both(f"{name} (nl)", f"{name} (en)")
    return {"name": name, "label": label, "view": view, "columns": list(columns), "rows": rows}


STEPS = (column("step", "Stap", "Step"), column("minutes", "Minuten", "Minutes"))

DESK: Frame = {
    "name": "recipes",
    "title": both("Recepten", "Recipes"),
    "tagline": both("wat eten we", "what to eat"),
    "about": both("Koken met wat er is.", "Cooking with what there is."),
    "opening": both("Noem wat er in huis is.", "Name what there is."),
    "examples": {"nl": ["Wat kan ik met prei?"], "en": ["What to do with leeks?"]},
    "standing": {"line": both("12 recepten", "12 recipes"), "note": both("Vers.", "Fresh.")},
    "sources": [
        {
            "name": "recipe",
            "label": both("Recepten", "Recipes"),
            "group": "book",
            "short": "",
            "dates": [column("as_of", "gekookt {day}", "cooked {day}")],
            "described": both("recept van {day}", "recipe of {day}"),
            "address": both("Het kookboek", "The cookbook"),
        }
    ],
    "artifacts": [
        kind("menu", "text", "", column("text", "Menu", "Menu")),
        kind("planning", "table", "steps", *STEPS),
        kind("proof", "quote-in-source", "quotes", column("why", "Waarom", "Why")),
        kind("evening", "timeline", "moments", column("what", "Wat", "What")),
        kind("change", "difference"),
        kind("card", "form", "", column("guests", "Gasten", "Guests")),
    ],
    "commands": [
        {
            "name": "pantry",
            "message": both("Wat kan ik met {}?", "What to do with {}?"),
            "help": both("koken met iets", "cook with something"),
        },
        {"name": "/sources", "message": both("x", "x"), "help": both("verdringt niets", "x")},
        {"name": "no name", "message": both("x", "x"), "help": both("heet niets", "x")},
    ],
    "progress": {},
    "day": None,
    "document": both("eigen recept", "recipe of your own"),
    "digests": {},
    "personal": {},
    "approve": both("Kook maar", "Cook it"),
}

SOURCE: Frame = {
    "id": "leek",
    "kind": "recipe",
    "title": "Oma's boek, preisoep",
    "book": "Oma's boek",
    "content": "Snijd de prei. Kook haar zacht.",
    "url": "https://cook.example/leek",
    "heading": "",
    "as_of": "2024-05-01",
    "digest": False,
}

ARTIFACTS: list[Frame] = [
    {"id": "m", "kind": "menu", "title": "Avondeten", "data": {"text": "**Preisoep** vooraf"}},
    {
        "id": "p",
        "kind": "planning",
        "title": "Werk",
        "data": {"steps": [{"step": "snijden", "minutes": 5}, {"step": "koken", "minutes": 20}]},
    },
    {
        "id": "q",
        "kind": "proof",
        "title": "Bewijs",
        "data": {
            "quotes": [
                {"why": "zacht", "quote": "Kook haar zacht.", "source_id": "leek"},
                {"why": "weg", "quote": "niets", "source_id": "gone"},
            ]
        },
    },
    {
        "id": "t",
        "kind": "evening",
        "title": "Avond",
        "data": {"moments": [{"time": "18:00", "what": "aan tafel"}]},
    },
    {
        "id": "d",
        "kind": "change",
        "title": "Anders",
        "data": {"before": "prei\nzout", "after": "ui\nzout"},
    },
    {"id": "f", "kind": "card", "title": "Kaart", "data": {"guests": 4}},
    {"id": "u", "kind": "unheard-of", "title": "Onbekend", "data": {"b": [1, {"c": True}]}},
]


def dossier() -> Frame:
    """Return a dossier of this desk."""
    return {
        "id": ID,
        "desk": "recipes",
        "version": 1,
        "created_at": "2026-01-02T10:00:00Z",
        "conversation": [
            {"role": "user", "content": "Wat eten we?"},
            {"role": "assistant", "content": "Dit."},
        ],
        "sources": [SOURCE],
        "selected_ids": ["leek"],
        "answers": [],
        "artifacts": ARTIFACTS,
    }


EDIT: Frame = {
    "rows": "courses.steps",
    "field": "step",
    "unless": "fixed",
    "message": both("maak van {number} ‘{text}’: {}", "make of {number} ‘{text}’: {}"),
    "label": both("Wijzig de stappen", "Change the steps"),
}
"""What a person may type over in a kind, which it has in its list."""

COURSES: Frame = {
    "courses": [
        {"steps": [{"number": 7, "step": "koken {}"}, {"step": "klaar", "fixed": "ja"}]},
        {"steps": [{"number": 9, "step": "bakken"}]},
    ]
}

ASKED: Frame = {
    "reason": "guests",
    "type": "choice",
    "question": "Voor hoeveel?",
    "choices": ["voor twee", "voor tien"],
    "pending": True,
}
