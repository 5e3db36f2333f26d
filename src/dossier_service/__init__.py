"""What is done with stored dossiers beside turns: looking back at them, and changing them."""

from src.dossier_service.changing import DossierService as DossierService
from src.dossier_service.looking import STANDING as STANDING
from src.dossier_service.looking import AsSent as AsSent
from src.dossier_service.looking import DossierReader as DossierReader
from src.dossier_service.looking import FoundDossier as FoundDossier
from src.dossier_service.looking import VerifiedJournal as VerifiedJournal
