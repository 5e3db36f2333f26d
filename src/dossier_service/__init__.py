"""What is done with stored dossiers beside turns: looking back at them, and changing them."""

from src.dossier_service.changing import DossierService
from src.dossier_service.looking import (
    STANDING,
    AsSent,
    DossierReader,
    Forgotten,
    FoundDossier,
    FoundPage,
    VerifiedJournal,
)

__all__ = [
    "STANDING",
    "AsSent",
    "DossierReader",
    "DossierService",
    "Forgotten",
    "FoundDossier",
    "FoundPage",
    "VerifiedJournal",
]
