"""A desk as both clients know it: its words, and how the kinds of what its dossiers hold are shown. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from tess_client.language import language_in
from tess_client.wire import Frame, Language, Server, harmless, rows_in

CLARIFICATION, PLAN, WRITTEN, FEEDBACK = "clarification", "plan", "written", "feedback"
"""Kinds of artifact that a dossier of any desk may have."""

SCOPE = "scope"
"""Kind of the artifact that says what a dossier is searched in, at a desk where that can be chosen."""

SHORT_DIGEST = 12
"""Digits of a plan's digest that people compare; a reply that tells a plan whole ends with them."""


def told(texts: object, language: Language, **values: object) -> str:
    """Return a text in the reader's language, harmless and with these values in it; nothing where there is none."""
    both = texts if isinstance(texts, dict) else {}
    text = harmless(both.get(language))
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


@dataclass(frozen=True)
class Desk:
    """What the server says of a desk; one that it does not know has a name at most."""

    frame: Frame = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name by which it is asked for."""
        return harmless(self.frame.get("name"))

    def says(self, name: str, language: Language) -> str:
        """Return one of its texts."""
        return told(self.frame.get(name), language)

    def examples(self, language: Language) -> list[str]:
        """Return messages to try."""
        both = self.frame.get("examples")
        texts = both.get(language) if isinstance(both, dict) else None
        return [harmless(text) for text in texts] if isinstance(texts, list) else []

    def standing(self, name: str, language: Language) -> str:
        """Return what it has: the ``line`` or the ``note``."""
        return _part(self.frame, "standing", name, language)

    @property
    def has_day(self) -> bool:
        """Whether a day counts in its dossiers."""
        return isinstance(self.frame.get("day"), dict)

    def day(self, name: str, language: Language, **values: object) -> str:
        """Return what is said of the day that counts."""
        return _part(self.frame, "day", name, language, **values)

    @property
    def commands(self) -> list[Frame]:
        """Its commands."""
        return rows_in(self.frame, "commands")

    def outcome(self, frame: Frame, language: Language) -> str:
        """Return in a word how the turn of a reply or journal entry ended; nothing where the desk has no words."""
        return _part(self.frame, "outcomes", str(frame.get("outcome")), language)

    def role(self, claim: Frame, language: Language) -> str:
        """Return what a claim is to its answer; nothing where it is a step like any other."""
        return _part(self.frame, "roles", str(claim.get("role")), language)

    def personal(self, kind: str, language: Language) -> str:
        """Return what a kind of personal data is called; nothing where it has no word for it."""
        return _part(self.frame, "personal", kind, language)

    def takes(self, what: str) -> bool:
        """Whether something can be done to its dossiers without words: ``feedback``, or ``scope``."""
        named = self.frame.get("by_hand")
        return isinstance(named, list) and what in named

    # Sources

    def group_of(self, source: Frame, language: Language) -> str:
        """Return under which name a source is listed."""
        kind = self._kind("sources", source)
        if not kind.get("group"):
            return told(kind.get("label"), language) or _beginning(source)
        return harmless(source.get(str(kind["group"]))) or _beginning(source)

    def label_of(self, source: Frame, language: Language) -> str:
        """Return what a source is called within its group."""
        title = harmless(source.get("title"))
        return title.removeprefix(self.group_of(source, language)).lstrip(" ,") or title

    def name_of(self, source: Frame, language: Language) -> str:
        """Return what a source is called where there is little room: its group is abbreviated, where that is known."""
        short = harmless(source.get(str(self._kind("sources", source).get("short"))))
        title = harmless(source.get("title"))
        return f"{short}, {self.label_of(source, language)}" if short else title

    def grouped(
        self, rows: Iterable[tuple[int, Frame]], language: Language
    ) -> dict[str, list[tuple[int, Frame]]]:
        """Return numbered sources by group: kinds in the desk's order, within them as they entered."""
        order = [str(kind.get("name")) for kind in rows_in(self.frame, "sources")]

        def place(row: tuple[int, Frame]) -> int:
            kind = str(row[1].get("kind"))
            return order.index(kind) if kind in order else len(order)

        groups: dict[str, list[tuple[int, Frame]]] = {}
        for number, source in sorted(rows, key=place):
            groups.setdefault(self.group_of(source, language), []).append((number, source))
        return groups

    def dates_of(
        self, source: Frame, language: Language, write: Callable[[object], str]
    ) -> list[str]:
        """Return what is said of the days that a source has; ``write`` writes a day, or nothing for what is none."""
        dates = rows_in(self._kind("sources", source), "dates")
        values = [(one.get("label"), source.get(str(one.get("field")))) for one in dates]
        days = [(label, value, write(value)) for label, value in values]
        return [
            told(label, language, day=day, age=age_of(value, language), time=time_of(value))
            for label, value, day in days
            if day
        ]

    def described(self, source: Frame, language: Language, day: str) -> str:
        """Return in a line what a source is; ``day`` is the one that its text is of."""
        kind = self._kind("sources", source)
        said = told(kind.get("described"), language, day=day)
        return said or told(kind.get("label"), language) or harmless(source.get("kind"))

    def address_of(self, source: Frame, language: Language) -> str:
        """Return what the address of a source leads to; nothing where the desk has no word for that."""
        return told(self._kind("sources", source).get("address"), language)

    # Artifacts

    def artifact_kind(self, artifact: Frame) -> Frame:
        """Return how the artifacts of this kind are drawn; nothing where the kind is not known."""
        return self._kind("artifacts", artifact)

    @property
    def makes_artifacts(self) -> bool:
        """Whether its dossiers have artifacts beside what every dossier may have."""
        kinds = rows_in(self.frame, "artifacts")
        of_all = (CLARIFICATION, PLAN, WRITTEN, FEEDBACK)
        return any(kind.get("name") not in of_all for kind in kinds)

    def _kind(self, what: str, one: Frame) -> Frame:
        kinds = rows_in(self.frame, what)
        return next((kind for kind in kinds if kind.get("name") == one.get("kind")), {})


AGES: Mapping[Language, tuple[tuple[str, str], ...]] = {
    "nl": (("dag", "dagen"), ("maand", "maanden"), ("jaar", "jaar")),
    "en": (("day", "days"), ("month", "months"), ("year", "years")),
}
SAID: Mapping[Language, tuple[str, str]] = {
    "nl": ("vandaag", "{age} geleden"),
    "en": ("today", "{age} ago"),
}
MONTH, YEAR = 31, 365
"""Days; from two months, and from two years on these are counted."""


def age_of(value: object, language: Language, today: date | None = None) -> str:
    """Return how long ago a day is: "5 months ago"; nothing for what is none, or is still to come."""
    now_here = today or datetime.now().astimezone().date()
    try:
        days = (now_here - date.fromisoformat(str(value)[:10])).days
    except ValueError:
        return ""
    now, ago = SAID[language]
    if days <= 0:
        return now if days == 0 else ""
    unit = 0 if days < 2 * MONTH else 1 if days < 2 * YEAR else 2
    count = (days, days * 12 // YEAR, days // YEAR)[unit]
    return ago.format(age=f"{count} {AGES[language][unit][count > 1]}")


def time_of(value: object) -> str:
    """Return the hour and minute of a moment; nothing for a day."""
    found = re.match(r"\d{4}-\d\d-\d\dT(\d\d:\d\d)", str(value))
    return found[1] if found else ""


def _part(frame: Frame, name: str, key: str, language: Language, **values: object) -> str:
    part = frame.get(name)
    return told(part.get(key), language, **values) if isinstance(part, dict) else ""


def _beginning(source: Frame) -> str:
    return harmless(source.get("title")).partition(", ")[0]


class NoSuchDesk(Exception):
    """The server has no desk of this name; ``names`` are those that it has."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names


@dataclass(frozen=True)
class Desks:
    """The desks of a server, the first being that of a dossier for which none is named."""

    known: tuple[Desk, ...] = ()

    def chosen(self, name: str) -> Desk:
        """Return the desk of this name, the first where it is empty; raises ``NoSuchDesk``."""
        if not name:
            return self.known[0] if self.known else Desk()
        found = next((one for one in self.known if one.name == name), None)
        if found is None:
            raise NoSuchDesk([one.name for one in self.known])
        return found

    def of(self, dossier: Frame) -> Desk:
        """Return the desk of a dossier; one of which nothing but its name is known, where the server lacks it."""
        name = harmless(dossier.get("desk"))
        return next((one for one in self.known if one.name == name), Desk({"name": name}))


def desks_of(server: Server) -> Desks:
    """Return the desks of a server; raises ``WireError``."""
    return Desks(tuple(Desk(frame) for frame in rows_in(server.page("/desks"), "desks")))


def made_in(dossier: Frame) -> list[tuple[int, Frame]]:
    """Return what was made, each with its place among all artifacts; what the conversation asks is not made."""
    rows = enumerate(rows_in(dossier, "artifacts"))
    return [(place, row) for place, row in rows if row.get("kind") != CLARIFICATION]


def numbered_sources(dossier: Frame, selected: bool) -> list[tuple[int, Frame]]:
    """Return the sources that are selected, or those that are not, each with the number that replies give it."""
    chosen = dossier.get("selected_ids") or []
    rows = enumerate(rows_in(dossier, "sources"), start=1)
    return [(number, row) for number, row in rows if (row.get("id") in chosen) is selected]


def scope_in(dossier: Frame) -> tuple[list[str], str]:
    """Return the collections that a dossier is searched in (none: all there are), and the version (empty: any)."""
    made = [one for one in rows_in(dossier, "artifacts") if one.get("kind") == SCOPE]
    data = made[-1].get("data") if made else None
    found = data if isinstance(data, dict) else {}
    names = found.get("collections")
    chosen = list(map(harmless, names)) if isinstance(names, list) else []
    return chosen, harmless(found.get("version"))


def searched_in(found: Sequence[Frame], chosen: Sequence[str]) -> list[str]:
    """Return the collections that are searched where these are chosen (none: all but the program's own, if any)."""
    every = [harmless(one.get("name")) for one in found]
    others = [name for name, one in zip(every, found, strict=True) if one.get("own") is not True]
    return list(chosen) or others or every


def rating_in(dossier: Frame, answer: Frame) -> bool | None:
    """Return what the reader thought of an answer: True for helpful, None where nothing was said."""
    for made in rows_in(dossier, "artifacts"):
        data = made.get("data") if made.get("kind") == FEEDBACK else None
        if isinstance(data, dict) and data.get("answer") == answer.get("id"):
            return data.get("up") is True
    return None


def versions_in(collection: Frame) -> list[str]:
    """Return the versions that a collection documents."""
    versions = collection.get("versions")
    return list(map(harmless, versions)) if isinstance(versions, list) else []


def asked_in(dossier: Frame) -> Frame:
    """Return what a frame or dossier asks the user, if anything; its choices are replies."""
    if isinstance(clarification := dossier.get(CLARIFICATION), dict):
        return clarification
    made = [one for one in rows_in(dossier, "artifacts") if one.get("kind") == CLARIFICATION]
    data = made[-1].get("data") if made else None
    return data if isinstance(data, dict) and data.get("pending") else {}


def digest_of(plan: Frame) -> str:
    """Return the digest by which a plan is confirmed."""
    return harmless(plan.get("digest"))


def plans_in(dossier: Frame) -> list[Frame]:
    """Return the plans of a frame or dossier that were shown, and that nobody confirmed: id, title and digest."""
    if "plans" in dossier:
        return rows_in(dossier, "plans")
    made = [(one, one.get("data")) for one in rows_in(dossier, "artifacts")]
    data = [(one, found) for one, found in made if isinstance(found, dict)]
    confirmed = [found.get("plan") for one, found in data if one.get("kind") == WRITTEN]
    shown = dossier.get("shown_plans") or []
    return [
        {"id": one.get("id"), "title": one.get("title"), "digest": found.get("digest")}
        for one, found in data
        if one.get("kind") == PLAN
        and found.get("digest") in shown
        and found.get("digest") not in confirmed
    ]


def approval_in(dossier: Frame, journal: Sequence[Frame], desk: Desk, language: Language) -> str:
    """Return the reply that goes on with the sources that were shown last; nothing where that is not asked."""
    last = _last_that_stands(journal)
    asks = bool(_patch(last).get("shown_selection")) or last.get("outcome") == "request"
    as_shown = set(dossier.get("shown_selection") or ()) == set(dossier.get("selected_ids") or ())
    if not (asks and as_shown) or asked_in(dossier) or plans_in(dossier):
        return ""
    return desk.says("approve", language_in(dossier, language))


def _last_that_stands(journal: Sequence[Frame]) -> Frame:
    """Return the last turn that was not taken back; one that takes others back is one only if it shows what stands."""
    undone: set[object] = set()
    redone: set[object] = set()
    for entry in reversed(journal):
        patch = _patch(entry)
        undoes, redoes = patch.get("undoes") or (), patch.get("redoes") or ()
        is_move = bool(undoes or redoes) and not patch.get("shown_selection")
        if not is_move and entry.get("version") not in undone:
            return entry
        undone |= set(undoes) - redone
        redone |= set(redoes) - undone
    return {}


def _patch(entry: Frame) -> Frame:
    patch = entry.get("patch")
    return patch if isinstance(patch, dict) else {}


def choices_in(dossier: Frame) -> list[str]:
    """Return the replies that a frame or dossier offers."""
    choices = asked_in(dossier).get("choices")
    texts = map(harmless, choices) if isinstance(choices, list) else ()
    return [text for text in texts if text.strip()]


def without_choices(reply: str, choices: list[str]) -> str:
    """Return a reply without the lines that list these choices by number; as it is where one of them is not listed."""
    listed = {
        f"{number}. {' '.join(choice.split())}".replace("\\", "")
        for number, choice in enumerate(choices, start=1)
    }
    lines = [(line, line.replace("\\", "")) for line in reply.split("\n")]
    if not listed <= {plain for _, plain in lines}:
        return reply
    return "\n".join(line for line, plain in lines if plain not in listed)
