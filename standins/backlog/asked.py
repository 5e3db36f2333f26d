"""A request to the stand-in, taken apart; and whether who sends it may ask that."""

import json
from base64 import b64decode
from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import unquote

from standins.backlog import refusals
from standins.backlog.refusals import Refusal, refused
from standins.backlog.world import AdoWorld, TokenGrant
from standins.base import StandinRequest

_PATCH = "application/json-patch+json"


class AdoAsked:
    """A request, taken apart."""

    def __init__(self, asked: StandinRequest, base: str, parts: Mapping[str, str | None]) -> None:
        self.asked = asked
        self.base = base
        """Address of the organization."""
        self.project = unquote(parts.get("project") or "")
        self.name = unquote(parts.get("name") or "")
        self.item = int(parts.get("id") or 0)
        self.number = int(parts.get("number") or 0)

    def said(self, name: str) -> str:
        """Return a value of the query, whatever the capitals of its name; empty where there is none."""
        wanted = name.lower()
        return next((v[0] for n, v in self.asked.query.items() if n.lower() == wanted), "")

    @property
    def validates(self) -> bool:
        """Whether nothing is to be kept."""
        return self.said("validateOnly").lower() == "true"

    @property
    def bypasses(self) -> bool:
        """Whether the rules of the type do not count."""
        return self.said("bypassRules").lower() == "true"

    @property
    def body(self) -> Any:
        """The body as JSON."""
        try:
            return json.loads(self.asked.body)
        except ValueError:
            text = "TF400898: The body of the request is no JSON."
            raise refused(400, text, "VssPropertyValidationException") from None


def granted(asked: StandinRequest, world: AdoWorld, revoked: Collection[str]) -> TokenGrant:
    """Return what the token of a request may do; who has none is sent to log in."""
    kind, _, packed = asked.headers.get("authorization", "").partition(" ")
    if not packed:
        raise Refusal(refusals.signed_out(302, world.organization))
    try:
        token = b64decode(packed).decode().partition(":")[2] if kind == "Basic" else packed
    except ValueError:
        token = ""
    if token in revoked:
        raise Refusal(refusals.signed_out(401))
    found = next((one for one in world.access if one.token == token), None)
    if found is None:
        raise Refusal(refusals.signed_out(203))
    return found


def check(wanted: AdoAsked, grant: TokenGrant, projects: Collection[str]) -> None:
    """Refuse what no request may ask, or not this token; the project is named as it is called from here on."""
    asked, project = wanted.asked, wanted.project.casefold()
    known = {one.casefold(): one for one in projects}
    theirs = known if grant.projects is None else [one.casefold() for one in grant.projects]
    if project and (project not in known or project not in theirs):
        raise refusals.no_project(wanted.project)
    wanted.project = known.get(project, "")
    is_read = asked.method in ("GET", "OPTIONS") or asked.path.lower().endswith(
        ("/wiql", "/workitemsbatch")
    )
    if not is_read and not grant.writes:
        text = "TF400813: The user is not authorized to access this resource."
        raise refused(403, text, "UnauthorizedRequestException")
    names_version = wanted.said("api-version") or "api-version=" in asked.headers.get("accept", "")
    if asked.method not in ("GET", "OPTIONS") and not names_version:
        text = "No api-version was supplied for the request."
        raise refused(400, text, "VssVersionNotSpecifiedException")
    is_patch = asked.method in ("PATCH", "POST") and "/workitems/" in asked.path.lower()
    content = asked.headers.get("content-type", "").partition(";")[0].strip().lower()
    if is_patch and content != _PATCH:
        raise refusals.wrong_type_of_content(content)
