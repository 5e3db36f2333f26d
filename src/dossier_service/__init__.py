"""What is done with stored dossiers beside turns: looking back at them, and changing them."""

from src.dossier_service.changing import DossierService
from src.dossier_service.looking import (
    AsSent,
    DossierReader,
    Forgotten,
    FoundDossier,
    VerifiedJournal,
)

__all__ = [
    "AsSent",
    "DossierReader",
    "DossierService",
    "Forgotten",
    "FoundDossier",
    "VerifiedJournal",
]
