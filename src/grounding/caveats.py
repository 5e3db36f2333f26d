"""What a text says of its sources, or has a document of the user's say: neither states what holds. Pure."""

import re

_SOURCES = (
    r"(?:bronnen|teksten|wetteksten|bibliotheek|dossier|stukken|sources|texts|library|material)\b"
)
_SAYS = (
    r"(?:bevat|zeg|noem|vermeld|regel|geef|geven|heb|toon|beantwoord|contain|say|name|mention|regulate|settle|give|have"
    r"|has|include|answer|cover|tell|show|state|deal)\w*"
)
_NO = r"(?:niets?|geen|nergens|noch|not|no|nothing|nowhere|n't|none)\b"
_THERE = (
    r"(?:te vinden|opgenomen|aanwezig|geselecteerd|genoemd|vermeld|geregeld|beschikbaar|gegeven|found|included|among"
    r"|available|given|mentioned|there)\b"
)
_ABSENT = re.compile(
    rf"\b{_NO}[^.;,]{{0,90}}\b(?:in|bij|onder|tussen|among|from|of)\s+(?:\w+\s+){{0,3}}{_SOURCES}"
    rf"|\b{_SOURCES}\s+(?:{_SAYS}\s+(?:\w+\s+)?{_NO}|(?:do|does|did)\s+not\s+{_SAYS})"
    rf"|\b(?:in|bij|among)\s+(?:\w+\s+){{0,2}}{_SOURCES}\s+(?:sta|kom|is|zijn|are)\w*\s+{_NO}|\b{_NO}[^.;,]*\b{_SOURCES}[^.;,]*{_THERE}"
    rf"|\b{_SOURCES}[^.;,]*\b(?:{_NO}\s+{_THERE}|ontbre\w+|zwijgen|missing|lack\w*|silent)"
    rf"|\b(?:ontbre\w+|missing|absent|lacks?)\b[^.;,]*\b{_SOURCES}|\bnone of the {_SOURCES}",
    re.IGNORECASE,
)
"""Says that something is not in the sources."""
_REPORTED = re.compile(
    r"\b(?:volgens|blijkens|according to|as stated in)\s+(?:(?:het|de|uw|dit|deze|the|your|this)\s+)?(?:\w+\s+){0,2}?"
    r"(?:document|bestand|stuk|brief|memo|nota|notitie|contract|overeenkomst|akte|bijlage|file|letter|note|agreement|deed"
    r"|attachment)\w*\b"
    r"|\b(?:document|bestand|brief|memo|nota|notitie|contract|overeenkomst|akte|bijlage|letter|agreement|deed"
    r"|attachment)\b[^.;,]{0,40}\b(?:zegt|noemt|vermeldt|stelt|beweert|says|names|mentions|states|claims)\b",
    re.IGNORECASE,
)
"""Says that a document of the user's says so, and nothing else."""
_BETWEEN_CLAUSES = re.compile(
    r"(?<=[.;:,])\s+|\s+(?=(?:hoewel|maar|terwijl|ook al|although|though|but|while|en (?:dat|dit)"
    r"|and (?:that|this))\b)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"(?:en|maar|dus|zodat|dat|die|want|terwijl|hoewel|waarin|al|and|but|so|which|that|while|although|hence)\b",
    re.IGNORECASE,
)
"""Begins a clause of its own; any other part behind a comma goes on with a list."""


_GOES_BACK = re.compile(r"(?:sta|kom|is|zijn|ontbre|are|do|does|appear|stand)\w*\b", re.IGNORECASE)
"""Begins a clause whose subject stands before an insertion: "regel 3, waarop de brief wijst, staat niet in ..."."""


def denies(text: str) -> bool:
    """Return whether a text says that something is not in the sources."""
    return _ABSENT.search(text) is not None


def without_caveats(text: str, *, reported: bool) -> str:
    """Return a text without its clauses that say what no source has, and if ``reported`` what a document says."""
    kept: list[str] = []
    in_list = False
    for clause in _BETWEEN_CLAUSES.split(text):
        if denies(clause) and _GOES_BACK.match(clause):
            while kept and kept[-1].endswith(","):
                kept.pop()
        is_caveat = denies(clause) or (reported and _REPORTED.search(clause) is not None)
        if is_caveat or (in_list and not _GOES_ON.match(clause)):
            in_list = clause.endswith(",")
        else:
            kept, in_list = [*kept, clause], False
    return " ".join(kept)
