"""What a text says of its sources, or has a document of the user's say: neither states what holds. Pure."""

from src.language.opposites import form


def denies(text: str) -> bool:
    """Return whether a text says that something is not in the sources."""
    return form("absent", "caveats").search(text) is not None


def without_caveats(text: str, *, reported: bool) -> str:
    """Return a text without its clauses that say what no source has, and if ``reported`` what a document says."""
    kept: list[str] = []
    in_list = False
    for clause in form("between_clauses", "caveats").split(text):
        if denies(clause) and form("goes_back", "caveats").match(clause):
            while kept and kept[-1].endswith(","):
                kept.pop()
        is_caveat = denies(clause) or (reported and form("reported", "caveats").search(clause))
        if is_caveat or (in_list and not form("goes_on", "caveats").match(clause)):
            in_list = clause.endswith(",")
        else:
            kept, in_list = [*kept, clause], False
    return " ".join(kept)
