"""What makes vectors of texts where search is measured, as the settings have it or not at all."""

from collections.abc import Callable
from functools import partial

from src.llm.models import NO_ENCODER, encoder_of
from src.search.encoder import Encoder
from src.settings import Settings

MakeEncoder = Callable[[], Encoder | None]
"""Makes an encoder where it is to be used, as one has connections; it can be handed to another process."""


def no_encoder() -> None:
    """Return that search goes by words alone."""


def encoder_maker(settings: Settings, instead: str | None = None) -> MakeEncoder:
    """Return what makes the encoder of the settings, or none where ``off`` is asked for instead."""
    return no_encoder if instead == NO_ENCODER else partial(encoder_of, settings)
