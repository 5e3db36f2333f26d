"""What can be set of the tax desk, and where it keeps its library."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from src.places import SHIPPED
from src.settings import DeskSettings


class TaxSettings(DeskSettings):
    """Addresses of the official services; names are those of the environment variables, in lower case."""

    tess_law_search_url: str = Field(
        "https://zoekservice.overheid.nl/sru/Search",
        description="Where `ingest` finds the laws in a field of law.",
    )
    tess_law_texts_url: str = Field(
        "https://repository.officiele-overheidspublicaties.nl/bwb",
        description="Where `ingest` fetches laws; or the address of a mirror.",
    )
    tess_rulings_url: str = Field(
        "https://data.rechtspraak.nl/uitspraken",
        description="Where `ingest` finds and fetches rulings.",
    )

    tess_confirm: Literal["always", "doubt"] = Field(
        "always",
        description="`always`: sources are shown and confirmed before an answer; `doubt`: the answer comes with its "
        "sources at once, and the user is asked where the model is in doubt.",
    )

    @property
    def library_dir(self) -> Path:
        """Folder of the ingested corpus and its index."""
        return self.tess_data_dir / "library"

    @property
    def starter_dir(self) -> Path:
        """Folder of the small corpus that ships with the project."""
        return SHIPPED / "data" / "starter"
