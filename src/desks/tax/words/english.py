"""English; legal terms stay Dutch."""

from dataclasses import replace

from src.desks.tax.words.texts import TaxTexts
from src.wording import ENGLISH as PLAIN

ENGLISH = replace(
    PLAIN,
    nothing_at_all="I found nothing about this in the library, so I give no answer. Try other words or name the article; `tess ingest` adds legislation and rulings.",
    facts_heading="FACTS FROM THE CLIENT'S DOCUMENTS",
    client_mark="the client's document",
    no_source_named="I could not tell which source you mean. Name the article, the ECLI or the number in the list.",
    no_source_meant="I could not tell which source you mean by ‘{words}’. Name the article, the ECLI or the number in the list.",
    digests_label="Note: sources marked ‘our own digest’ were written by us and are not the text of the law or ruling itself.",
    client_label="Note: ‘the client's document’ is not law. What it says was not verified, nor what it says about the law.",
    no_conclusion="The model drew no conclusion, or one that names law which your sources do not hold; it was left out.",
    greeting="Hello. I am TESS and help with questions about Dutch tax law, with sources that you can check.",
    about="I am TESS, an assistant for Dutch tax law. Ask a question and I look for legislation and case law; you see the sources first and can leave them out or put them back. Only after your ‘yes’ do I answer, with verbatim quotes. Everything is kept in the dossier.",
    unsourced="The model wanted to name an article or ruling that is not in this dossier; I held that back. Ask me to look the source up, and you will see its text first.",
    in_short={**PLAIN.in_short, "client": "documents of the client"},
    verdicts={
        **PLAIN.verdicts,
        "exact": "A claim names law that does not stand in the selected sources.",
        "normalised": "A claim names law that does not stand in the selected sources.",
    },
    history={
        **PLAIN.history,
        "added": "client's document added: {names}",
        "as_of": "law of {names}",
        "day_set": "From now on the law of {as_of} counts. The sources are still the earlier ones: ask again to search the law of that day.",
        "day_unset": "From now on the current law counts. The sources are still the earlier ones: ask again to search the current law.",
        "as_of_differs": "law of",
        "branch": "A branch of dossier {dossier}, answer {answer}: the same question, by the law in force on {as_of}. That dossier is unchanged.",
    },
)

ENGLISH_TEXTS = TaxTexts(
    missing="Not in the library: {titles}.",
    not_in_force="Note: the library holds no text of these that was in force on {as_of}; this is the nearest: {titles}.",
    uncertain="The library does not know whether this still read so on {as_of} (text of an earlier date): {titles}.",
    weak="Found with little evidence: these hold little of your question and may be about something else. None of them is selected; say ‘put {first} back’ if one belongs here, or ask in other words.",
    law_of_day="Searched: the law of {as_of}, the date of law of this dossier.",
    law_of_question="Searched: the law of {as_of}, for this question alone.",
    law_of_now="the latest text",
    law_of_a_day="the law of {day}",
    offers_day="Searched: {now}. Do you want {law}?",
    takes_day="Yes, {law}",
    keeps_day="No, answer by {law}",
    of_earlier_year="Note: this answer is by the text of {days}; the library has none that is newer. What changed since is not in it.",
    newer_digest="Newer is our own digest of {day} on {title}: ‘{passage}’",
)
