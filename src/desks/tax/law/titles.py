"""What a ruling is called, whoever reads it in."""

from datetime import date

from src.wording.months import DUTCH


def ruling_title(court: str, decided: date | None, ecli: str) -> str:
    """Return a ruling's label: ``Hoge Raad 10 mei 1995, ECLI:NL:HR:1995:AA3106``."""
    day = f" {decided.day} {DUTCH[decided.month - 1]} {decided.year}" if decided else ""
    return f"{court}{day}, {ecli}"
