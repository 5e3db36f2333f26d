"""Which lines show a cause, and which calls would tell it: an interpreter of ``knowledge/causes.toml``. Pure."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch

from src.desks.azure.knowledge import BilingualText, knowledge
from src.desks.azure.knowledge.causes import Cause, LineTest, Proof, Role, Stage, causes
from src.desks.azure.known import SeenReply
from src.desks.azure.lines import ReplyLine, line_of
from src.desks.azure.offline.evidence import Case, by_element
from src.desks.azure.resources import ResourceId
from src.llm.builtin.asking import PickedCall

MOST_OF_A_TYPE = 3
"""Resources of one type that are read in the search of a cause."""

Element = Sequence[ReplyLine]
Facts = Callable[[str], Sequence[str]]

_PAIR = re.compile(
    r"\b([A-Za-z][\w.]*\w)['\"]?(?:\s*[:=]\s*| is (?:set to )?| staat op )['\"]?([\w*./-]*\w)"
)
"""A field and its value, as people write them."""

_FACT = re.compile(r"\{([a-z_]+)(\??)\}")


@dataclass(frozen=True)
class Evidence:
    """A line that shows something, and what it shows."""

    role: Role
    source_id: str
    line: str
    text: BilingualText


def likely(case: Case) -> list[Cause]:
    """Return the causes that the errors of a case may have, the likeliest first; of a new error those alone."""
    earlier = () if knowledge().is_sure(case.known.last) else case.errors
    return causes().of(*case.pointed, *earlier)


def proven(cause: Cause, case: Case) -> list[Evidence]:
    """Return the lines that show a cause; none where no line is the cause."""
    shown: list[Evidence] = []
    values: set[str] = set()
    for seen in case.seen:
        is_cause, last = False, list[Evidence]()
        for proof in causes().proofs(cause):
            if not _is_for(proof, seen, case) or (proof.beside and not is_cause):
                continue
            if proof.else_ and last:
                continue
            lines = [
                (line, element)
                for line, element in _lines(proof, seen, case, cause)
                if not (proof.unseen and line.value in values)
            ]
            last = [_evidence(proof, seen, case, *found) for found in lines[: proof.most]]
            values.update(line.value for line, _ in lines)
            is_cause = is_cause or bool(last and proof.role == "cause")
            shown += last
    return shown if any(evidence.role == "cause" for evidence in shown) else []


def told(cause: Cause, case: Case) -> list[tuple[Proof, str]]:
    """Return what the user's own words show of a cause, each with these: a field and its value, or words of a proof."""
    found: list[tuple[Proof, str]] = []
    for proof in causes().proofs(cause):
        is_plain = proof.values and not (proof.where or proof.none or proof.then)
        by = [at.group() for at in re.finditer(proof.told, case.text, re.IGNORECASE)]
        by += [
            at.group()
            for at in _PAIR.finditer(case.text)
            for field in proof.fields
            if is_plain and _is_named(field, at[1], proof.values)
            for line in [line_of(f"{field}: {at[2]}")]
            if _says(proof, line, [line], case.fact)
        ]
        found += [(proof, by[0])] if by and proof.role == "cause" else []
    return found


def _is_named(field: str, name: str, values: str) -> bool:
    """Return whether a name is that of a field: "status", which many have, only where its value is named as well."""
    last = field.rpartition(".")[2]
    is_same = last.lower() == name.rpartition(".")[2].lower()
    return is_same and (last != last.lower() or "(?!" not in values)


def _is_of(test: LineTest, seen: SeenReply) -> bool:
    """Whether a reply is of the call that a test names."""
    types = [text.lower() for text in test.of]
    return (
        (not test.tool or seen.tool == test.tool)
        and (not test.aspect or seen.aspect == test.aspect)
        and (not types or bool(seen.about and seen.about.type in types))
    )


def _is_for(proof: Proof, seen: SeenReply, case: Case) -> bool:
    """Whether a reply may show this: of the right call, and about what and whom the error is of."""
    about, principal = seen.about, case.first("principal").lower()
    of_resource = about and about.type and (proof.of or proof.aspect == "health")
    return (
        _is_of(proof, seen)
        and (seen.is_good or proof.any_status)
        and not (of_resource and about and not case.is_tied(about))
        and not (proof.own and principal and case.known.principal.lower() not in ("", principal))
    )


def _evidence(
    proof: Proof, seen: SeenReply, case: Case, line: ReplyLine, element: Element
) -> Evidence:
    known = {
        "name": seen.about.name if seen.about else "",
        "namespace": case.first("namespace"),
        "action": case.first("action") or "*",
        "value": line.value,
    } | {name: _value(element, *fields) for name, fields in proof.says.items()}
    text = BilingualText(nl=proof.text.nl.format(**known), en=proof.text.en.format(**known))
    return Evidence(proof.role, seen.id, line.text, text)


def _lines(
    proof: Proof, seen: SeenReply, case: Case, cause: Cause
) -> list[tuple[ReplyLine, Element]]:
    """Return the lines of a reply that a proof wants, each with the element of a list that it belongs to."""
    every = by_element(seen.read, proof.within).values()
    if proof.none and not _is_nowhere(proof.none, proof, seen, case):
        return []
    elements = [entry for entry in every if _has_all(entry, proof.where, case.fact)]
    elements = [element for element in elements if _is_called(element, proof, case)] or elements
    found = [
        (line, element)
        for element in _lowest(elements, proof)
        if _has_all(element, proof.then, case.fact)
        if not (proof.about and element[0].element) or case.is_about(element)
        for line in element
        if _says(proof, line, element, case.fact) and _has_some(line, proof, seen, case)
    ]
    if proof.referred and not all(_is_shown_at(line, proof, case, cause) for line, _ in found):
        return []
    return found


def _says(test: LineTest, line: ReplyLine, element: Element, known: Facts) -> bool:
    return (
        (line.is_at(*test.fields) or not test.fields)
        and _fits(test.values, line.value, known)
        and _fits(test.lines, line.text, known)
        and _fits(test.under, line.path, known)
        and (not test.covers or _covers(line.value, known(test.covers)))
        and (not test.spans or _spans(line.value, known(test.spans)))
        and (not test.above or _is_above(test, line, element, known))
    )


def _fits(pattern: str, text: str, known: Facts) -> bool:
    if not all(known(name) for name, _ in _FACT.findall(pattern)):
        return True
    filled = _FACT.sub(lambda at: f"(?:{'|'.join(map(re.escape, known(at[1])))})", pattern)
    return re.search(filled, text, re.IGNORECASE) is not None


def _covers(pattern: str, wanted: Sequence[str]) -> bool:
    return fnmatch(wanted[0].lower(), pattern.lower()) if wanted else pattern == "*"


def _spans(value: str, wanted: Sequence[str]) -> bool:
    """Whether a range has a number in it; where none is wanted, whether it has all that a port may be."""
    low, _, high = ("0-65535" if value == "*" else value).partition("-")
    number = [int(text) for text in wanted[:1]] or [0, 65_535]
    return _number(low) <= number[0] and number[-1] <= _number(high or low)


def _is_above(test: LineTest, line: ReplyLine, element: Element, known: Facts) -> bool:
    limit, more = _value(element, test.above), known(test.beside_it)[:1]
    return bool(limit) and _number(line.value) + sum(map(int, more)) >= _number(limit) + len(more)


def _number(text: str) -> int:
    """Return the number that a text begins with; 0 where it begins with none."""
    found = re.match(r"\d+", text)
    return int(found.group()) if found else 0


def _value(element: Element, *fields: str) -> str:
    return next((line.value for end in fields for line in element if line.is_at(end)), "")


def _has_all(element: Element, tests: Iterable[LineTest], known: Facts) -> bool:
    return all(any(_says(test, line, element, known) for line in element) for test in tests)


def _replies(test: LineTest, seen: SeenReply, case: Case) -> list[SeenReply]:
    """Return the replies that a test is of: those of the call that it names, else the one at hand."""
    names_call = test.tool or test.of or test.aspect
    return [seen for seen in case.seen if _is_of(test, seen)] if names_call else [seen]


def _is_nowhere(tests: Sequence[LineTest], proof: Proof, seen: SeenReply, case: Case) -> bool:
    replies = [reply for reply in _replies(tests[0], seen, case) if reply.is_good]
    elements = (each for seen in replies for each in by_element(seen.read, proof.within).values())
    return bool(replies) and not any(_has_all(element, tests, case.fact) for element in elements)


def _has_some(line: ReplyLine, proof: Proof, seen: SeenReply, case: Case) -> bool:
    def known(name: str) -> Sequence[str]:
        return [line.value] if name == "value" else case.fact(name)

    return all(
        any(
            _has_all([each], [test], known)
            for reply in _replies(test, seen, case)
            for each in reply.read
        )
        for test in proof.some
    )


def _is_shown_at(line: ReplyLine, proof: Proof, case: Case, cause: Cause) -> bool:
    """Whether what a line refers to was read, and a proof of that aspect shows in the reply."""
    name = line.value.rpartition("/")[2].lower()
    return any(
        _lines(other, seen, case, cause)
        for seen in case.good
        if seen.aspect == "properties" and seen.about and seen.about.name.lower() == name
        for other in causes().proofs(cause)
        if other.aspect == proof.referred
    )


def _is_called(element: Element, proof: Proof, case: Case) -> bool:
    """Whether the error calls an element by a name of it, however either is written."""
    names = [_letters(line.value) for line in element if line.is_at(*proof.named)]
    return any(len(name) > 5 and name in _letters(case.text) for name in names)


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower()).replace("vcpus", "cores")


def _lowest(elements: Sequence[Element], proof: Proof) -> list[Element]:
    """Return of elements that come in an order the first of each kind; others all."""
    if not proof.lowest:
        return list(elements)
    ordered = sorted(elements, key=lambda entry: _number(_value(entry, proof.lowest)), reverse=True)
    return [*{_value(sequence, proof.each).lower(): sequence for sequence in ordered}.values()]


def is_made(call: PickedCall, case: Case) -> bool:
    """Return whether a call was made, or failed in this turn."""
    return any(
        made.tool == call.tool and call.arguments.items() <= made.given.items()
        for made in (*case.seen, *case.known.failed)
    )


def calls_of(stage: Stage, case: Case) -> list[PickedCall]:
    """Return the calls of a stage, by what is known so far."""
    if stage.of:
        return _of_type(stage, case)
    arguments: dict[str, object] = {}
    several: list[str] = []
    for name, value in stage.arguments.items():
        fact = _FACT.fullmatch(str(value))
        found = case.fact(fact[1]) if fact else [value]
        if name == "id":
            several = [str(text) for text in found]
        elif fact and fact[2]:
            arguments |= {name: found[0]} if len(found) == 1 else {}
        elif not found:
            return []
        else:
            arguments[name] = found[0]
    if "id" not in stage.arguments:
        return [PickedCall(stage.tool, arguments)]
    return [_read(text, aspect) for text in several for aspect in stage.aspects]


def _of_type(stage: Stage, case: Case) -> list[PickedCall]:
    known = case.ids(stage.of)
    if not known and stage.listed:
        group = {"group": case.group} if case.group else {}
        return [PickedCall("list_resources", {"subscription": case.subscription, **group})]
    tied = [entry for entry in known if case.is_tied(entry)]
    return [_read(each.text, aspect) for each in tied[:MOST_OF_A_TYPE] for aspect in stage.aspects]


def untied(cause: Cause, case: Case) -> list[ResourceId]:
    """Return the resources of which none is read, as the error does not tell which of them it is about."""
    for stage in cause.read:
        known = case.ids(stage.of) if stage.of else []
        if len(known) > 1 and stage.listed and not any(map(case.is_tied, known)):
            return [] if case.names_other(stage.of, known) else known
    return []


def _read(resource: str, aspect: str) -> PickedCall:
    return PickedCall("read_resource", {"id": resource, "aspect": aspect})
