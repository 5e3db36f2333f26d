"""TESS from Python: ``from tess_client import Dossier``. It knows a server's address and nothing of its code.

``Dossier`` waits, ``AsyncDossier`` is awaited; both return the values of ``tess_client.values``.
"""

from tess_client.async_dossier import AsyncDossier
from tess_client.dossier import Dossier
from tess_client.values import (
    Answer,
    Artifact,
    Claim,
    Clarification,
    DossierError,
    Plan,
    Progress,
    Reply,
    Source,
)

__all__ = [
    "Answer",
    "Artifact",
    "AsyncDossier",
    "Claim",
    "Clarification",
    "Dossier",
    "DossierError",
    "Plan",
    "Progress",
    "Reply",
    "Source",
]
