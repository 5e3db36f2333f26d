"""Commands that look again at finished answers: check, replay, stale, retime, whatif."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from src.commands.running import (
    BROKEN,
    DIFFERENT,
    DONE,
    in_engine,
    on_store,
    pack_at,
    print_json,
    read_pack,
    rules_of,
    speaking,
)

if TYPE_CHECKING:
    from src.dossier.models import Claim
    from src.review.branches import Branch, Retimed
    from src.review.check import CheckedAnswer
    from src.review.differences import ClaimChange
    from src.review.replay import Replayed


def check(options: argparse.Namespace) -> int:
    """Print each claim with its stored verdict and the one that the gate comes to now."""
    dossier_id, found = _judged(options)
    same = all(answer.same for answer in found)
    if options.json:
        answers = [answer.model_dump(mode="json") for answer in found]
        print_json({"dossier_id": dossier_id, "same": same, "answers": answers})
    else:
        for answer in found:
            print("\n".join(_checked(answer)))
    return DONE if same else DIFFERENT


def _judged(options: argparse.Namespace) -> "tuple[str, list[CheckedAnswer]]":
    """Return the id of a dossier, also of one in a pack, and its answers, judged anew."""
    named, answer, rules = options.dossier, options.answer, rules_of(options)
    path = pack_at(named)
    if path is None:
        from src.review.recheck import Recheck

        return named, on_store(
            options,
            lambda store: Recheck(store, rules, speaking(options)).check(named, answer),
        )
    from src.dossier import chain
    from src.review.check import check as judged

    pack = read_pack(options, path)
    entries = chain.entries(chain.verify(pack.lines))
    return pack.dossier.id, judged(pack.dossier, entries, rules(pack.dossier.desk), answer)


def _checked(answer: "CheckedAnswer") -> Iterable[str]:
    from src.wording.history import one_line

    yield f"{answer.answer}  {one_line(answer.question)}"
    if answer.erased:
        yield "  erased: nothing is left to check"
        return
    for claim in answer.claims:
        verdicts = f"stored {claim.stored or '-'}, now {claim.recomputed or '-'}"
        struck = "  (struck)" if claim.struck else ""
        told = one_line(claim.text) or one_line(claim.quote)
        yield f"  {claim.state:<9}  {verdicts}  [{claim.source_id}] {told}{struck}"
    for source_id in answer.changed_sources:
        yield f"  The text of source {source_id} is not the one that the answer was made from."
    if answer.altered:
        yield "  The stored answer is not the one in the journal."


def replay(options: argparse.Namespace) -> int:
    """Make an answer again, offline; or ask the model of now the very same."""
    if options.live:
        return _live(options)
    from src.review.recheck import Recheck

    found = on_store(
        options,
        lambda store: Recheck(store, rules_of(options), speaking(options)).replay(
            options.dossier, options.answer
        ),
    )
    if options.json:
        print_json(found.model_dump(mode="json"))
    else:
        print("\n".join(_replayed(found)))
    return DONE if found.same else DIFFERENT


def _replayed(found: "Replayed") -> Iterable[str]:
    if found.same:
        yield f"{found.answer} came out the same, byte for byte, and so did its reply."
    else:
        yield f"{found.answer} came out otherwise: {', '.join(found.differences)}."
        yield f"TESS {found.made_by} made it; this is TESS {found.program}."
    if not found.prompt_same:
        yield "The text of the prompt has changed since; the model's words of then were used."


def _live(options: argparse.Namespace) -> int:
    found = in_engine(options, lambda reruns: reruns.live(options.dossier, options.answer))
    if options.json:
        print_json(found.model_dump(mode="json"))
    else:
        print(f"{found.answer} by {found.model_then}; asked again of {found.model}.")
        if not found.sent_same:
            print("It was not sent the same block of sources: this version of TESS builds another.")
        _print_changes(found.changes)
    return DONE if found.same else DIFFERENT


def stale(options: argparse.Namespace) -> int:
    """List the answers that no longer stand on what the library has now."""
    from src.wording.history import one_line

    found = in_engine(options, lambda reruns: reruns.stale())
    if options.json:
        print_json(found.model_dump(mode="json"))
    else:
        for answer in found.answers:
            print(f"{answer.dossier_id} {answer.answer}  {one_line(answer.question)}")
            for quote in answer.quotes:
                now = f" (now {quote.now})" if quote.now else ""
                print(f"  {quote.state:<8}  [{quote.source_id}]{now} “{one_line(quote.quote)}”")
        for dossier_id in found.unreadable:
            print(f"{dossier_id}  could not be read; see tess verify {dossier_id}")
    if found.answers:
        return DIFFERENT
    return BROKEN if found.unreadable else DONE


def retime(options: argparse.Namespace) -> int:
    """Show what differs on another day, and what becomes of the answer."""
    found = in_engine(
        options,
        lambda reruns: reruns.retime(options.dossier, options.answer, options.as_of, options.keep),
    )
    if options.json:
        print_json(found.model_dump(mode="json"))
        return DONE
    print("\n".join(_retold(found)))
    _print_branch(found.branch)
    if found.kept:
        print(f"\nKept as {found.kept}. The original is unchanged.")
    return DONE


def _retold(found: "Retimed") -> Iterable[str]:
    from src.wording.history import one_line

    for article in found.articles:
        if not article.cited:
            continue
        yield f"--- {article.source_id}  {one_line(article.title)}"
        if article.state == "none":
            yield f"    no version of {found.as_of} in the library: asked again without it"
            continue
        yield f"+++ {article.then}"
        if article.state == "nearest":
            yield f"    the nearest text: the library has none that counted on {found.as_of}"
        same = "    the same version" if article.then == article.source_id else "    the same text"
        yield from map(one_line, article.difference.splitlines())
        yield from [] if article.difference else [same]
    for source_id in found.unchanged_sources:
        yield f"    {source_id} has no versions here and is used as it is"


def what_if(options: argparse.Namespace) -> int:
    """Show what would become of an answer from other sources."""
    without, added = options.without, getattr(options, "with")
    found = in_engine(
        options, lambda reruns: reruns.what_if(options.dossier, options.answer, without, added)
    )
    if options.json:
        print_json(found.model_dump(mode="json"))
    else:
        _print_branch(found.branch)
    return DONE


def _print_branch(branch: "Branch") -> None:
    print(f"\n{branch.reply}\n")
    print(f"Against {branch.original}:")
    _print_changes(branch.changes)


def _print_changes(changes: "Iterable[ClaimChange]") -> None:
    for change in changes:
        for sign, claim in (("-", change.before), ("+", change.after)):
            if claim is not None and not (change.kind == "unchanged" and sign == "+"):
                mark = " " if change.kind == "unchanged" else sign
                print(f"{mark} {change.kind:<9}  {_claim(claim)}")


def _claim(claim: "Claim") -> str:
    from src.wording.history import one_line

    return f"[{claim.source_id}] {one_line(claim.text)} “{one_line(claim.quote)}”"
