"""Where collections are shared, as the settings say."""

from src.search.documents.shared import NOT_SHARED, SharedCollections
from src.settings import Settings


def shared_collections(settings: Settings) -> SharedCollections:
    """Return the collections of the settings' database; raises what ``PostgresCollections`` does."""
    if not settings.database_url:
        return NOT_SHARED
    # The driver takes a while to import: only who uses it pays for it.
    from src.search.documents.postgres_collections import PostgresCollections

    return PostgresCollections(settings.database_url.get_secret_value())
