"""What can be done with turns over REST: stopping one that runs, and confirming a plan."""

from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Header, Path
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from src.api import replies
from src.api.history_routes import json_only
from src.api.middleware import as_json
from src.api.turns import Turns
from src.api.wire import MESSAGE_ID, ErrorFrame, MessageRequest, SuccessFrame
from src.dossier.models import DOSSIER_ID, Frozen
from src.dossier.plan import DIGEST
from src.errors import CODES, BadDossierId

MessageId = Annotated[str, Path(pattern=MESSAGE_ID)]


class CancelFrame(Frozen):
    """Whether a turn was stopped."""

    cancelled: bool = Field(description="False: it had ended, or is just being stored.")


class Confirmation(BaseModel):
    """A person's yes to a plan that they were shown whole."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    confirm: Annotated[str, StringConstraints(pattern=DIGEST)] = Field(
        description="The digest of the plan."
    )
    message_id: Annotated[str, StringConstraints(pattern=MESSAGE_ID)] | None = Field(
        None, description="The client's own id; sent again, it returns the stored reply."
    )


def add_turns(app: FastAPI, turns: Turns) -> None:
    """Add the routes that stop a turn, and that confirm a plan."""
    router = APIRouter()

    @router.post("/turns/{message_id}/cancel", dependencies=[Depends(json_only)])
    async def cancel(message_id: MessageId) -> CancelFrame:
        """Stop the turn of a message, unless it has ended or is just being stored; nothing of it is stored then."""
        return CancelFrame(cancelled=turns.cancel(message_id))

    @router.post(
        "/dossiers/{dossier_id}/confirm",
        dependencies=[Depends(json_only)],
        response_model=SuccessFrame,
        response_model_exclude_none=True,
    )
    async def confirm(
        dossier_id: str, body: Confirmation, accept_language: Annotated[str, Header()] = ""
    ) -> SuccessFrame | JSONResponse:
        """Confirm a plan and have it carried out; the reply, once all was done that could be, says what came of it."""
        if not DOSSIER_ID.fullmatch(dossier_id):
            raise BadDossierId
        request = MessageRequest(
            message="", dossier_id=dossier_id, message_id=body.message_id, confirm=body.confirm
        )
        language = replies.preferred(accept_language)
        final = await turns.answered(request, dossier_id, language)
        if isinstance(final, ErrorFrame):
            return as_json(final, CODES[final.code].status)
        return final

    app.include_router(router)
