"""The conversation of ``tess demo``: each step is checked, and really happened."""

from src.desks.plug import DemoConversation

QUESTION = "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"
FOLLOW_UP = "En hoe lang na het ontstaan van de belastingschuld mag de inspecteur navorderen?"
NEXT = (
    './tess ask "Wat is het btw-tarief voor boeken?"',
    "./tess ingest tax           fetch the law itself, to quote it",
)
TWO, ONE_LEFT = 2, 1


def hold(conversation: DemoConversation) -> tuple[str, ...]:
    """Ask, leave two sources out, put one back, confirm, ask on, confirm; return what to try next."""
    must = conversation.must
    reply = conversation.say(QUESTION, "the user asks; TESS shows what it found")
    found = conversation.selected
    must(len(found) > TWO, "fewer than three sources were found")
    must(all(title in reply for title in found), "a source was selected that was not shown")

    last = len(conversation.sources)
    kept = found[:-TWO]
    conversation.say(
        f"Haal bron {last - 1} en {last} weg, die lijken hier niet te passen.",
        "the user leaves two sources out",
    )
    must(conversation.selected == kept, "the two sources were not left out")

    conversation.say(
        f"Zet bron {last - 1} toch terug, die kan nog van pas komen.",
        "on second thoughts, one of the two comes back",
    )
    kept = found[:-ONE_LEFT]
    must(conversation.selected == kept, "just the one source was not put back")

    answer = conversation.say(
        "Ja, dit zijn de juiste bronnen.",
        "the user confirms; TESS answers, with quotes from these sources",
    )
    must(conversation.selected == kept, "the confirmation changed the selection")
    _check_answer(conversation, answer, 1)

    conversation.say(FOLLOW_UP, "the user asks on; TESS looks for more")
    asked_on = {source["id"] for source in conversation.sources[last:]}
    must(bool(asked_on), "the follow-up found nothing new")
    answer = conversation.say("Ja.", "the user confirms; TESS answers once more")
    quoted = _check_answer(conversation, answer, 2)
    must(bool(quoted & asked_on), "the answer quotes nothing of what the follow-up found")
    return NEXT


def _check_answer(conversation: DemoConversation, reply: str, number: int) -> set[str]:
    """Compare each quote of the newest answer with its source, as a careful reader would; return the sources' ids."""
    must = conversation.must
    must("## ANALYSE" in reply and "## ANTWOORD" in reply, "no answer came")
    dossier = conversation.dossier()
    must(len(dossier["answers"]) == number, "the dossier does not hold the answer")
    texts = {source["id"]: " ".join(source["content"].split()) for source in dossier["sources"]}
    claims = dossier["answers"][-1]["claims"]
    must(bool(claims), "the answer has no quotes")
    for claim in claims:
        must(claim["source_id"] in dossier["selected_ids"], "a source that was left out is quoted")
        must(claim["quote"] in texts[claim["source_id"]], "a quote does not stand in its source")
    return {claim["source_id"] for claim in claims}
