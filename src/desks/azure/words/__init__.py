"""What is said of and by the Azure desk: ``client`` before it is asked, ``TEXTS`` in its replies."""

from collections.abc import Mapping
from dataclasses import dataclass

from src.dossier.models import Language
from src.wording import desk_texts


@dataclass(frozen=True)
class AzureTexts:
    """Texts of one language; names in braces are filled in."""

    analysis: str
    process: str
    actions: str
    roles: Mapping[str, str]
    line_of: str
    asked: str
    from_dossier: str
    looked_at: str
    by_hand: str
    missing: str
    gave_up: str
    not_made: str
    refuted: str
    invented: str
    rests: str
    unshown: str
    possible: str
    general: str
    refusal: str
    fill_in: str
    no_command: str
    unchecked: str
    so_far: str
    unproven: str
    no_actions: str
    open_points: str
    struck: str
    only_reads: str
    in_portal: str
    explained: str
    can_mean: str
    mistaken: str
    look_first: str
    you_say: str
    if_so: str
    perhaps: str
    another: str
    log_in: str
    not_read: str
    not_in_table: str
    turns_left: str
    rated_up: str
    rated_down: str
    memo: Mapping[str, str]


WORDINGS, _TEXTS = desk_texts(__file__)
TEXTS: Mapping[Language, AzureTexts] = {
    language: AzureTexts(**texts) for language, texts in _TEXTS.items()
}
