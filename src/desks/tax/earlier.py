"""The answer that a question corrects or goes on about. Pure."""

from src.dossier.models import Answer, Dossier


def earlier_answer(dossier: Dossier, question: str) -> Answer | None:
    """Return the newest answer to a question that this one begins with; None where there is none."""
    asked = " ".join(question.split())
    answered = ((answer, " ".join(answer.question.split())) for answer in reversed(dossier.answers))
    return next(
        (entry for entry, before in answered if before != asked and asked.startswith(before)), None
    )
