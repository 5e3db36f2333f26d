"""The stand-in for Azure DevOps: who asks is looked at first, then what goes wrong, then what is asked."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, TypeAlias, cast

from pydantic import JsonValue, TypeAdapter, ValidationError

from standins.backlog import refusals, shapes
from standins.backlog.asked import AdoAsked, check, granted
from standins.backlog.items import Kept, WorkItems
from standins.backlog.refusals import Refusal, refused
from standins.backlog.shapes import Row
from standins.backlog.wiql import columns_of, read_query
from standins.backlog.world import TOKEN, AdoWorld, Fault
from standins.base import Standin, StandinReply, StandinRequest, World

FAULTS_PATH = "/.standin/faults"
"""Where what goes wrong is set while it runs: a list of faults, in place of those before."""

MOST_IDS = 200
"""Of one batch."""

_FAULTS = TypeAdapter(list[Fault])
_WIT = r"^/(?:(?P<project>[^/]+)/)?(?:[^/]+/)?_apis/wit/"

Answer: TypeAlias = "Callable[[AdoStandin, AdoAsked], JsonValue]"


class AdoStandin(Standin):
    """An organization of Azure DevOps with its state; ``faults`` may be set while it runs."""

    name: ClassVar[str] = "ado"
    title: ClassVar[str] = "Azure DevOps: work items"
    world_model: ClassVar[type[World]] = AdoWorld
    worlds: ClassVar[Path | None] = Path(__file__).parent / "worlds"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.ado = cast(AdoWorld, world)
        self.items = WorkItems(self.ado.types, links_are_revisions=self.ado.links_are_revisions)
        self.revoked = {one.token for one in self.ado.access if one.is_revoked}
        self.faults: list[Fault] = list(self.ado.faults)
        self._met: dict[int, int] = {}
        self._count = 0
        self.items.fill(self.ado, self._now(""))

    def url(self, server: str) -> str:
        """Return the address of the organization at a server."""
        return f"{server}/{self.ado.organization}"

    def settings(self, server: str) -> Mapping[str, str]:
        """Return the settings with which TESS speaks to it at a server."""
        return {
            "TESS_BACKLOG_ADO_URL": self.url(server),
            "TESS_BACKLOG_ADO_TOKEN": TOKEN,
            "TESS_BACKLOG_ADO_TOKEN_FILE": "",
            "TESS_BACKLOG_ADO_PROJECTS": ",".join(self.ado.projects),
            "TESS_BACKLOG_ADO_TENANTS": "",
            "TESS_BACKLOG_WRITE": "on",
        }

    def reply_to(self, asked: StandinRequest) -> StandinReply:
        """Return what Azure DevOps would say."""
        if asked.path == FAULTS_PATH:
            return self._switched(asked)
        canned = self._canned(asked)
        if canned:
            return refusals.worded(canned, self.ado.organization)
        fault = self._fault(asked)
        if fault and not fault.is_done:
            return refusals.worded(fault.reply, self.ado.organization)
        reply = self._told(asked)
        if fault:
            return refusals.worded(fault.reply, self.ado.organization)
        headers = {"content-type": refusals.JSON, **reply.headers}
        return reply.model_copy(update={"headers": headers, "delay": self.ado.latency})

    def fail(self, *faults: Fault) -> None:
        """Let these go wrong from now on, and nothing else."""
        self.faults, self._met = list(faults), {}

    def change(self, item: int, **fields: Any) -> None:
        """Let somebody else change a work item; names with two underscores for a dot."""
        patch: list[Row] = [
            {"op": "add", "path": f"/fields/{name.replace('__', '.')}", "value": value}
            for name, value in fields.items()
        ]
        old, now = self.items.there(item), self._now("", "Somebody Else")
        self.items.keep(self.items.patched(old, patch, now, "", bypasses=False))

    # Before it is answered

    def _switched(self, asked: StandinRequest) -> StandinReply:
        try:
            self.fail(*_FAULTS.validate_json(asked.body))
        except ValidationError as error:
            return StandinReply(status=400, body=str(error))
        return StandinReply(status=204)

    def _fault(self, asked: StandinRequest) -> Fault | None:
        for n, one in enumerate(self.faults):
            if one.fits(asked):
                met = self._met[n] = self._met.get(n, 0) + 1
                if met > one.after and (not one.times or met <= one.after + one.times):
                    return one
        return None

    def _told(self, asked: StandinRequest) -> StandinReply:
        try:
            return self._answered(asked)
        except Refusal as refusal:
            return refusal.reply

    def _answered(self, asked: StandinRequest) -> StandinReply:
        self._count += 1
        if self.ado.throttle and self._count % self.ado.throttle == 0:
            raise refusals.throttled(self.ado.retry_after)
        organization = f"/{self.ado.organization}"
        if not asked.path.lower().startswith(f"{organization}/".lower()):
            raise Refusal(refusals.signed_out(302, self.ado.organization))
        grant = granted(asked, self.ado, self.revoked)
        path = asked.path[len(organization) :].rstrip("/")
        base = f"http://{asked.headers.get('host', '127.0.0.1')}{organization}"
        for method, form, answer in ROUTES:
            match = form.match(path)
            if match and method == asked.method:
                wanted = AdoAsked(asked, base, match.groupdict())
                check(wanted, grant, self.ado.projects)
                body = answer(self, wanted)
                return StandinReply(status=204 if body is None else 200, body=body)
        text = f"The controller for path '{asked.path}' was not found or does not implement it."
        raise refused(404, text, "HttpException")

    # What is asked

    def projects(self, wanted: AdoAsked) -> JsonValue:
        """Return all projects."""
        return shapes.listed([shapes.project(one, wanted.base) for one in self.ado.projects])

    def located(self, _: AdoAsked) -> JsonValue:
        """Return where everything is."""
        return shapes.locations()

    def queried(self, wanted: AdoAsked) -> JsonValue:
        """Return what a query finds, and no more of it than ``$top``."""
        body = wanted.body
        query = read_query(str(body.get("query") if isinstance(body, dict) else ""), wanted.project)
        there = [self.items.whole(one) for one in self.items.kept.values() if not one.deleted]
        found = query.found(there)
        top = wanted.said("$top")
        found = found[: int(top)] if top.isdecimal() else found
        if len(found) > self.ado.most_found:
            text = (
                "VS402337: The number of work items returned exceeds the size limit of"
                f" {self.ado.most_found}. Change the query to return fewer items."
            )
            raise refused(400, text, "WorkItemTrackingQueryResultSizeLimitExceededException")
        ids = [one["System.Id"] for one in found]
        sorting = columns_of([name for name, _ in query.order], wanted.base)
        return {
            "queryType": "flat",
            "queryResultType": "workItem",
            "asOf": self._time(),
            "columns": columns_of(query.columns, wanted.base),
            "sortColumns": [
                {"field": field, "descending": descends}
                for field, (_, descends) in zip(sorting, query.order, strict=True)
            ],
            "workItems": [{"id": one, "url": shapes.address(one, wanted.base)} for one in ids],
        }

    def batch(self, wanted: AdoAsked) -> JsonValue:
        """Return several work items, asked for by a body."""
        body = wanted.body if isinstance(wanted.body, dict) else {}
        fields, expand = body.get("fields") or [], str(body.get("$expand") or "none")
        return self._several(wanted, body.get("ids"), fields, expand, body.get("errorPolicy"))

    def several(self, wanted: AdoAsked) -> JsonValue:
        """Return several work items, asked for by a query."""
        ids = [int(one) for one in wanted.said("ids").split(",") if one.strip().isdecimal()]
        fields = [one for one in wanted.said("fields").split(",") if one]
        expand = wanted.said("$expand") or "none"
        return self._several(wanted, ids, fields, expand, wanted.said("errorPolicy"))

    def one(self, wanted: AdoAsked) -> JsonValue:
        """Return one work item."""
        fields = [one for one in wanted.said("fields").split(",") if one]
        expand = (wanted.said("$expand") or "none").lower()
        return self._row(self._there(wanted), wanted, fields, expand)

    def revision(self, wanted: AdoAsked) -> JsonValue:
        """Return a work item as it was at a revision."""
        kept = self._there(wanted)
        past = next((one for one in kept.past if one["System.Rev"] == wanted.number), None)
        if past is None:
            raise refused(404, f"TF401232: there is no revision {wanted.number}.")
        url = f"{shapes.address(kept.id, wanted.base)}/revisions/{wanted.number}"
        return {"id": kept.id, "rev": wanted.number, "fields": shapes.chosen(past, ()), "url": url}

    def made(self, wanted: AdoAsked) -> JsonValue:
        """Make a work item."""
        now = self._now(wanted.base)
        return self._patched(wanted, self.items.new(wanted.project, wanted.name, now), now)

    def patched(self, wanted: AdoAsked) -> JsonValue:
        """Patch a work item."""
        return self._patched(wanted, self._there(wanted), self._now(wanted.base))

    def removed(self, wanted: AdoAsked) -> JsonValue:
        """Put a work item into the recycle bin, or destroy it."""
        kept = self._there(wanted)
        kept.deleted = self._time()
        told = self._deleted(kept, wanted)
        if wanted.said("destroy").lower() == "true":
            del self.items.kept[kept.id]
        return told

    def recycled(self, wanted: AdoAsked) -> JsonValue:
        """Return what is in the recycle bin."""
        found = [one for one in self.items.kept.values() if one.deleted]
        rows = [
            {"id": one.id, "url": f"{wanted.base}/_apis/wit/recyclebin/{one.id}"}
            for one in found
            if one.project == wanted.project
        ]
        return shapes.listed(rows)

    def recycled_one(self, wanted: AdoAsked) -> JsonValue:
        """Return a work item of the recycle bin."""
        return self._deleted(self._binned(wanted), wanted)

    def restored(self, wanted: AdoAsked) -> JsonValue:
        """Take a work item out of the recycle bin."""
        body, kept = wanted.body, self._binned(wanted)
        if not isinstance(body, dict) or body.get("isDeleted") is not False:
            raise refused(400, "VS402338: isDeleted has to be false.", "ArgumentException")
        kept.deleted = ""
        return self._deleted(kept, wanted)

    def destroyed(self, wanted: AdoAsked) -> JsonValue:
        """Destroy a work item of the recycle bin."""
        del self.items.kept[self._binned(wanted).id]
        return None

    # How it is told

    def _several(
        self, wanted: AdoAsked, ids: Any, fields: list[str], expand: str, policy: Any
    ) -> Row:
        if not isinstance(ids, list) or not ids:
            raise refused(400, "VS403474: You must specify ids.", "VssPropertyValidationException")
        if len(ids) > MOST_IDS:
            text = f"VS402335: More than {MOST_IDS} work items were asked for."
            raise refused(400, text, "WorkItemTrackingPageSizeException")
        rows: list[Row | None] = []
        for one in ids:
            kept = self.items.kept.get(one)
            if kept and not kept.deleted and kept.project == (wanted.project or kept.project):
                rows.append(self._row(kept, wanted, fields, expand.lower()))
            elif str(policy).lower() == "omit":
                rows.append(None)
            else:
                raise refusals.gone(one)
        return shapes.listed([self._without_links(one) for one in rows])

    def _row(self, kept: Kept, wanted: AdoAsked, fields: list[str], expand: str) -> Row:
        if fields and expand not in ("none", ""):
            text = "The expand parameter can not be used with the fields parameter."
            raise refused(400, text, "ConflictingParametersException")
        whole = self.items.whole(kept)
        row: Row = {"id": kept.id, "rev": kept.rev, "fields": shapes.chosen(whole, fields)}
        links = self.items.seen(kept)
        if expand in ("relations", "all") and links:
            row["relations"] = [_told_link(one, wanted.base) for one in links]
        kind = str(kept.fields["System.WorkItemType"])
        row["_links"] = shapes.links(kept.id, kept.project, kind, wanted.base)
        return {**row, "url": shapes.address(kept.id, wanted.base)}

    def _without_links(self, row: Row | None) -> Row | None:
        return row and {name: value for name, value in row.items() if name != "_links"}

    def _patched(self, wanted: AdoAsked, old: Kept, now: Row) -> Row:
        patch, base = wanted.body, wanted.base
        item = self.items.patched(old, patch, now, base, bypasses=wanted.bypasses)
        if wanted.validates:
            return self._row(old if old.rev else item, wanted, [], "all")
        self.items.keep(item)
        return self._row(item, wanted, [], "all")

    def _there(self, wanted: AdoAsked) -> Kept:
        kept = self.items.there(wanted.item)
        if wanted.project and kept.project != wanted.project:
            raise refusals.gone(wanted.item)
        return kept

    def _binned(self, wanted: AdoAsked) -> Kept:
        kept = self.items.kept.get(wanted.item)
        if kept is None or not kept.deleted or kept.project != wanted.project:
            raise refusals.gone(wanted.item)
        return kept

    def _deleted(self, kept: Kept, wanted: AdoAsked) -> Row:
        row = self._row(kept, wanted, [], "none")
        kind, title = kept.fields["System.WorkItemType"], kept.fields["System.Title"]
        return shapes.deleted(row, kind, title, kept.project, kept.deleted, wanted.base)

    def _time(self) -> str:
        now = (self.world.now or datetime.now(UTC)).astimezone(UTC)
        return now.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"

    def _now(self, base: str, who: str = "Standin User") -> Row:
        return {
            "System.ChangedDate": self._time(),
            "System.ChangedBy": shapes.identity(who, base),
        }


def _told_link(relation: Row, base: str) -> Row:
    url = shapes.address(relation["target"], base) if "target" in relation else relation["url"]
    return {"rel": relation["rel"], "url": url, "attributes": relation["attributes"]}


def _route(method: str, form: str, answer: Answer) -> tuple[str, re.Pattern[str], Answer]:
    return method, re.compile(form + "$", re.IGNORECASE), answer


ROUTES: tuple[tuple[str, re.Pattern[str], Answer], ...] = (
    _route("GET", r"^/_apis/projects", AdoStandin.projects),
    _route("OPTIONS", r"^/_apis", AdoStandin.located),
    _route("POST", _WIT + "wiql", AdoStandin.queried),
    _route("POST", _WIT + "workitemsbatch", AdoStandin.batch),
    _route("GET", _WIT + "workitems", AdoStandin.several),
    _route("POST", _WIT + r"workitems/\$(?P<name>[^/]+)", AdoStandin.made),
    _route("GET", _WIT + r"workitems/(?P<id>\d+)", AdoStandin.one),
    _route("PATCH", _WIT + r"workitems/(?P<id>\d+)", AdoStandin.patched),
    _route("DELETE", _WIT + r"workitems/(?P<id>\d+)", AdoStandin.removed),
    _route("GET", _WIT + r"workitems/(?P<id>\d+)/revisions/(?P<number>\d+)", AdoStandin.revision),
    _route("GET", _WIT + "recyclebin", AdoStandin.recycled),
    _route("GET", _WIT + r"recyclebin/(?P<id>\d+)", AdoStandin.recycled_one),
    _route("PATCH", _WIT + r"recyclebin/(?P<id>\d+)", AdoStandin.restored),
    _route("DELETE", _WIT + r"recyclebin/(?P<id>\d+)", AdoStandin.destroyed),
)
"""Method, form of the path and what answers: what the desk asks, and what Azure DevOps' own client asks for it."""
