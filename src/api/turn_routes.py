"""What can be done with a turn that runs, over REST."""

from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Path
from pydantic import Field

from src.api.history_routes import json_only
from src.api.turns import Turns
from src.api.wire import MESSAGE_ID
from src.dossier.models import Frozen

MessageId = Annotated[str, Path(pattern=MESSAGE_ID)]


class CancelFrame(Frozen):
    """Whether a turn was stopped."""

    cancelled: bool = Field(description="False: it had ended, or is just being stored.")


def add_turns(app: FastAPI, turns: Turns) -> None:
    """Add the route that stops a turn."""
    router = APIRouter()

    @router.post("/turns/{message_id}/cancel", dependencies=[Depends(json_only)])
    async def cancel(message_id: MessageId) -> CancelFrame:
        """Stop the turn of a message, unless it has ended or is just being stored; nothing of it is stored then."""
        return CancelFrame(cancelled=turns.cancel(message_id))

    app.include_router(router)
