"""What the index holds of a source: the fields that are searched, and the source itself."""

from functools import cache

import tantivy

from src.dossier.models import CaseLaw, Legislation
from src.retrieval import dutch
from src.retrieval.laws import is_core, is_tax
from src.retrieval.loaders.starter import DIGEST

SCHEMA_VERSION = "2"
"""Change this with the schema or with what goes into a field: an older index is then rebuilt."""

LAW, PATH, HEADING, BODY = "law", "path", "heading", "body"
SEARCHED = (LAW, PATH, HEADING, BODY)
KEY, VERSION, CITES, STANDING, SOURCE = "key", "version", "cites", "standing", "source"
NUMBER = "number"
"""Running number of a document in its index."""

CORE, TAX, OTHER = "core", "tax", "other"
"""Standing of a source: a core statute, other tax law (or a ruling on it), or any other law."""


@cache
def schema() -> tantivy.Schema:
    """Return the schema, the same for legislation and for case law."""
    builder = tantivy.SchemaBuilder()
    for field in (KEY, VERSION, CITES, STANDING):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    for field in SEARCHED:
        builder.add_text_field(field, tokenizer_name=dutch.NAME, index_option="freq")
    builder.add_integer_field(NUMBER, indexed=True, fast=True)
    builder.add_bytes_field(SOURCE, stored=True)
    return builder.build()


def key_of(source: Legislation | CaseLaw) -> str:
    """Return what all versions of one article have in common: ``BWBR0002320/22j``; for a ruling its ECLI."""
    return source.id.removesuffix(DIGEST).split("@")[0].split("~")[0].lower()


def version_of(source: Legislation | CaseLaw) -> str:
    """Return the law at its date (``BWBR0002320@2024-01-01``); digests and rulings have no versions."""
    if source.digest or isinstance(source, CaseLaw):
        return ""
    return f"{source.work}@{source.as_of}"


def document(
    number: int, source: Legislation | CaseLaw, digest: Legislation | CaseLaw | None = None
) -> tantivy.Document:
    """Return the document of a source; a digest of the same source lends it the words that people search by.

    The digest's heading also becomes the label of the source that is found: the heading that a law or court gives
    (``Overige algemene bepalingen``, ``Bestuursrecht; Belastingrecht``) seldom says what the text is about. A heading
    may therefore be ours, and is no words of the law; everything else of the source stays as published.
    """
    law, path = _law_and_path(source)
    texts = {LAW: law, PATH: path, HEADING: _own_heading(source), BODY: source.content}
    labelled = source
    if digest is not None:
        labelled = source.model_copy(update={"heading": digest.heading})
        texts[HEADING] += f" {digest.heading}"
        texts[BODY] += f"\n{digest.content}"
    return tantivy.Document(
        **{field: dutch.prepared(text) for field, text in texts.items()},
        **{
            NUMBER: number,
            KEY: key_of(source),
            VERSION: version_of(source),
            CITES: [cited.lower() for cited in source.cites] if isinstance(source, CaseLaw) else [],
            STANDING: _standing(source),
            SOURCE: labelled.model_dump_json().encode(),
        },
    )


def stored_source(document: tantivy.Document) -> Legislation | CaseLaw:
    """Return the source that a document was made of."""
    content = bytes(document[SOURCE][0])
    kind = CaseLaw if b'"kind":"case_law"' in content else Legislation
    return kind.model_validate_json(content)


def _law_and_path(source: Legislation | CaseLaw) -> tuple[str, str]:
    if isinstance(source, CaseLaw):
        return f"{source.court} {source.title}", source.subject
    return f"{source.law} {source.short}", source.path


def _own_heading(source: Legislation | CaseLaw) -> str:
    """Return the heading, unless it is the last of the path, which is searched already."""
    if isinstance(source, Legislation) and source.path.endswith(source.heading):
        return ""
    return source.heading


def _standing(source: Legislation | CaseLaw) -> str:
    if isinstance(source, CaseLaw):
        return TAX if "belasting" in source.subject.lower() else OTHER
    if is_core(source.work):
        return CORE
    return TAX if is_tax(source.work, source.law) else OTHER
