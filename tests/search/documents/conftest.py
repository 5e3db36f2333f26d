"""A database for tests, where they ask for one."""

from tests.dossier.conftest import database_url, postgres

__all__ = ["database_url", "postgres"]
