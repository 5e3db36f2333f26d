"""A database for the tables that are kept."""

from tests.dossier.conftest import database_url, postgres

__all__ = ["database_url", "postgres"]
