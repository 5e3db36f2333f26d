"""What a user brings over MCP: documents and pictures, whole or in parts, checked first and then added."""

import base64
import binascii
import secrets

from src.api.desk_frames import desk_named
from src.api.upload_routes import picture_source
from src.dossier.models import Dossier
from src.errors import BadFields, CheckFirst
from src.mcp_server.arguments import DocumentArguments, Ended, told, tool, turned
from src.mcp_server.call import Call
from src.mcp_server.conversation import changed
from src.mcp_server.results import DoorResult
from src.uploads.picture_reader import CheckedPicture
from src.uploads.reader import CheckedDocument
from src.wording import WORDINGS


async def add_document(call: Call, given: DocumentArguments) -> Ended:
    """Add a document, a transcript, notes or a picture of the user as a source: its text, its bytes or its address.

    It is checked first: show the user what was found, and once they agree call again with `agreed`. A long text
    comes in parts: `more` with all but the last, `upload` with all but the first.
    """
    at, path = call.desktop, "POST /documents"
    if given.dossier:
        await call.dossier(given.dossier)  # before anything is taken in
    if given.agreed:
        found = at.find(given.agreed)
        if isinstance(found, CheckedDocument | CheckedPicture):
            async with call.place(path):
                return await _added(call, given, found, given.agreed)
        raise CheckFirst
    content = b"" if given.address else _content(given)
    if given.upload:
        before = at.find(given.upload)
        if not isinstance(before, bytes):
            raise BadFields(field="upload", problem="wrong_value")
        content = before + content
    at.documents.bound(len(content))
    if given.more:
        upload = given.upload or f"up-{secrets.token_hex(8)}"
        at.keep(upload, content)
        result = DoorResult(outcome="continue", details={"upload": upload, "size": len(content)})
        return told(result, call.words.part.format(upload=upload, size=len(content)))
    async with call.place(path):
        if given.address:
            checked: CheckedDocument | CheckedPicture = await at.pages.check(given.address)
        else:
            checked = await at.checked(given.name, content)
    at.keep(checked.sha256, checked)
    return _asked(call, checked)


def _content(given: DocumentArguments) -> bytes:
    try:
        return given.text.encode() or base64.b64decode(given.base64, validate=True)
    except binascii.Error:
        raise BadFields(field="base64", problem="wrong_value") from None


def _asked(call: Call, found: CheckedDocument | CheckedPicture) -> Ended:
    from src.masking.typed import mask  # hundreds of forms, which a call without files never needs

    words = WORDINGS[call.language]
    lines = [mask(found.name)]
    if isinstance(found, CheckedDocument):
        lines += [
            f"- {each.kind}: {each.count} ({', '.join(each.examples)})" for each in found.personal
        ]
        lines.append(words.notice_of(found.secrets))
        if found.address:
            lines.append(mask(found.text[:800])[:400])
    else:
        lines.append(words.picture_notice)
    reply = "\n\n".join([*lines, call.words.agree.format(sha256=found.sha256)])
    return told(DoorResult(outcome="request", reply=reply, details={"sha256": found.sha256}), reply)


async def _added(
    call: Call, given: DocumentArguments, found: CheckedDocument | CheckedPicture, agreed: str
) -> Ended:
    parts, service = call.behind.parts, call.behind.dossiers
    to: Dossier | str = given.dossier or service.new(
        desk_named(parts.agent.desks, given.desk), call.language
    )
    at = to.desk if isinstance(to, Dossier) else (await call.dossier(to)).desk
    agreement = found.agreed(agreed)
    if isinstance(found, CheckedDocument):
        committed = await service.add_document(to, found.source, agreement, given.mask)
    else:
        source, is_seen = await picture_source(
            parts.desks.get(at), call.desktop.texts, found, given.shows, unread=given.unread
        )
        committed = await service.add_picture(to, source, found.kept, agreement, is_seen)
    return turned(call, changed(call, committed))


BRINGING = tool(add_document, open_world=True)
