"""What is said of and by the desk: ``client`` before it is asked, ``TEXTS`` in its replies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from src.desks.backlog.artifacts import Candidate, CandidateSign, ItemNote, TagName
from src.desks.backlog.item_edit import EditProblem
from src.desks.backlog.planning import LeftOutReason, UnplannedItem
from src.dossier.models import Language
from src.errors import refusal
from src.wording import WORDINGS as ANY_DESK
from src.wording import Wording
from src.wording.markdown import bullets, plain


@dataclass(frozen=True)
class BacklogTexts:
    """Texts of one language; names in braces are filled in."""

    language: Language
    types: Mapping[str, str]
    tags: Mapping[TagName, str]
    states: Mapping[str, str]
    loaded: str
    """{project}, {count}, {types}."""
    loaded_nothing: str
    """{project}."""
    changed: str
    """{changed}."""
    gone: str
    loaded_large: str
    segmented: str
    """{segments}, {title}."""
    segments: tuple[str, str]
    """One of them, and {count} of them."""
    segment: str
    """{order}, {first}, {last}, {intent}."""
    made: tuple[str, str]
    """One of them, and {count} of them."""
    made_nothing: str
    struck: str
    candidates: str
    candidate: str
    """{number}, {why}."""
    signs: Mapping[CandidateSign, str]
    became: str
    """{number}."""
    is_struck: str
    candidates_changed: str
    faults: Mapping[str, str]
    unprocessed: str
    """{orders}."""
    tagged: str
    """{counts}."""
    tag_failed: str
    """{numbers}."""
    left: str
    """{left}."""
    paused: str
    """{tokens}."""
    what_next: str
    """{number}."""
    judged: str
    changed_items: str
    changed_nothing: str
    problems: Mapping[EditProblem, str]
    tagged_by_hand: str
    """{number}, {tag}."""
    retag: str
    plan_lapsed: str
    begins: str
    """{title}; a command, which ``plain_words`` knows again."""
    awaited: str
    meeting: str
    transcript_taken: str
    confirm_it: str
    told: str
    """{turn}."""
    said_by: str
    """{speaker}, {line}."""
    under: str
    priority: str
    """{priority}."""
    no_items: str
    conflict: str
    """{number}, {title}, {other}, {mine}, {theirs}."""
    conflict_choices: Sequence[str]
    """{number}."""
    left_out: str
    planned: str
    takes_back: str
    reasons: Mapping[LeftOutReason, str]
    nothing_to_write: str
    nothing_to_take_back: str
    criteria: str
    evidence: str
    below: str
    constraint: str
    violated: str
    delta: str
    steps: Mapping[str, str]
    """How a step ended, by its state."""
    stale: str
    notes: Mapping[ItemNote, str]
    noted: str
    segment_of: str
    """{order}, {first}, {last}."""
    items: str

    def candidate_state(self, one: Candidate) -> str:
        """Return what became of a candidate; empty where it waits."""
        if one.item_id:
            return self.became.format(number=one.item_id.rpartition("-")[2])
        return self.is_struck if one.struck else ""

    def listed_left_out(self, rows: Sequence[tuple[int, LeftOutReason, str]]) -> str:
        """Return items that are left out, those of one reason in one line."""
        by_reason: dict[tuple[LeftOutReason, str], list[int]] = {}
        for number, reason, detail in rows:
            by_reason.setdefault((reason, detail), []).append(number)
        lines = [
            f"{', '.join(map(str, numbers))}: {self._reason(*why)}"
            for why, numbers in by_reason.items()
        ]
        return f"**{self.left_out}**\n\n{bullets(lines)}" if lines else ""

    def _reason(self, reason: LeftOutReason, detail: str) -> str:
        return self.reasons[reason] + (f" ({plain(detail)})" if detail else "")


def rows_of(
    left_out: Sequence[UnplannedItem], language: Language
) -> list[tuple[int, LeftOutReason, str]]:
    """Return what is left out by the number of each item, with what the tracker says of it."""
    return [
        (
            int(one.item_id.rpartition("-")[2]),
            one.reason,
            refusal(one.refused.code, one.refused.details, language) if one.refused else "",
        )
        for one in left_out
    ]


DUTCH = BacklogTexts(
    language="nl",
    types={"epic": "epic", "feature": "feature", "story": "story", "bug": "bug"},
    tags={
        "new": "nieuw",
        "gap": "vult aan",
        "extend": "breidt uit",
        "conflict": "strijdig",
        "duplicate": "bestaat al",
    },
    states={
        "draft": "concept",
        "left_out": "weggelaten",
        "unprocessed": "niet verwerkt",
        "written": "geschreven",
    },
    loaded="De backlog van {project} is gelezen: {count} werkitems ({types}).",
    loaded_nothing="De backlog van {project} is leeg: alles wat het overleg vraagt is nieuw.",
    changed="Nieuw of gewijzigd sinds de vorige keer: {changed}.",
    gone="Er niet meer, en daarom niet meer gebruikt:",
    loaded_large="Het zijn er te veel om te tonen; waar een story op lijkt wordt een bron.",
    segmented="“{title}” is verdeeld in {segments}: de hele tekst, woord voor woord.",
    segments=("1 segment", "{count} segmenten"),
    segment="segment {order}, regel {first} tot {last}: {intent}",
    made=(
        "1 item geschreven, met de woorden van het overleg waar het op staat.",
        "{count} items geschreven, elk met de woorden van het overleg waar het op staat.",
    ),
    made_nothing="In deze segmenten werd niets gevraagd of besloten dat een item wordt.",
    struck="Geschrapt, en dus nooit gepland:",
    candidates="Misschien ook een behoefte. Zeg “maak items van 1 en 3”, “streep 2 weg”, of in uw eigen woorden wat het wordt:",
    candidate="{number} ({why})",
    signs={
        "proposed": "een voorstel",
        "complaint": "een klacht",
        "by_hand": "met de hand",
        "amount": "een getal",
        "other": "het lezen waard",
    },
    became="item {number}",
    is_struck="weggestreept",
    candidates_changed="Kandidaten:",
    faults={
        "no_quote": "zonder woorden uit het overleg",
        "quote_not_found": "de aangehaalde woorden staan niet in het segment",
        "rejected": "in de volgende regel van de hand gewezen",
        "no_title": "zonder titel",
        "same_title": "er is al een item met deze titel",
        "is_there": "het werkitem bestaat al en wordt gebruikt",
        "too_many": "er zijn er te veel in dit segment",
    },
    unprocessed="Niet verwerkt, want het model gaf tweemaal niets bruikbaars: segment {orders}. Zeg: schrijf segment {orders} "
    "opnieuw.",
    tagged="Tegen de backlog gehouden: {counts}.",
    tag_failed="Zonder bruikbaar oordeel, en daarom in geen plan tot u het zegt: {numbers}. Zeg: tag item {numbers} als new.",
    left="Er zijn er nog {left}. Zeg: ga door.",
    paused="Hier is {tokens} tokens aan besteed, de grens van een run; de rest wacht. Zeg: ga door, dan mag het nog eens "
    "zoveel kosten.",
    what_next="Kijk de items na (`toon item {number}`), wijzig ze in uw eigen woorden of laat er weg, en zeg: maak een plan.",
    judged="Beoordeeld van 1 (slecht) tot 5 (goed):",
    changed_items="Gewijzigd:",
    changed_nothing="Er is niets gewijzigd.",
    problems={
        "not_said": "Niet gedaan: die woorden staan niet in uw laatste bericht, en elke wijziging berust op wat u zelf zegt.",
        "not_known": "Niet gedaan: noch u, noch het overleg noemt wie dit wil.",
        "no_such_item": "Er is geen item met dat nummer dat hiervoor in aanmerking komt.",
        "no_such_criterion": "Dat item heeft geen criterium met dat nummer.",
        "no_such_work_item": "In de gelezen backlog staat geen werkitem met dat nummer. Zeg: laad de backlog van PROJECT.",
        "no_such_candidate": "Er wacht geen kandidaat met dat nummer. Zeg: toon de kandidaten.",
        "not_possible": "Dat kan niet met deze items.",
        "wrong_parent": "Daar past het niet onder: een bug staat onder een story, een story onder een feature of epic, een feature "
        "onder een epic.",
        "no_order": "Items hebben geen volgorde; ze staan wel ergens onder, en hebben een prioriteit van 1 tot 4.",
        "same_title": "Er is al zo'n item met deze titel.",
        "is_written": "Dat item staat al in de tracker. Wijzig het daar, of neem eerst alles terug.",
        "words_not_there": "Die woorden staan in geen van deze items.",
    },
    tagged_by_hand="item {number} is nu “{tag}”, op uw woord",
    plan_lapsed="Het plan dat op u wachtte is door deze wijziging vervallen. Zeg: maak een plan, voor een nieuw.",
    retag="Wat gewijzigd is moet opnieuw tegen de backlog worden gehouden. Zeg: tag.",
    begins="Het verslag “{title}” volgt als document.",
    awaited="Het verslag komt in dit dossier als document. Zeg daarna: maak de items.",
    meeting="Overleg",
    transcript_taken="Zeg nu: maak de items.",
    confirm_it="Het plan wacht op uw bevestiging: met de knop, met /confirm, of met zijn kenmerk (`./tess backlog write ID "
    "--plan KENMERK`). Een bericht is daarvoor niet genoeg.",
    told="Gezegd door de auteur, beurt {turn}",
    said_by="{speaker}, regel {line}",
    under="onder {above}",
    priority="prioriteit {priority}",
    no_items="Het overleg leverde geen items op.",
    conflict="Item {number} (“{title}”) is strijdig met “{other}”: “{mine}” tegenover “{theirs}”. Wat geldt? Een strijdig "
    "item wordt nooit geschreven.",
    conflict_choices=("tag item {number} als new", "laat item {number} weg"),
    left_out="Niet in het plan",
    planned="Dit wordt geschreven zodra u het bevestigt.",
    takes_back="Alleen wat dit dossier schreef en sindsdien niemand wijzigde gaat terug; nieuwe werkitems gaan naar de "
    "prullenbak.",
    reasons={
        "left_out": "door u weggelaten",
        "unprocessed": "niet verwerkt",
        "quote_not_found": "de woorden van het overleg waar het op staat, staan niet meer in hun segment",
        "untagged": "nog niet tegen de backlog gehouden",
        "tag_failed": "zonder bruikbaar oordeel",
        "duplicate": "bestaat al",
        "conflict": "strijdig met de backlog: eerst kiezen",
        "target_gone": "het werkitem waar het bij hoort is er niet meer, of is weggelaten",
        "nothing_to_add": "voegt niets toe aan het werkitem",
        "written_before": "al geschreven",
        "not_asked": "niet gevraagd",
        "nothing_below": "er komt geen story onder",
        "too_many": "past niet in één plan; maak hierna een volgend",
        "refused": "de tracker zou het weigeren",
    },
    nothing_to_write="Er is niets te schrijven.",
    nothing_to_take_back="Er staat niets in de tracker dat dit dossier schreef en nog teruggenomen kan worden.",
    criteria="Acceptatiecriteria",
    evidence="Gezegd in het overleg",
    below="onder",
    constraint="Randvoorwaarde",
    violated="geschonden",
    delta="toegevoegd",
    steps={
        "written": "geschreven",
        "skipped": "stond er al",
        "stopped": "niet geschreven: wat erboven hoort is er niet",
        "failed": "niet geschreven",
        "unknown": "onbekend; wordt nagekeken",
    },
    stale="Een werkitem is intussen gewijzigd. Zeg: plan, dan staat er een nieuw plan op wat er nu is.",
    notes={
        "parent_not_there": "staat nergens onder: wat erboven werd genoemd is er niet",
        "parent_of_another_type": "staat nergens onder: wat erboven werd genoemd is van een soort waar dit niet onder past",
        "persona_not_named": "zonder wie het wil: die persoon wordt in dit deel van het overleg niet genoemd",
        "few_criteria": "heeft minder dan drie acceptatiecriteria",
        "criteria_cut": "had meer dan vijf acceptatiecriteria: de eerste vijf zijn gehouden",
        "constraint_not_found": "een randvoorwaarde is weggelaten: de aangehaalde woorden staan er niet in",
    },
    noted="Weggelaten, of nog aan te vullen",
    segment_of="segment {order}, regel {first} tot {last}",
    items="Items",
)

ENGLISH = BacklogTexts(
    language="en",
    types={"epic": "epic", "feature": "feature", "story": "story", "bug": "bug"},
    tags={
        "new": "new",
        "gap": "gap",
        "extend": "extend",
        "conflict": "conflict",
        "duplicate": "duplicate",
    },
    states={
        "draft": "draft",
        "left_out": "left out",
        "unprocessed": "unprocessed",
        "written": "written",
    },
    loaded="The backlog of {project} was read: {count} work items ({types}).",
    loaded_nothing="The backlog of {project} is empty: all that the meeting asks for is new.",
    changed="New or changed since the last time: {changed}.",
    gone="Not there any more, and so not used any more:",
    loaded_large="They are too many to show; those that a story is like become sources.",
    segmented="“{title}” was cut into {segments}: the whole text, word for word.",
    segments=("1 segment", "{count} segments"),
    segment="segment {order}, lines {first} to {last}: {intent}",
    made=(
        "1 item written, with the words of the meeting that it stands on.",
        "{count} items written, each with the words of the meeting that it stands on.",
    ),
    made_nothing="In these segments nothing was asked for or decided that makes an item.",
    struck="Struck, and so never planned:",
    candidates="Needs too, maybe. Say “make items of 1 and 3”, “strike 2”, or in your own words what it becomes:",
    candidate="{number} ({why})",
    signs={
        "proposed": "a proposal",
        "complaint": "a complaint",
        "by_hand": "work by hand",
        "amount": "a number",
        "other": "worth reading",
    },
    became="item {number}",
    is_struck="struck",
    candidates_changed="Candidates:",
    faults={
        "no_quote": "without words of the meeting",
        "quote_not_found": "the words quoted do not stand in the segment",
        "rejected": "turned down in the next line",
        "no_title": "without a title",
        "same_title": "there is an item with this title already",
        "is_there": "the work item is there already, and is used",
        "too_many": "there are too many in this segment",
    },
    unprocessed="Not processed, as the model gave nothing usable twice: segment {orders}. Say: write segment {orders} again.",
    tagged="Held against the backlog: {counts}.",
    tag_failed="Without a usable judgement, and so in no plan until you say: {numbers}. Say: tag item {numbers} as new.",
    left="There are {left} more. Say: go on.",
    paused="This took {tokens} tokens, the limit of a run; the rest waits. Say: go on, and it may take as much again.",
    what_next="Look at the items (`show item {number}`), change them in your own words or leave some out, and say: plan.",
    judged="Judged from 1 (bad) to 5 (good):",
    changed_items="Changed:",
    changed_nothing="Nothing was changed.",
    problems={
        "not_said": "Not done: these words do not stand in your last message, and every edit rests on what you say yourself.",
        "not_known": "Not done: neither you nor the meeting names who wants this.",
        "no_such_item": "There is no item with that number of which this can be done.",
        "no_such_criterion": "That item has no criterion with that number.",
        "no_such_work_item": "The backlog that was read has no work item with that number. Say: load the backlog of PROJECT.",
        "no_such_candidate": "No candidate with that number waits. Say: show the candidates.",
        "not_possible": "That can't be done with these items.",
        "wrong_parent": "It does not go under that: a bug stands under a story, a story under a feature or epic, a feature under an "
        "epic.",
        "no_order": "Items have no order; they stand under others, and have a priority from 1 to 4.",
        "same_title": "There is such an item with this title already.",
        "is_written": "That item is in the tracker already. Change it there, or unwrite first.",
        "words_not_there": "None of these items has these words.",
    },
    tagged_by_hand="item {number} is “{tag}” now, at your word",
    plan_lapsed="The plan that waited for you is gone by this change. Say: plan, for a new one.",
    retag="What was changed has to be held against the backlog anew. Say: tag.",
    begins="The transcript “{title}” follows as a document.",
    awaited="The transcript comes into this dossier as a document. Say after that: make the items.",
    meeting="Meeting",
    transcript_taken="Now say: make the items.",
    confirm_it="The plan waits for you to confirm it: by its button, by /confirm, or by its digest (`./tess backlog write ID "
    "--plan DIGEST`). A message is not enough for that.",
    told="Told by the author, turn {turn}",
    said_by="{speaker}, line {line}",
    under="under {above}",
    priority="priority {priority}",
    no_items="The meeting brought no items.",
    conflict="Item {number} (“{title}”) contradicts “{other}”: “{mine}” against “{theirs}”. Which holds? A conflict is never "
    "written.",
    conflict_choices=("tag item {number} as new", "leave out item {number}"),
    left_out="Not in the plan",
    planned="This is written once you confirm it.",
    takes_back="Only what this dossier wrote and nobody changed since goes back; new work items go to the recycle bin.",
    reasons={
        "left_out": "left out by you",
        "unprocessed": "not processed",
        "quote_not_found": "the words of the meeting that it stands on do not stand in their segment any more",
        "untagged": "not held against the backlog yet",
        "tag_failed": "without a usable judgement",
        "duplicate": "there already",
        "conflict": "contradicts the backlog: decide first",
        "target_gone": "the work item that it belongs to is not there any more, or was left out",
        "nothing_to_add": "adds nothing to the work item",
        "written_before": "written already",
        "not_asked": "not asked for",
        "nothing_below": "no story comes below it",
        "too_many": "does not fit into one plan; make another one after this",
        "refused": "the tracker would refuse it",
    },
    nothing_to_write="There is nothing to write.",
    nothing_to_take_back="Nothing is in the tracker that this dossier wrote and that can be taken back.",
    criteria="Acceptance criteria",
    evidence="Said in the meeting",
    below="below",
    constraint="Constraint",
    violated="violated",
    delta="added",
    steps={
        "written": "written",
        "skipped": "was there already",
        "stopped": "not written: what belongs above it is not there",
        "failed": "not written",
        "unknown": "not known; it is looked up",
    },
    stale="A work item was changed meanwhile. Say: plan, and a new one stands on what is there now.",
    notes={
        "parent_not_there": "stands under nothing: what was named above it is not there",
        "parent_of_another_type": "stands under nothing: what was named above it is of a type that this does not fit under",
        "persona_not_named": "without who wants it: this part of the meeting does not name that person",
        "few_criteria": "has fewer than three acceptance criteria",
        "criteria_cut": "had more than five acceptance criteria: the first five were kept",
        "constraint_not_found": "a constraint was left out: the words quoted do not stand in it",
    },
    noted="Left out, or to be completed",
    segment_of="segment {order}, lines {first} to {last}",
    items="Items",
)

TEXTS: Mapping[Language, BacklogTexts] = {"nl": DUTCH, "en": ENGLISH}

WORDINGS: Mapping[Language, Wording] = {
    "nl": replace(
        ANY_DESK["nl"],
        no_source_meant="Ik kon niet bepalen wat u bedoelt met ‘{words}’. Noem het nummer van het item of van de bron.",
        ask_whether_right="Klopt deze selectie? Zeg dan: maak de items, of maak een plan. Of zeg wat weg moet of terug.",
    ),
    "en": replace(
        ANY_DESK["en"],
        no_source_meant="I could not tell what you mean by ‘{words}’. Give the number of the item or of the source.",
        ask_whether_right="Is this selection right? Then say: make the items, or plan. Or say what to leave out or put back.",
    ),
}
"""What every desk says, in the words of this one."""
