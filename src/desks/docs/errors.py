"""Why a tool of the desk does nothing."""

from src.errors import ForModel


class ScopeUnknown(ForModel):
    """Details: ``name``, ``names``."""

    code = "scope_unknown"
    nl = "{name} is er niet. Er is: {names}."
    en = "There is no {name} here. There is: {names}."
