"""A database for the doctor to look at."""

from tests.dossier.conftest import database_url, postgres

__all__ = ["database_url", "postgres"]
