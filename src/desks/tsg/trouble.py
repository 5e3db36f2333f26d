"""What keeps a model from doing a stage, and how that is told: the stage has a code of its own. Pure."""

from src.errors import LimitReached, ModelGaveNoAnswer, ModelKeyRefused, ModelUnavailable, TessError

MODEL_TROUBLE = (ModelKeyRefused, ModelUnavailable, ModelGaveNoAnswer, LimitReached)


def problem_of(error: TessError) -> str:
    """Return the word for what is wrong: the key, the address, a limit, or time."""
    if isinstance(error, ModelKeyRefused):
        return "key_refused"
    if isinstance(error, LimitReached):
        return "limit_spent"
    return str(error.details.get("problem") or error.details.get("reason") or "malformed")
