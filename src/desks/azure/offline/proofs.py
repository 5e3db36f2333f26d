"""Which lines show a cause, and which calls would tell it, by ``knowledge/causes.toml``. Pure."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from src.desks.azure.knowledge.causes import Cause, Proof, Role, Stage, causes
from src.desks.azure.lines import ReplyLine
from src.desks.azure.offline.checks import CHECKS, CheckedLine
from src.desks.azure.offline.evidence import DEPLOYMENTS, Case, Seen, by_element
from src.desks.azure.resources import ResourceId

MOST_OF_A_TYPE = 3
"""Resources of one type that are read in the search of a cause."""


@dataclass(frozen=True)
class WantedCall:
    """A call that would tell more."""

    tool: str
    arguments: Mapping[str, object]

    def is_made(self, case: Case) -> bool:
        """Return whether it was made, or failed in this turn."""
        made = [(one.reply.tool, one.reply.arguments) for one in case.seen]
        made += [(one.tool, one.arguments) for one in case.known.failed]
        return any(tool == self.tool and self._is(arguments) for tool, arguments in made)

    def _is(self, arguments: str) -> bool:
        try:
            given = json.loads(arguments)
        except ValueError:
            return False
        return all(given.get(name) == value for name, value in self.arguments.items())


@dataclass(frozen=True)
class Evidence:
    """A line that shows something, and what it shows in both languages."""

    role: Role
    source_id: str
    line: str
    dutch: str
    english: str


def likely(case: Case) -> list[Cause]:
    """Return the causes that the errors of a case may have, the likeliest first."""
    names = (name for one in (*case.facts, *case.errors) for name in one.causes)
    return [one for name in dict.fromkeys(names) if (one := causes().named(name))]


def proven(cause: Cause, case: Case) -> list[Evidence]:
    """Return the lines that show a cause; none where no line is the cause."""
    shown: list[Evidence] = []
    proofs = list(causes().proofs(cause))
    for seen in case.seen:
        of_reply: list[Evidence] = []
        last: list[Evidence] = []
        for proof in proofs:
            is_cause = any(one.role == "cause" for one in of_reply)
            if not _is_for(proof, seen, case) or (proof.beside and not is_cause):
                continue
            if proof.else_ and last:
                continue
            last = list(_evidence(proof, seen, case))
            of_reply += last
        shown += of_reply
    return shown if any(one.role == "cause" for one in shown) else []


def _is_for(proof: Proof, seen: Seen, case: Case) -> bool:
    """Whether a reply may show this: of the right call, and about what the error is tied to."""
    about = seen.about
    if (proof.tool and seen.reply.tool != proof.tool) or (
        proof.aspect and seen.aspect != proof.aspect
    ):
        return False
    if not (seen.is_good or proof.any_status):
        return False
    types = [one.lower() for one in proof.of]
    if types and not (about and about.type in types):
        return False
    return (
        not about
        or not about.type
        or not (types or proof.aspect == "health")
        or case.is_tied(about)
    )


def _evidence(proof: Proof, seen: Seen, case: Case) -> Iterator[Evidence]:
    name = seen.about.name if seen.about else ""
    says = {"name": name, "namespace": case.namespace, "action": case.action or "*"}
    for one in _lines(proof, seen, case)[: proof.most]:
        line, more = (one.line, one.says) if isinstance(one, CheckedLine) else (one, {})
        filled = {**says, **more, "value": line.value}
        texts = proof.nl.format(**filled), proof.en.format(**filled)
        yield Evidence(proof.role, seen.reply.id, line.text, *texts)


def _lines(proof: Proof, seen: Seen, case: Case) -> Sequence[ReplyLine | CheckedLine]:
    if proof.check:
        return list(CHECKS[proof.check](case, seen))
    elements = by_element(seen.lines)
    lines = [one for one in seen.lines if _fits(proof, one)]
    if proof.element:
        has = re.compile(proof.element, re.IGNORECASE).search
        lines = [one for one in lines if any(has(each.text) for each in elements[one.element])]
    if not proof.about:
        return lines
    return [one for one in lines if not one.element or case.is_about(elements[one.element])]


def _fits(proof: Proof, line: ReplyLine) -> bool:
    ends = line.path in proof.fields if proof.whole else line.is_at(*proof.fields)
    return (
        (not proof.fields or ends)
        and (not proof.values or re.search(proof.values, line.value, re.IGNORECASE) is not None)
        and (not proof.lines or re.search(proof.lines, line.text, re.IGNORECASE) is not None)
        and (not proof.under or re.search(proof.under, line.path, re.IGNORECASE) is not None)
    )


def calls_of(stage: Stage, case: Case) -> list[WantedCall]:
    """Return the calls of a stage, by what is known so far."""
    if stage.of:
        return _of_type(stage, case)
    if stage.at:
        named = case.named_ids[0].text if case.named_ids and stage.at == "named" else case.scope
        return [_read(named, one) for one in stage.aspects]
    if stage.region:
        return _of_region(stage.region, case)
    if stage.provider:
        given = {"aspect": "provider_registration", "namespace": case.namespace}
        call = WantedCall("read_region", {"subscription": case.subscription, **given})
        return [call] if case.namespace else []
    if stage.log:
        return [
            WantedCall("activity_log", {"scope": case.scope, "hours": 168, "failed_only": True})
        ]
    if stage.deployments:
        known = case.ids(DEPLOYMENTS)
        failed = [one for one in known if case.has_failed(one)]
        ids = [one.text for one in (failed or known)[:2]] or [case.scope]
        return [_read(one, "deployment_operations") for one in ids]
    if stage.roles:
        return [_read(one, "properties") for one in case.roles()]
    return [WantedCall("list_subscriptions", {})]


def _of_type(stage: Stage, case: Case) -> list[WantedCall]:
    known = case.ids(stage.of)
    if not known:
        arguments: dict[str, object] = {"subscription": case.subscription}
        if case.group:
            arguments["group"] = case.group
        return [WantedCall("list_resources", arguments)] if stage.listed else []
    tied = [one for one in known if case.is_tied(one)]
    return [_read(one.text, aspect) for one in tied[:MOST_OF_A_TYPE] for aspect in stage.aspects]


def untied(cause: Cause, case: Case) -> list[ResourceId]:
    """Return the resources of which none is read, as the error does not tell which of them it is about."""
    for stage in cause.read:
        known = case.ids(stage.of) if stage.of else []
        if len(known) > 1 and stage.listed and not any(map(case.is_tied, known)):
            return known if not case.names_other(stage.of.lower(), known) else []
    return []


def _read(resource: str, aspect: str) -> WantedCall:
    return WantedCall("read_resource", {"id": resource, "aspect": aspect})


def _of_region(aspect: str, case: Case) -> list[WantedCall]:
    """Read the quotas or sizes of the region that is meant; where none is known, the group tells it."""
    if not case.location:
        return [_read(case.scope, "properties")] if case.group else []
    arguments = {"subscription": case.subscription, "location": case.location, "aspect": aspect}
    if aspect == "skus" and len(case.sizes) == 1:
        arguments["name"] = case.sizes[0]
    return [WantedCall("read_region", arguments)]
