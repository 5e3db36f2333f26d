"""Errors of a deciding model: each becomes a result of a tool, and never ends a turn."""

from src.errors.base import ForModel


class UnknownTool(ForModel):
    """Details: ``tool``."""

    code = "unknown_tool"
    nl = "Het model vroeg om een functie die niet bestaat."
    en = "The model asked for a function that does not exist."


class BadArguments(ForModel):
    """Details: ``tool``, ``problem``."""

    code = "bad_arguments"
    nl = "Het model gaf een functie verkeerde gegevens mee."
    en = "The model gave a function wrong arguments."


class TooManyCalls(ForModel):
    """Details: ``limit``."""

    code = "too_many_calls"
    nl = "Het model vroeg om te veel handelingen in één beurt (hoogstens {limit})."
    en = "The model asked for too many actions in one turn (at most {limit})."


class RepeatedCall(ForModel):
    """The same call was made again and again, alone or in turn with another; details: ``tool``."""

    code = "repeated_call"
    nl = "Het model vroeg telkens opnieuw om hetzelfde."
    en = "The model asked for the same thing again and again."


class SelectionNotShown(ForModel):
    """An answer was asked for while the user has not seen the current selection."""

    code = "selection_not_shown"
    nl = "Een antwoord kan pas als u de huidige selectie hebt gezien. Hieronder staat ze."
    en = "An answer is possible only once you have seen the current selection. Here it is."


class NothingSelected(ForModel):
    """An answer was asked for without a single selected source."""

    code = "nothing_selected"
    nl = "Voor een antwoord is minstens één geselecteerde bron nodig."
    en = "An answer needs at least one selected source."


class Failed(ForModel):
    """A part of the program failed in a way that nobody foresaw; details: ``error_id``."""

    code = "failed"
    nl = "Een onderdeel gaf een fout (kenmerk {error_id})."
    en = "A part of the program failed (reference {error_id})."
