"""Forms of words that are looked for whatever their case."""

import re
from functools import cache


@cache
def compiled(form: str) -> re.Pattern[str]:
    """Return the pattern of a form; made when it is first asked for, as starts have no answers to look at."""
    return re.compile(form, re.IGNORECASE)
