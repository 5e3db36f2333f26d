"""What the built-in model says at the desk, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from src.dossier.models import Language


@dataclass(frozen=True)
class BuiltinTexts:
    """Texts of one language; names in braces are filled in."""

    about: str
    which_item: str
    cannot_change: str
    """{number}."""
    cannot_split: str
    """{number}."""
    which_is_wanted: str
    load: str
    """{project}."""
    make: str
    plan: str
    show: str
    show_item: str
    """{number}."""
    leave_out: str
    """{number}."""


BUILTIN: Mapping[Language, BuiltinTexts] = {
    "nl": BuiltinTexts(
        about="Ik ben TESS en maak van het verslag van een overleg items voor de backlog, elk met de woorden waar het op "
        "staat. Voeg het verslag toe als document, lees de backlog in (laad de backlog van PROJECT), en zeg: maak de items. "
        "Zonder taalmodel wordt een regel die duidelijk iets vraagt een item, en een andere veelzeggende regel een kandidaat die u "
        "aanwijst; acceptatiecriteria schrijf ik dan niet. Uren schatten, plannen van "
        "mensen en bestanden als CSV inlezen kan ik niet.",
        which_item="Welk item bedoelt u? Noem het nummer.",
        cannot_change="Wat moet er anders aan item {number}? Zonder taalmodel wijzig ik soort, titel, prioriteit, tag en criteria: "
        "“item {number} is een bug”, “hernoem item {number} naar ...”, “item {number} heeft haast”.",
        cannot_split="In welke delen? Zeg: splits item {number} in “het ene” en “het andere”.",
        which_is_wanted="Wat bedoelt u?",
        load="laad de backlog van {project}",
        make="maak de items",
        plan="maak een plan",
        show="toon de items",
        show_item="toon item {number}",
        leave_out="laat item {number} weg",
    ),
    "en": BuiltinTexts(
        about="I am TESS and make backlog items of the transcript of a meeting, each with the words that it stands on. "
        "Add the transcript as a document, read the backlog (load the backlog of PROJECT), and say: make the items. "
        "Without a language model a line that plainly asks for something becomes an item, and another telling line a candidate for "
        "you to tick; I write no acceptance criteria then. I do not estimate hours, plan "
        "people, or read files such as CSV as a backlog.",
        which_item="Which item do you mean? Name its number.",
        cannot_change="What is to be different about item {number}? Without a language model I change type, title, priority, tag "
        "and criteria: “item {number} is a bug”, “rename item {number} to ...”, “item {number} is urgent”.",
        cannot_split="Into which parts? Say: split item {number} into “this” and “that”.",
        which_is_wanted="What do you mean?",
        load="load the backlog of {project}",
        make="make the items",
        plan="plan",
        show="show the items",
        show_item="show item {number}",
        leave_out="leave out item {number}",
    ),
}
