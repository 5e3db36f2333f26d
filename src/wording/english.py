"""English."""

from src.wording.export import ENGLISH_MEMO
from src.wording.texts import Wording

ENGLISH = Wording(
    sources="Sources",
    found="I found these sources:",
    nothing_of="No {what} found.",
    nothing_new_of="No new {what} found.",
    nothing_at_all="I found nothing about this, so I give no answer. Try other words.",
    nothing_new="What I found was in the dossier already.",
    removed="Left out:",
    restored="Put back:",
    added="Added:",
    client_mark="your document",
    fetched="fetched on {day}",
    fetched_from="fetched from {address} on {day}",
    undone="Undone: what turn {turns} changed in the dossier.",
    redone="Made again: what turn {turns} changed in the dossier.",
    answer_is_back="The answer is back.",
    selection_now="Selected now:",
    selected_before="Still selected, from before: {numbers}. If that does not belong here, say: leave out {named}.",
    found_before="Earlier: {numbers}; say ‘include {first}’ if one belongs here.",
    to=" to ",
    nothing_selected_now="No source is selected now.",
    digest_mark="our own digest",
    digest="our own digest, as of {as_of}",
    version_of="as of {as_of}",
    not_a_candidate="‘{title}’ is not in this dossier and was ignored.",
    no_source_named="I could not tell which source you mean. Give its title or its number in the list.",
    no_source_meant="I could not tell which source you mean by ‘{words}’. Give its title or its number in the list.",
    not_done="Not done: {reason}",
    ask_whether_right=(
        "Are these the right sources for your question? Say ‘yes’ for an answer, or name what to leave out or put back."
    ),
    ask_for_restore_or_question="Put a source back, or ask a new question?",
    ask_differently="How would you put it otherwise?",
    ask_for_question="What is your question?",
    sources_heading="SOURCES",
    not_quoted="Selected too, not quoted:",
    analysis_heading="ANALYSIS",
    answer_heading="ANSWER",
    facts_heading="FACTS FROM YOUR DOCUMENTS",
    open_heading="What stays open",
    checked=(
        "Checked: every quote above ({count}) stands word for word in the source named. That proves that it is there, "
        "not that it supports the claim; that judgement is yours."
    ),
    checked_in_brief="Checked: every quote above ({count}) stands word for word in the source named; whether it supports the claim is for you to judge.",
    labels="Note: {labels}. Say ‘explanation’ for what that means.",
    in_short={
        "ellipsis": "quotes with ‘...’",
        "cut": "the model was given a part of {titles}",
        "digest": "our own digests",
        "client": "your documents",
        "offline": "extractive answer of the offline model",
    },
    explanation_heading="EXPLANATION OF THE ANSWER",
    reworked={
        "claims": "The claims in short",
        "summary": "In short",
        "plain_words": "In plain words",
        "translation": "Translated",
        "email": "Draft of a message to the client",
    },
    salutation="Dear Sir or Madam,",
    valediction="Kind regards,",
    rework_checked="Every sentence stands on a quote of answer {answer}, and adds nothing to it.",
    rework_left_out="Left out: {count} of what the model wrote, as the source does not bear it out.",
    nothing_reworked="No sentence that the model wrote stands on a quote of the answer, so I do not show it.",
    nothing_to_rework="There is no answer in this dossier yet to do anything with. Ask a question and confirm the sources.",
    cannot_rework="The built-in offline model can't summarise, translate or rewrite: say ‘claims’ for the claims in short, or take the answer along with /export.",
    missing_facts_heading="What I don't know of your case",
    struck_heading="Struck from the answer",
    adds="A claim names ‘{flags}’, which does not stand in {source}.",
    verdicts={
        "exact": "A claim names something that does not stand in the selected sources.",
        "normalised": "A claim names something that does not stand in the selected sources.",
        "misattributed": "A quote that was said to stand in {source} stands in {found_in}.",
        "other-version": "A quote does not stand in this version of {source}, but in another: {found_in}.",
        "not-found": "A quote does not stand in {source}.",
        "no-quote": "A claim on {source} came without a quote.",
        "too-short": "A quote from {source} is too short to prove anything.",
    },
    flagged="Note: ‘{flags}’ does not stand in this source.",
    translated="Our translation: {gloss}",
    plain_words="In plain words, by our digest as of {as_of}: {gloss}",
    no_claim_stands=(
        "There is no answer: no claim of the model held out against the sources. The reasons are below. Add a source, or "
        "ask in another way."
    ),
    refused=(
        "There is no answer: {held} of {all} claims held out against the sources, and here an answer is given only if all "
        "of them do. What did not hold out is below."
    ),
    with_ellipsis="Where a quote has ‘...’, a part of the same sentence was left out; read it in the source.",
    cut="Of these sources, a part was given to the model, because of their length; quotes were checked against the whole: {titles}.",
    offline_label=(
        "This is an extractive answer of the offline model: it picks passages from your sources and does not reason."
    ),
    fallback=(
        "Note: the model could not be used just now. The built-in offline model stood in for it: it goes by fixed rules, "
        "picks passages and does not reason."
    ),
    digests_label="Note: sources marked ‘our own digest’ were written by us and are not the text itself.",
    client_label="Note: what ‘your document’ says was not verified.",
    personal_notice=(
        "Personal data with a fixed form was looked for. Names, and what is told in words (health, family, religion), are not "
        "recognised; see for yourself whether they are in it. Once you agree, the text may be sent to the model that is set."
    ),
    secrets_notice="It holds secrets ({kinds}): they are masked before anything of it is kept, or it is refused.",
    picture_mark="your picture",
    picture_notice=(
        "The picture is saved anew, without what it says of place, time and camera. Text in it is not read on "
        "this machine, so it is kept and sent to no model, unless you allow that with `unread`; see for yourself whether "
        "personal data or a password can be seen on it."
    ),
    picture_read_notice=(
        "The picture is saved anew, without what it says of place, time and camera. When you add it the text in it is read on "
        "this machine, and looked through as a message is; what else it shows is not looked at: see for yourself whether "
        "personal data can be seen on it. Once its text has passed, it may be sent to the model that is set."
    ),
    pictures_wait=(
        "Note: the text in this picture was not read on this machine, so it is kept and sent to no model. To have it sent unread, "
        "say yes when you are asked, or add it once more with `unread` (`--send-unread`)."
    ),
    pictures_unseen="Note: pictures are kept here and not looked at; all that is known of them is what you write with them.",
    pictures_seen="Looked at: {titles}.",
    since_removed="Note: this answer is based on version {version}; taken out of the selection since: {titles}.",
    no_conclusion="The model drew no conclusion, or one that your sources do not bear; it was left out.",
    no_claims="I found no passage in the selected sources that answers your question, and I make none up.",
    offline_conclusion="The passage that fits the question best: “{quote}” ({title}).",
    offline_conclusion_many="The passages above fit the question best; none of them stands out.",
    greeting="Hello. I am TESS.",
    about="I am TESS. Say what you look for or want done; everything is kept in the dossier.",
    thanks="You are welcome.",
    declined="All right. Say which source to leave out or put back, or put the question differently.",
    is_command="That is a command, not a question: type /{command} in the terminal; the web page has a button for it.",
    nothing_to_confirm="There are no sources to confirm yet.",
    which_is_meant="Which do you mean by ‘{words}’: {named}?",
    acts={
        "remove": "remove number {n}",
        "restore": "put number {n} back",
        "add": "put number {n} back",
        "show": "show number {n}",
        "change": "change number {n}",
        "move": "move number {n}",
        "merge": "merge number {n}",
        "split": "split number {n}",
    },
    shall_i_look_up="Shall I look this up as a question: ‘{words}’?",
    look_ups={
        "alone": "Look this up",
        "joined": "Look this up with my last question",
        "not": "No, never mind",
    },
    instead_of_rework={"claims": "Show the claims", "not": "No, never mind"},
    unsourced="The model wanted to say something that is not said here without a source; I held that back.",
    choose="Choose one of these, or say it in your own words:",
    done="Done.",
    unfinished="There is more to do than fits in one turn. Say ‘go on’, and I go on from here.",
    belongs_elsewhere="This seems to be for the desk ‘{desk}’. Begin a new dossier there to ask it.",
    own_words_cut="The model said more than I show; these are its first {count} characters.",
    history={
        "imported": "taken over",
        "undone": "undone: turn {names}",
        "redone": "made again: turn {names}",
        "found": "found: {names}",
        "added": "document added: {names}",
        "removed": "out of the dossier: {names}",
        "left_out": "left out: {names}",
        "put_back": "put back: {names}",
        "answered": "answer {names}",
        "answer_removed": "answer {names} withdrawn",
        "as_of": "day {names}",
        "renamed": "name: {names}",
        "named": "This dossier is now called: {title}",
        "unnamed": "This dossier has no name of its own any more.",
        "day_set": "From now on the day {as_of} counts. The sources are still the earlier ones: ask again to search for that day.",
        "day_unset": "From now on today counts. The sources are still the earlier ones: ask again to search for today.",
        "held": "legal hold set",
        "released": "legal hold lifted",
        "forgotten": "text erased of turn {names}",
        "nothing": "nothing changed",
        "said": " (“{words}”)",
        "source_found": "found by {tool} with “{query}”: rank {rank}, score {score}",
        "source_candidate": "candidate of {tool} with “{query}”, not offered: rank {rank}, score {score}",
        "source_added": "taken into the dossier",
        "source_left_out": "left out",
        "source_laid_aside": "laid aside for another question",
        "source_put_back": "put back",
        "source_shown": "shown in the selection",
        "source_looked_at": "looked at by a model, for {tool} with “{query}”",
        "source_used": "used in answer {answer}, not quoted",
        "source_quoted": "used and quoted in answer {answer}",
        "source_not_used": "not used in answer {answer}",
        "source_undone": "change undone",
        "source_redone": "change made again",
        "source_answer_undone": "answer {answer}, which used it, withdrawn",
        "only_sources": "source only in {place}",
        "only_selected": "selected only in {place}",
        "only_answers": "answer only in {place}",
        "other_text": "other text",
        "versions": "other version",
        "as_of_differs": "day",
        "put": "made: {names}",
        "replaced": "changed: {names}",
        "taken_out": "taken out: {names}",
        "asked": "asked: {names}",
        "labelled": "labels: {names}",
        "unlabelled": "labels taken away: {names}",
        "archived": "archived",
        "unarchived": "taken out of the archive",
        "artifact_put": "made",
        "artifact_replaced": "changed",
        "artifact_taken_out": "taken out",
        "only_artifacts": "only in {place}",
        "other_artifact": "differs",
        "artifacts_heading": "MADE",
        "hold_on": "This dossier is on legal hold now: nothing of it can be forgotten.",
        "hold_off": "The legal hold on this dossier is lifted.",
        "branch": "A branch of dossier {dossier}, answer {answer}: the same question, for the day {as_of}. That dossier is unchanged.",
        "forgot": "Erased: the text of turn {names}.",
        "forgot_all": "Erased: all text up to and including turn {names}.",
    },
    effects={
        "plan": "Plan",
        "stands_on": "Stands on: {names}",
        "confirm": (
            "Nothing of this plan ({digest}) is written before you confirm it; saying so in a message is not enough. Or "
            "say what is to be different."
        ),
        "confirmed": "I confirm the plan ‘{title}’ ({digest}).",
        "written": "Carried out",
        "before": "Confirmed before; nothing is written twice",
        "is_waiting": "not begun",
        "is_begun": "begun",
        "is_done": "done",
        "is_failed": "not done",
        "is_unknown": "not known",
        "open": (
            "This is not finished. What was begun may still be on its way: once the time for it is over it is looked "
            "up, before anything is tried again. That happens by itself."
        ),
        "stopped": "It was stopped there; what comes after it was not begun. Ask for a new plan to go on.",
        "forgotten": "This plan was confirmed before. What became of it was erased.",
        "twins": "This is there more than was asked for, as what was on its way arrived late:",
        "is_twin": "{count} more",
        "came_late": "not done, it was said; yet it is there: {count}",
        "twins_plan": "Take back what is there twice: {title}",
        "still_written": "Nothing outside was undone: what was written stays as it is there: {titles}.",
        "still_offered": (
            "Nothing outside was undone: what was written stays as it is there: {titles}. This plan would take back "
            "what can be taken back:"
        ),
    },
    memo=ENGLISH_MEMO,
)
