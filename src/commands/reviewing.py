"""Commands that look again at finished answers: check, replay, stale, rerun."""

import argparse
from collections.abc import Awaitable, Callable, Iterable

from src.bootstrap import Parts
from src.commands import running
from src.commands.printing import print_json, show, show_markdown, tell
from src.desks.desk import presenters
from src.dossier import chain
from src.dossier.models import Claim
from src.review.branches import Branch, Retimed
from src.review.check import CheckedAnswer
from src.review.check import check as judged
from src.review.differences import ClaimChange
from src.review.replay import Replayed
from src.review.reruns import Live, Recheck, Reruns, Stale
from src.spoken import said
from src.wording.history import one_line


def check(options: argparse.Namespace) -> int:
    """Print each claim with its stored verdict and the one that the gate comes to now."""
    dossier_id, found = _judged(options)
    same = all(answer.same for answer in found)
    answers = [answer.model_dump(mode="json") for answer in found]
    text = "\n".join(line for answer in found for line in _checked(answer))
    show(options, {"dossier_id": dossier_id, "same": same, "answers": answers}, text)
    return running.DONE if same else running.DIFFERENT


def _judged(options: argparse.Namespace) -> tuple[str, list[CheckedAnswer]]:
    """Return the id of a dossier, also of one in a pack, and its answers, judged again."""
    named, answer, rules = options.dossier, options.answer, running.rules_of(options)
    path = running.pack_at(named)
    if path is None:
        return named, running.on_store(
            options,
            lambda store: Recheck(store, rules, running.speaking(options)).check(named, answer),
        )
    pack = running.read_pack(options, path)
    entries = chain.entries(chain.verify(pack.lines))
    return pack.dossier.id, judged(pack.dossier, entries, rules(pack.dossier.desk), answer)


def _checked(answer: CheckedAnswer) -> Iterable[str]:
    yield f"{answer.answer}  {one_line(answer.question)}"
    if answer.erased:
        yield said("  erased: nothing is left to check")
        return
    for claim in answer.claims:
        known = {"stored": claim.stored or "-", "now": claim.recomputed or "-"}
        verdicts = said("stored {stored}, now {now}", **known)
        struck = said("  (struck)") if claim.struck else ""
        told = one_line(claim.text) or one_line(claim.quote)
        yield f"  {claim.state:<9}  {verdicts}  [{claim.source_id}] {told}{struck}"
    for source_id in answer.changed_sources:
        yield said(
            "  The text of source {source} is not the one that the answer was made from.",
            source=source_id,
        )
    if answer.altered:
        yield said("  The stored answer is not the one in the journal.")


def replay(options: argparse.Namespace) -> int:
    """Make an answer again, offline; or ask the model of now the very same."""
    if options.live:
        return _live(options)
    found = running.on_store(
        options,
        lambda store: Recheck(store, running.rules_of(options), running.speaking(options)).replay(
            options.dossier, options.answer
        ),
    )
    show(options, found.model_dump(mode="json"), "\n".join(_replayed(found)))
    return running.DONE if found.same else running.DIFFERENT


def _replayed(found: Replayed) -> Iterable[str]:
    if found.same:
        same = "{answer} came out the same, byte for byte, and so did its reply."
        yield said(same, answer=found.answer)
    else:
        differing = ", ".join(found.differences)
        yield said("{answer} came out otherwise: {what}.", answer=found.answer, what=differing)
        programs = {"then": found.made_by, "now": found.program}
        yield said("TESS {then} made it; this is TESS {now}.", **programs)
    if not found.prompt_same:
        yield said("The text of the prompt has changed since; the model's words of then were used.")


def _live(options: argparse.Namespace) -> int:
    found = _rerun(options, lambda reruns: reruns.live(options.dossier, options.answer))
    show(options, found.model_dump(mode="json"), "\n".join(_lived(found)))
    return running.DONE if found.same else running.DIFFERENT


def _lived(found: Live) -> Iterable[str]:
    models = {"then": found.model_then, "now": found.model}
    yield said("{answer} by {then}; asked again of {now}.", answer=found.answer, **models)
    if not found.sent_same:
        other = "It was not sent the same block of sources: this version of TESS builds another."
        yield said(other)
    yield from _changes(found.changes)


def stale(options: argparse.Namespace) -> int:
    """List the answers that no longer stand on what the library has now."""
    found = _rerun(options, lambda reruns: reruns.stale())
    show(options, found.model_dump(mode="json"), "\n".join(_staled(found)))
    if found.answers:
        return running.DIFFERENT
    return running.BROKEN if found.unreadable else running.DONE


def _staled(found: Stale) -> Iterable[str]:
    for answer in found.answers:
        yield f"{answer.dossier_id} {answer.answer}  {one_line(answer.question)}"
        for quote in answer.quotes:
            now = said(" (now {source})", source=quote.now) if quote.now else ""
            yield f"  {said(quote.state):<8}  [{quote.source_id}]{now} “{one_line(quote.quote)}”"
    for dossier_id in found.unreadable:
        yield said("{dossier}  could not be read; see tess verify {dossier}", dossier=dossier_id)
    if not found.answers and not found.unreadable:
        yield said("No answer is stale: all that was quoted still says the same.")


def rerun(options: argparse.Namespace) -> int:
    """Ask again from other sources, or as of another day, whichever the options name."""
    others = bool(options.without or getattr(options, "with"))
    if (options.as_of and others) or (options.keep and not options.as_of):
        tell(said("--as-of can't be used with --without or --with, and --keep needs --as-of."))
        return running.BROKEN
    return _retime(options) if options.as_of else _what_if(options)


def _retime(options: argparse.Namespace) -> int:
    """Show what differs on another day, and what becomes of the answer."""
    asked = options.dossier, options.answer, options.as_of, options.keep
    found = _rerun(options, lambda reruns: reruns.retime(*asked))
    if options.json:
        print_json(found.model_dump(mode="json"))
        return running.DONE
    print("\n".join(_retold(found)))
    _print_branch(found.branch)
    if found.kept:
        kept = said("Kept as {dossier}. The original is unchanged.", dossier=found.kept)
        print(f"\n{kept}")
    return running.DONE


def _retold(found: Retimed) -> Iterable[str]:
    for article in found.articles:
        if not article.cited:
            continue
        yield f"--- {article.source_id}  {one_line(article.title)}"
        if article.state == "none":
            yield said(
                "    no version of {day} in the library: asked again without it", day=found.as_of
            )
            continue
        yield f"+++ {article.then}"
        if article.state == "nearest":
            nearest = "    the nearest text: the library has none that counted on {day}"
            yield said(nearest, day=found.as_of)
        is_same = article.then == article.source_id
        same = said("    the same version") if is_same else said("    the same text")
        yield from map(one_line, article.difference.splitlines())
        yield from [] if article.difference else [same]
    for source_id in found.unchanged_sources:
        yield said("    {source} has no versions here and is used as it is", source=source_id)


def _what_if(options: argparse.Namespace) -> int:
    """Show what would become of an answer from other sources."""
    asked = options.dossier, options.answer, options.without, getattr(options, "with")
    found = _rerun(options, lambda reruns: reruns.what_if(*asked))
    if options.json:
        print_json(found.model_dump(mode="json"))
    else:
        _print_branch(found.branch)
    return running.DONE


def _print_branch(branch: Branch) -> None:
    print()
    show_markdown(branch.reply)
    against = said("Against {answer}:", answer=branch.original)
    print("\n".join(["", against, *_changes(branch.changes)]))


def _changes(changes: Iterable[ClaimChange]) -> Iterable[str]:
    for change in changes:
        for sign, claim in (("-", change.before), ("+", change.after)):
            if claim is not None and not (change.kind == "unchanged" and sign == "+"):
                mark = " " if change.kind == "unchanged" else sign
                yield f"{mark} {said(change.kind):<9}  {_claim(claim)}"


def _rerun(
    options: argparse.Namespace, work: Callable[[Reruns], Awaitable[running.Result]]
) -> running.Result:
    """Do what asks the desks of the settings again."""

    def asked(parts: Parts) -> Awaitable[running.Result]:
        lost = {name: desk.lost for name, desk in parts.desks.items() if desk.lost}
        return work(Reruns(parts.store, parts.answering, presenters(parts.desks), lost=lost))

    return running.in_engine(options, asked)


def _claim(claim: Claim) -> str:
    return f"[{claim.source_id}] {one_line(claim.text)} “{one_line(claim.quote)}”"
