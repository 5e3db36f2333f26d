"""What the command about plans does: a person who saw a plan whole has it carried out."""

from clients.desk import SHORT_DIGEST, digest_of, plans_in
from clients.terminal.artifact_commands import draw_artifact
from clients.terminal.chat import Chat, Unusable
from clients.terminal.words import one_line
from wire_client import Frame, rows_in


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
    dossier = chat.dossier()
    made = rows_in(dossier, "artifacts")
    standing = next((one for one in made if one.get("id") == plan.get("id")), {})
    data = standing.get("data")
    chat.screen.say(_named(plan), "bold")
    draw_artifact(chat, standing, dossier)
    if isinstance(data, dict):
        chat.seen_plans.add(digest_of(data))
    chat.say("confirm_again", "dim")


def _named(plan: Frame) -> str:
    return f"{one_line(plan.get('title'))} ({digest_of(plan)[:SHORT_DIGEST]})"
