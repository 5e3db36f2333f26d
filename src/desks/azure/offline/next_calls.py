"""What the built-in model calls next at the Azure desk: by error, replies and the table of causes. Pure."""

import json
import re
from collections.abc import Sequence

from src.desks.azure.knowledge import HINT, ErrorCode, knowledge, talk
from src.desks.azure.knowledge.causes import Cause, causes
from src.desks.azure.known import FailedCall, Known, SeenReply
from src.desks.azure.offline.evidence import Case
from src.desks.azure.offline.proofs import calls_of, is_made, likely, proven, untied
from src.dossier.models import Language
from src.llm.builtin.acts import LONGEST_TALK
from src.llm.builtin.asking import PickedCall
from src.llm.builtin.sentences import says
from src.llm.protocol import ChatMessage
from src.llm.state import State

MOST_AT_ONCE = 4
"""Calls of one round."""


def brings_error(message: str) -> bool:
    """Tell whether a message brings an error: a sign of a cause, a code, or more than anybody says in talk."""
    return len(message) > LONGEST_TALK or bool(
        knowledge().in_text(message) or talk().codes_in(message)
    )


def brought_by(
    heard: Sequence[ChatMessage], state: State
) -> tuple[list[SeenReply], list[FailedCall]]:
    """Return what the calls of this turn and those before it brought, and those of this turn that brought nothing."""
    made = {call.id: call for said in heard for call in said.tool_calls}
    replies = [SeenReply(id=f"#{row['n']}", **row) for row in state.get("replies", ())]
    failed = list[FailedCall]()
    for message in heard:
        call = made.get(message.tool_call_id or "") if message.role == "tool" else None
        if call is None:
            continue
        told = json.loads(message.content)
        if told["outcome"] not in ("done", "repeated") or "output_is_data" not in told:
            code = str(told["outcome"])
            failed.append(FailedCall(tool=call.name, arguments=call.arguments, code=code))
            continue
        for n, text in enumerate(str(told["output_is_data"]).split("\n\n")):
            status = re.match(r"status: (\d+)", text)
            reply = SeenReply(
                id=f"{call.id}-{n}",
                tool=call.name,
                arguments=call.arguments,
                status=int(status[1]) if status else 0,
                lines=text.splitlines(),
            )
            replies.append(reply)
    return replies, failed


class CaseAtHand:
    """The error that a conversation is about, with what Azure said of it."""

    def __init__(
        self, said: Sequence[str], state: State, heard: Sequence[ChatMessage] = ()
    ) -> None:
        self.state, self.last = state, said[-1]
        self.begins = begins = _begins(said, state)
        self.since = int(state.get("message", 0)) - len(said) + begins + 1 if begins else 0
        known = {"said": "\n\n".join(said[begins:]), "last": said[-1]}
        replies, failed = brought_by(heard, state)
        brought = {**state, **known, "replies": replies, "failed": failed}
        self.case = Case(Known.model_validate(brought))
        self.language = self.case.known.language

    @property
    def _is_placed(self) -> bool:
        """Whether it is known in which subscription the error is; that of another error is not taken for granted."""
        own = self.case.subscription in self.case.text.lower() or len(self.case.known.callers) == 1
        return bool(self.case.subscription) and (own or not self.begins)

    def calls(self) -> list[PickedCall]:
        """Return the next calls."""
        causes = likely(self.case)
        pointed = self._pointed
        if not pointed:
            return [self._unknown()]
        if not (pointed[0].causes and self.state.get("logged_in")):
            return [self._explained(pointed, causes)]
        if not self._is_placed and not causes[0].anywhere:
            return self._which_subscription(causes)
        for cause in causes:
            if proven(cause, self.case):
                since = {"since": self.since} if self.since else {}
                return [PickedCall("diagnose", {"question": self.case.text[:10_000], **since})]
            wanted = next_calls(cause, self.case)
            if wanted:
                return wanted
        candidates = [entry for cause in causes for entry in untied(cause, self.case)]
        if candidates and not (self.case.known.asked or talk().has("unknown", self.last)):
            return [self._ask("which", [candidate.name for candidate in candidates[:10]])]
        new = [PickedCall("look_up_code", {"error": each.name}) for each in self._new(pointed)[:1]]
        return [*new, _give_up(self.case, causes)]

    def _new(self, errors: Sequence[ErrorCode]) -> list[ErrorCode]:
        """Return those that were not explained before; beside a sure one, none that only a status brings."""
        explained, text = self.state.get("explained", ()), self.case.text
        is_sure = any(each.name in explained and each.score(text) > HINT for each in errors)
        return [
            error
            for error in errors
            if error.name not in explained
            and not (is_sure and error not in self.case.pointed and error.score(text) <= HINT)
        ]

    @property
    def _pointed(self) -> list[ErrorCode]:
        """The errors that the case may be about; without a code those that its facts point to."""
        case, anywhere = self.case, knowledge().anywhere
        every = list(dict.fromkeys((*case.pointed, *case.errors)))
        own = [code for code in every if code in case.pointed or code.family not in anywhere]
        return own or every

    def _explained(self, pointed: Sequence[ErrorCode], causes: Sequence[Cause]) -> PickedCall:
        """Say what an error means; then what a person looks at: nothing is said twice."""
        brings = knowledge().is_sure(self.last)
        if talk().has("unknown", self.last) and not brings:
            return _give_up(self.case, causes, pointed)
        new = pointed if brings else self._new(pointed)
        if new:
            return PickedCall("look_up_code", {"error": new[0].name})
        if talk().topic_of(self.last) and not self.case.pointed:
            return PickedCall("show_diagnosis", {"part": "steps"})
        if self.case.known.asked:
            return _give_up(self.case, causes, pointed)
        return self._ask("check", first=" ".join(_pages(causes[:2], self.language)))

    def _unknown(self) -> PickedCall:
        """Ask for what would tell more; not the same again, and not of a user who can't tell."""
        asked = self.case.known.asked
        if talk().has("unknown", self.last) or asked > 1:
            return _give_up(self.case, [])
        if talk().codes_in(self.case.text):
            return _give_up(self.case, []) if asked else self._ask("resource")
        return self._ask("code" if asked else "error")

    def _which_subscription(self, causes: Sequence[Cause]) -> list[PickedCall]:
        case = self.case
        listing = PickedCall("list_subscriptions", {})
        is_named = re.search(r"(?:subscription|abonnement)\s*:", case.text, re.IGNORECASE)
        if (is_named or not case.known.callers) and not is_made(listing, case):
            return [listing]
        if talk().has("unknown", self.last):
            return [_give_up(case, causes)]
        choices = [f"Subscription: {caller}" for caller in case.known.callers[:10]]
        points_to = _says("points_to", self.language).format(
            cause=causes[0].title.in_(self.language)
        )
        pointing = " ".join([points_to, *_pages(causes[:1], self.language)])
        return [self._ask("subscription", choices, pointing=pointing)]

    def _ask(
        self,
        which: str,
        choices: Sequence[str] = (),
        first: str = "",
        pointing: str = "",
    ) -> PickedCall:
        texts = talk().asks[which]
        question = f"{first} {texts.question.in_(self.language)}".strip()
        why = f"{pointing} {texts.why.in_(self.language)}".strip()
        arguments: dict[str, object] = {"question": question, "why": why}
        if choices:
            arguments["choices"] = list(choices)
        return PickedCall("ask_user", arguments)


def _begins(said: Sequence[str], state: State) -> int:
    """Return the place of the message that the present error begins with.

    Once a trace has ended, that is the newest one that brings an error; one that says that it is about something else,
    or has the code of an error that no table has, begins another in any case.
    """
    for n in reversed(range(1, len(said))):
        error = brings_error(said[n])
        another = says("again", said[n]) and (error or talk().has("trouble", said[n]))
        if another or (error and state.get("round")) or _is_in_no_table(said[n], said[:n]):
            return n
    return 0


def _is_in_no_table(message: str, earlier: Sequence[str]) -> bool:
    """Return whether a message has the code of an error in its usual form, which nobody named and no table has."""
    codes = re.findall(talk().words["pasted"], message)
    return bool(codes) and not knowledge().is_sure(message) and codes[0] not in "\n".join(earlier)


def next_calls(cause: Cause, case: Case) -> list[PickedCall]:
    """Return the calls that would tell whether it is this cause, and are not made yet."""
    for stage in cause.read:
        missing = [call for call in calls_of(stage, case) if not is_made(call, case)]
        if missing:
            return missing[:MOST_AT_ONCE]
    return []


def is_ruled_out(error: ErrorCode, case: Case) -> bool:
    """Return whether all that shows the causes of an error was read, and none of it does."""
    named = causes().of(error)
    stages = [stage for cause in named for stage in cause.read if stage.of]
    read = any(
        seen.about and seen.about.type == stage.of.lower() and seen.aspect in stage.aspects
        for seen in case.good
        for stage in stages
    )
    return read and not any(proven(cause, case) or next_calls(cause, case) for cause in named)


def _pages(every: Sequence[Cause], language: Language) -> list[str]:
    """Return where in the portal a person sees what these causes are about; of none where to begin."""
    return [
        _says("look", language).format(
            cause=cause.title.in_(language), page=causes().step[cause.steps[0]].portal
        )
        for cause in every
    ] or [_says("first_checks", language)]


def _says(name: str, language: Language) -> str:
    return talk().says[name].in_(language)


def _give_up(case: Case, causes: Sequence[Cause], errors: Sequence[ErrorCode] = ()) -> PickedCall:
    language = case.known.language
    refused = [seen for seen in case.seen if not seen.is_good]
    by_hand = [error.first.in_(language) for error in errors[:3]] + _pages(causes[:5], language)
    by_hand += [_says("others", language)] if refused or not causes else []
    lines = [f"{seen.tool} {seen.aspect} ({seen.status})".replace("  ", " ") for seen in case.seen]
    missing = [f"{seen.tool} {seen.aspect}".strip() for seen in refused]
    missing += [f"{call.tool}: {call.code}" for call in case.known.failed]
    arguments = {
        "checked": [*(one.title.in_(language) for one in causes), *lines][:20] if case.seen else [],
        "by_hand": [text[:300] for text in by_hand][:10],
        "missing": list(dict.fromkeys(missing))[:10],
    }
    return PickedCall("give_up", arguments)
