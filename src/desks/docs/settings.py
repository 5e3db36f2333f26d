"""What can be set of the desk for documentation."""

from pydantic import Field

from src.settings import DeskSettings


class DocsSettings(DeskSettings):
    """Limits of writing an answer; names are those of the environment variables, in lower case."""

    tess_docs_stage_seconds: float = Field(
        50,
        gt=0,
        description="Seconds that the model of an answer, or of its second reading, may be silent.",
    )
    tess_docs_calls_at_once: int = Field(
        8, ge=1, description="Answers that models write at once at most, over all turns."
    )
