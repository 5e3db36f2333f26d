"""Lets the model of the settings describe the law of the library."""

import argparse
import asyncio

from src.desks.tax.library import index_build
from src.desks.tax.library.described import Described
from src.desks.tax.library.describing import describe, undescribed
from src.desks.tax.library.library import renew
from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.settings import TaxSettings
from src.llm.describing import DescribeReport, Progress
from src.llm.models import ModelFactory
from src.search.encoder import Encoder


def run_describing(
    options: argparse.Namespace,
    settings: TaxSettings,
    progress: Progress,
    encoder: Encoder | None,
) -> DescribeReport:
    """Describe what has no search words, and put an index with them in use; what stopped it is in the report."""
    described = Described(settings.library_dir)
    known = index_build.expansions(settings.starter_dir)
    with_words = {key for key, one in known.items() if one.words}
    articles = undescribed(Works(works_folder(settings.library_dir)), with_words, described)

    async def run() -> DescribeReport:
        factory = ModelFactory(options.read_settings())
        try:
            assert factory.breaker is not None  # who has no provider was refused before
            return await describe(articles, factory.breaker, described, progress)
        finally:
            await factory.close()

    try:
        return asyncio.run(run())
    finally:
        if articles:
            renew(settings.library_dir, settings.starter_dir, encoder)
