"""What is done with stored dossiers beside turns: looking back at them, and changing them."""

from src.dossier_service.changing import DossierService
from src.dossier_service.looking import (
    STANDING,
    AsSent,
    DossierReader,
    Examined,
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
    "Examined",
    "Forgotten",
    "FoundDossier",
    "FoundPage",
    "VerifiedJournal",
]
