"""What the door itself says, in both languages; what is said of dossiers is the presenter's. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from src.dossier.models import Language


@dataclass(frozen=True)
class DoorWords:
    """The texts of one language."""

    waits: str
    """Before a turn runs."""
    decides: str
    writes: str
    """While the reply is made."""
    stores: str
    yes: str
    """The message by which a selection is confirmed."""
    right: str
    """Of the field that confirms a selection."""
    change: str
    """Of the field that says what is to change."""
    choice: str
    reply: str
    confirms: str
    """Of the field that confirms a plan."""
    unfinished: str
    """A call that ends before its turn; ``{message_id}`` and ``{dossier}`` are those to go on with."""
    again: str
    """A call that ends before its work, which is nothing to go on with."""
    moved_on: str
    """A question of a dossier that has changed since it was asked."""
    nothing: str
    """An empty list."""
    more: str
    """A list that goes on behind ``{cursor}``."""
    facts: str
    """Behind the reply of a turn: what the next call needs."""
    confirm_with: str
    """The digest that ``confirm`` takes."""
    no_question: str
    """A confirmation where nothing waits for it."""
    prompt: str
    """The message of a desk's prompt, with its name, its title and the user's words."""
    question: str
    """Of the argument of a prompt."""


WORDS: Mapping[Language, DoorWords] = {
    "nl": DoorWords(
        waits="wacht op zijn beurt",
        decides="bepaalt wat er te doen is",
        writes="schrijft het antwoord",
        stores="slaat op",
        yes="Ja, dit zijn de juiste bronnen.",
        right="Dit zijn de juiste bronnen",
        change="Zo niet: wat moet er anders?",
        choice="Keuze",
        reply="Of in eigen woorden",
        confirms="Ik heb dit plan gezien; voer het uit",
        unfinished="TESS is nog bezig. Roep ask nog eens aan met dezelfde message, message_id {message_id} en "
        "dossier {dossier}: dat geeft het antwoord zodra het er is, en doet niets dubbel.",
        again="Dit is nog niet klaar. Roep het over een tijdje nog eens aan.",
        moved_on="Het dossier is intussen verdergegaan; het formulier is niet meer verwerkt. Zo staat het er nu voor.",
        nothing="Er is niets.",
        more="Er is meer: cursor {cursor}",
        facts="dossier {dossier}, versie {version}, {outcome}",
        confirm_with="Bevestigen: confirm met digest {digest}",
        no_question="Er is geen vraag die nu beantwoord kan worden. Stel er een met ask.",
        prompt="Leg deze vraag met het gereedschap ask (desk: {desk}) voor aan TESS, {title}, en toon het antwoord met "
        "zijn citaten ongewijzigd. Vraag mij of de bronnen kloppen voordat u confirm aanroept.\n\n{question}",
        question="Wat u wilt weten",
    ),
    "en": DoorWords(
        waits="waits for its turn",
        decides="decides what there is to do",
        writes="writes the reply",
        stores="stores it",
        yes="Yes, these are the right sources.",
        right="These are the right sources",
        change="If not: what has to change?",
        choice="Choice",
        reply="Or in words of your own",
        confirms="I have seen this plan; carry it out",
        unfinished="TESS is still at work. Call ask once more with the same message, message_id {message_id} and "
        "dossier {dossier}: that returns the reply once it is there, and does nothing twice.",
        again="This is not done yet. Call it once more in a while.",
        moved_on="The dossier has moved on meanwhile; the form was not used. This is how it stands now.",
        nothing="There is nothing.",
        more="There is more: cursor {cursor}",
        facts="dossier {dossier}, version {version}, {outcome}",
        confirm_with="To confirm: confirm with digest {digest}",
        no_question="There is no question that can be answered now. Ask one by ask.",
        prompt="Put this question to TESS, {title}, by the tool ask (desk: {desk}), and show the answer with its "
        "quotes unchanged. Ask me whether the sources are right before you call confirm.\n\n{question}",
        question="What you want to know",
    ),
}


def words_of(language: str) -> DoorWords:
    """Return the door's words beside a reply of this language: Dutch ones, or English."""
    return WORDS["nl" if language == "nl" else "en"]
