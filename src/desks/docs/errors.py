"""Why a tool of the desk does nothing."""

from src.errors import ForModel

# No turn ends with the first two any more; journals of before have them.


class GuardNotPassed(ForModel):
    code = "guard_not_passed"
    nl = "Deze vraag is niet nagekeken, dus er komt geen antwoord op."
    en = "This question was not checked, so there is no answer to it."


class SearchTooPoor(ForModel):
    code = "search_too_poor"
    nl = "Wat er is gevonden, gaat hier niet duidelijk over; daarom komt er geen antwoord uit."
    en = "What was found is not clearly about this, so no answer is made of it."


class ScopeUnknown(ForModel):
    """Details: ``name``, ``names``."""

    code = "scope_unknown"
    nl = "{name} is er niet. Er is: {names}."
    en = "There is no {name} here. There is: {names}."
