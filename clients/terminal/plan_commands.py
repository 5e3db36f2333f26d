"""What the command about plans does: a person who saw a plan whole has it carried out."""

from clients.desk import SHORT_DIGEST, digest_of, plans_in
from clients.terminal.artifact_commands import draw_artifact
from clients.terminal.chat import Chat, Unusable
from clients.terminal.words import one_line
from tess_client.wire import Frame, harmless, rows_in


def confirm(chat: Chat, argument: str) -> None:
    """Confirm a plan; one that this screen has not shown is shown first, and is to be confirmed once more."""
    plans = plans_in(chat.known)
    if not plans:
        raise Unusable(chat.words("no_plan"))
    if len(plans) > 1 and not argument:
        for number, plan in enumerate(plans, start=1):
            chat.screen.entry(f"  [{number}] ", _named(plan))
        raise Unusable(chat.words("usage", usage="/confirm N"))
    number = int(argument or 1) if (argument or "1").isdecimal() and len(argument) < 7 else 0
    if not 1 <= number <= len(plans):
        raise Unusable(chat.words("no_plan"))
    plan = plans[number - 1]
    if digest_of(plan) in chat.seen_plans:
        chat.confirm(digest_of(plan))
    else:
        _show(chat, plan)


def _show(chat: Chat, plan: Frame) -> None:
    """Show a plan in the words of the reply that told it; where that is gone, as it is stored."""
    dossier = chat.dossier()
    if reply := _reply(dossier, digest_of(plan)):
        chat.screen.markdown(reply)
        chat.seen_plans.add(digest_of(plan))
    else:
        _draw(chat, plan, dossier)
    chat.say("confirm_again", "dim")


def _reply(dossier: Frame, digest: str) -> str:
    """Return the last reply that told the plan of this digest, which stands in it; empty: there is none."""
    said = [one for one in rows_in(dossier, "conversation") if one.get("role") == "assistant"]
    told = (harmless(one.get("content")) for one in reversed(said))
    return next((one for one in told if digest and digest[:SHORT_DIGEST] in one), "")


def _draw(chat: Chat, plan: Frame, dossier: Frame) -> None:
    made = rows_in(dossier, "artifacts")
    standing = next((one for one in made if one.get("id") == plan.get("id")), {})
    data = standing.get("data")
    chat.screen.say(_named(plan), "bold")
    draw_artifact(chat, standing, dossier)
    if isinstance(data, dict):
        chat.seen_plans.add(digest_of(data))


def _named(plan: Frame) -> str:
    return f"{one_line(plan.get('title'))} ({digest_of(plan)[:SHORT_DIGEST]})"
