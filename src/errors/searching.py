"""What is said of a collection, a version or a dossier that who asked named, and that is not there, or not alone."""

from src.errors.base import ForUser


class UnknownCollection(ForUser):
    """Details: ``collection``, and ``collections``, the names that exist."""

    code = "unknown_collection"
    status = 404
    nl = "De verzameling {collection} bestaat niet, of niet meer. Er is wel: {collections}."
    en = "The collection {collection} does not exist, or no longer. There is: {collections}."
    when = "A search was asked of a collection that nobody has ingested, or that has been removed since."
    remedy = "Look at `./tess collections`; `./tess ingest FOLDER --collection NAME` makes one."


class UnknownDocsVersion(ForUser):
    """Details: ``collection``, ``version``, and ``versions``, those that it has."""

    code = "unknown_docs_version"
    status = 404
    nl = "De verzameling {collection} heeft geen versie {version}. Er is wel: {versions}."
    en = "The collection {collection} has no version {version}. There is: {versions}."
    when = "A search was asked of a version of a collection that nobody has ingested."
    remedy = "Use one of the versions named; `./tess ingest FOLDER --collection NAME --docs-version V` adds one."


class BadCollectionName(ForUser):
    """A collection can't be called so."""

    code = "bad_collection_name"
    nl = "Een verzameling heet naar kleine letters, cijfers, - en _, hoogstens 64."
    en = "The name of a collection is lower-case letters, digits, - and _, at most 64."
    when = "A collection was named by something that can't be a name."
    remedy = "Choose a name like `guide-2`."


class SeveralDossiers(ForUser):
    """Details: ``start``, as it was typed, and ``ids``, some of the dossiers that it is the start of."""

    code = "several_dossiers"
    nl = "Met {start} begint meer dan een dossier: {ids}. Typ er meer van."
    en = "More than one dossier begins with {start}: {ids}. Type more of it."
    when = "A command was given the start of an id, and several dossiers begin with it."
    remedy = "Type more of the id; `./tess dossiers` lists them."
