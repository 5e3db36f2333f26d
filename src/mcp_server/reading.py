"""Reading what a dossier holds, in parts: for clients whose model is given no resources."""

from urllib.parse import quote

from src.mcp_server.arguments import ReadArguments
from src.mcp_server.call import Call
from src.mcp_server.conversation import last_reply
from src.mcp_server.resources import BASE, MARKDOWN, address_of, text_at
from src.mcp_server.results import LONGEST_REPLY, DoorResult
from src.mcp_server.tool import Ended, ToolReply, looking, told
from src.mcp_server.tools import file


async def read(call: Call, given: ReadArguments) -> Ended:
    """Read what a dossier holds: a guide, items, candidates, a plan, a source, an answer, or the rest of a reply.

    A long text comes in parts; `as_file` returns it whole.
    """
    async with call.place("GET /dossiers/-"):
        dossier = await call.dossier(given.dossier)
    if not given.what:
        lines = [f"- artifacts/{one.id} ({one.kind}): {one.label}" for one in dossier.artifacts]
        lines += [f"- answers/{one.id}: {one.question}" for one in dossier.answers]
        lines.append(f"- sources/1 … sources/{len(dossier.sources)}")
        text = "\n".join(" ".join(line.split()) for line in lines)
    elif given.what == "reply":
        text = last_reply(dossier)
    else:
        kind, _, name = given.what.partition("/")
        text = text_at(
            call.behind, dossier, address_of(f"{BASE}{dossier.id}/{kind}/{quote(name, safe='')}")
        )
    if given.as_file:
        name = f"{given.what.replace('/', '-') or dossier.id}.md"
        content = file(name, text.encode(), MARKDOWN)
        return ToolReply(DoorResult(outcome="done", dossier=dossier.id), (content,))
    part = text[given.offset : given.offset + LONGEST_REPLY]
    end = given.offset + len(part)
    result = DoorResult(
        outcome="done", dossier=dossier.id, reply=part, next=end if end < len(text) else None
    )
    more = call.words.more.format(cursor=f"offset {end}") if result.next else ""
    return told(result, "\n\n".join(filter(None, [part, more])) or call.words.nothing)


READ = looking(read)
