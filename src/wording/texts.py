"""The list of fixed texts; a language is one instance, so that a missing text fails at import.

What stands here every desk says. A desk that says one of these in words of its own field replaces it with
``dataclasses.replace``; what only that desk says stands in its own room.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from src.dossier.models import Claim, ConclusionSentence, Gloss, Verdict


@dataclass(frozen=True)
class Wording:
    """Texts in one language; names in braces are filled in with ``str.format``, strictly."""

    # Sources
    sources: str
    """Sources of a kind that its desk has no name for."""
    found: str
    nothing_of: str
    """{what}: a kind of source."""
    nothing_new_of: str
    nothing_at_all: str
    nothing_new: str
    removed: str
    restored: str
    added: str
    client_mark: str
    fetched: str
    """{day}: behind what a document is called that was fetched from an address."""
    fetched_from: str
    undone: str
    """{changes}: what the user asked for in the messages that made them, or ``last_change``."""
    redone: str
    last_change: str
    nothing_to_turn: str
    """Where a desk takes nothing back."""
    changed_nothing: str
    """{changes}: as above, of the last message that changed something."""
    undo_last: str
    """The reply by which that is taken back."""
    answer_is_back: str
    """Behind it, where that brought an answer back."""
    selection_now: str
    selected_before: str
    """{numbers}, {named}: the same numbers, shown and as a user types them."""
    found_beside: str
    """{numbers}, {first}: what this turn found and did not choose, and the first of it."""
    found_before: str
    """{numbers}, {first}: what the dossier holds beside the selection, and the first of it."""
    to: str
    """Between the first and the last of a row of numbers."""
    nothing_selected_now: str
    digest_mark: str
    digest: str
    version_of: str
    # What could not be done
    not_a_candidate: str
    already_removed: str
    already_restored: str
    no_source_named: str
    no_source_meant: str
    """{words}: what the user said."""
    not_done: str
    # The closing question
    ask_whether_right: str
    ask_for_restore_or_question: str
    ask_for_question: str
    ask_differently: str
    # The answer
    sources_heading: str
    not_quoted: str
    analysis_heading: str
    answer_heading: str
    for_day: str
    """{day}: the day that an answer was asked for, below its conclusion."""
    texts_of: str
    """{days}: of the texts that it quotes; behind the former."""
    word_for_word: str
    """{source}: the mark of a quote that the conclusion gives and that is all there is to say."""
    facts_heading: str
    open_heading: str
    checked: str
    checked_in_brief: str
    labels: str
    """{labels}: what must be known of an answer, as ``in_short`` has it."""
    in_short: Mapping[str, str]
    """{titles} of what was cut."""
    explanation_heading: str
    # An answer said in another way
    reworked: Mapping[str, str]
    """Headings, by kind."""
    message_to: str
    hello: str
    salutation: str
    valediction: str
    rework_checked: str
    rework_left_out: str
    nothing_reworked: str
    nothing_to_rework: str
    cannot_rework: str
    cannot_reshape: str
    cannot_act: str
    """{words}: the user's, for which the desk has no tool."""
    # The rest of an answer
    missing_facts_heading: str
    struck_heading: str
    no_such_source: str
    """In place of the id of a source, where a claim names one that nothing has."""
    adds: str
    """{flags}, {source}: why a claim is struck whose quote stands."""
    verdicts: Mapping[str, str]
    """Why a claim is struck, by verdict: {source}, {found_in}."""
    flagged: str
    translated: str
    """{gloss}: a quote in the language of the answer."""
    plain_words: str
    """{gloss}, {as_of}: what our digest says of a source that is quoted."""
    no_claim_stands: str
    refused: str
    """{held}, {all}: numbers of claims."""
    with_ellipsis: str
    cut: str
    offline_label: str
    fallback: str
    digests_label: str
    client_label: str
    personal_notice: str
    """What a check for personal data can't tell."""
    secrets_notice: str
    """{kinds}: what secrets a check found, and how many of each."""
    picture_mark: str
    picture_notice: str
    """What the check of a picture can't tell, and what becomes of it."""
    picture_read_notice: str
    """The same where the text in pictures is read."""
    pictures_wait: str
    """That a picture was kept and is not sent to a model, and how to allow that."""
    pictures_unseen: str
    """That nothing here looks at pictures."""
    pictures_seen: str
    """{titles}: of pictures that a model was given."""
    since_removed: str
    no_claims: str
    no_conclusion: str
    drew_none: str
    sentence_struck: Mapping[str, str]
    """Why a sentence of a conclusion is left out, by the word of the gate: {flags}."""
    turned: Mapping[str, str]
    """How a claim turns its quote, by the word of the gate; stands in ``says_otherwise``."""
    settled_by: str
    """{quote}: the sentence of a source that decides against something."""
    says_otherwise: str
    calculations_heading: str
    corrected: str
    """{given}: what the model had made of a calculation."""
    of_document: str
    """Behind what a document of the user's alone says of a rule."""
    told_by_user: str
    unsourced_mark: str
    not_stated_heading: str
    not_stated: str
    """Before what a second reading did not find in the sources."""
    none_stands: str
    """In place of a conclusion of which nothing stands."""
    unread: str
    """That the second reading of an answer could not be had."""
    # What the offline model says
    offline_conclusion: str
    offline_conclusion_many: str
    greeting: str
    about: str
    thanks: str
    declined: str
    not_here: str
    """What can be said and done while sources or an answer are there, where a message asks for something else."""
    is_command: str
    """{command}: its name."""
    nothing_to_confirm: str
    yes_to_what: str
    """Asked of a yes for which nothing waits."""
    about_what: str
    """Asked of a message that names no subject."""
    taken_as: str
    """{act}: what a message was understood to ask for."""
    which_is_meant: str
    """{words}: the user's; {named}: numbers and titles of what they may mean."""
    acts: Mapping[str, str]
    """By act, how a user says it of the thing with number {n}: replies to choose from."""
    what_is_meant: str
    """{words}: the user's, of which not all is understood."""
    do_it: str
    """{words}: the same; the reply by which it is done as it was understood."""
    something_else: str
    """The reply by which nothing that was offered is meant."""
    in_own_words: str
    """Said to that."""
    unsourced: str
    """In place of words of the model that it may not say."""
    choose: str
    """Before the answers that a question offers."""
    done: str
    """Where nothing else is to be told."""
    unfinished: str
    belongs_elsewhere: str
    """{desk}: its title."""
    own_words_cut: str
    # The history of a dossier, by what happened or differs
    history: Mapping[str, str]
    # What is written to other systems: plans, and how they stand
    effects: Mapping[str, str]
    # An answer handed over, by part of the memo
    memo: Mapping[str, str]

    def notice_of(self, secrets: Mapping[str, int]) -> str:
        """Return what a check tells a person: what becomes of these secrets, and what it can't tell."""
        kinds = ", ".join(f"{kind}: {count}" for kind, count in secrets.items())
        told = [self.secrets_notice.format(kinds=kinds)] if kinds else []
        return " ".join([*told, self.personal_notice])

    def gloss(self, gloss: Gloss, day: str) -> str:
        """Return our plain words for a quote, marked as ours; ``day`` is their day as it is written there."""
        template = self.translated if gloss.translation else self.plain_words
        return template.format(gloss=gloss.text, as_of=day)

    def left_out(self, sentence: ConclusionSentence) -> str:
        """Return why a sentence of a conclusion may not stand."""
        why = self.sentence_struck.get(sentence.struck) or self.turned[sentence.struck]
        return f"{why.format(flags=', '.join(sentence.added))}{self._settled(sentence)}"

    def _settled(self, fell: Claim | ConclusionSentence) -> str:
        return f". {self.settled_by.format(quote=fell.settled_by)}" if fell.settled_by else ""

    def struck(self, claim: Claim, verdict: Verdict, source: str, found_in: str) -> str:
        """Return why a claim with this verdict may not stand; ``found_in``: title of the source that has its quote."""
        if claim.turned:
            why = self.says_otherwise.format(source=source, why=self.turned[claim.turned])
            return f"{why}{self._settled(claim)}"
        if claim.flags and verdict in ("exact", "normalised"):
            return self.adds.format(flags=", ".join(claim.flags), source=source)
        has_quote = (claim.given or claim.quote).strip()
        by_user = claim.source_id in ("", "user") and verdict in ("exact", "normalised")
        reason = self.verdicts["told" if by_user else verdict if has_quote else "no-quote"]
        return reason.format(source=source, found_in=found_in)
