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


class UnknownSourceNumber(ForModel):
    """A source was named by a number that none has; details: ``number``, ``most``."""

    code = "unknown_source_number"
    nl = "Er is geen bron {number}; de nummers lopen van 1 tot en met {most}."
    en = "There is no source {number}; the numbers run from 1 to {most}."


class NotCalculable(ForModel):
    """A calculation can't be made; details: ``problem``, which says what would help."""

    code = "not_calculable"
    nl = "De berekening kan niet worden gemaakt: {problem}."
    en = "The calculation can't be made: {problem}."


class LeftOutByUser(ForModel):
    """A model chose what the user has left out; details: ``numbers``."""

    code = "left_out_by_user"
    nl = "Bron {numbers} liet u zelf weg; alleen uw eigen woorden zetten die terug."
    en = "The user left out source {numbers}: only the user's own words bring it back, by restore_sources."


class SelectionNotShown(ForModel):
    code = "selection_not_shown"
    nl = "Een antwoord kan pas als u de huidige selectie hebt gezien. Hieronder staat ze."
    en = "An answer is possible only once you have seen the current selection. Here it is."


class NothingSelected(ForModel):
    code = "nothing_selected"
    nl = "Voor een antwoord is minstens één geselecteerde bron nodig."
    en = "An answer needs at least one selected source."


class PlanGone(ForModel):
    code = "plan_gone"
    nl = "Dit plan staat niet (meer) in het dossier; er is niets geschreven."
    en = "This plan is not in the dossier (any more); nothing was written."


class PlanNotShown(ForModel):
    code = "plan_not_shown"
    nl = "Een plan kan pas worden bevestigd als het in zijn geheel is getoond; er is niets geschreven."
    en = "A plan can be confirmed only once it was shown whole; nothing was written."


class PlanOutdated(ForModel):
    """A plan was confirmed that stands on what is no longer as it was; details: ``names``, ids."""

    code = "plan_outdated"
    nl = "Waar dit plan op steunt, is sindsdien veranderd ({names}); er is niets geschreven."
    en = "What this plan stands on has changed since ({names}); nothing was written."


class NotCarriedOut(ForModel):
    """A foreign system refused an operation, and wrote nothing of it; details: ``problem``."""

    code = "not_carried_out"
    nl = "Het andere systeem weigerde dit: {problem}"
    en = "The other system refused this: {problem}"


class Failed(ForModel):
    """A part of the program failed in a way that nobody foresaw; details: ``error_id``."""

    code = "failed"
    nl = "Een onderdeel gaf een fout (kenmerk {error_id})."
    en = "A part of the program failed (reference {error_id})."
