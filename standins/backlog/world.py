"""The world of the stand-in: projects, work items, who may ask, and what goes wrong."""

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from standins.base import StandinReply, StandinRequest, World

TOKEN = "standin"  # noqa: S105  # of a world that names none


class WorldItem(BaseModel):
    """A work item that is there at the start; texts are HTML."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: int = Field(ge=1)
    type: str = "User Story"
    title: str
    project: str = ""
    """Empty: the first one."""
    state: str = "New"
    description: str = ""
    criteria: str = ""
    parent: int | None = None
    """Which may be missing, or lead round in a circle: so are backlogs."""
    tags: str = ""
    area: str = ""
    """Below the project."""
    fields: dict[str, JsonValue] = {}
    """Others, by reference name."""


class TokenGrant(BaseModel):
    """What one token may do."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    token: str
    projects: tuple[str, ...] | None = None
    """None: all."""
    writes: bool = True
    is_revoked: bool = False


class Fault(BaseModel):
    """What goes wrong with requests like this one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    method: str = ""
    """Empty: any."""
    path: str = ""
    """A part of the path, whatever its capitals."""
    after: int = Field(0, ge=0)
    """So many go well first."""
    times: int = Field(1, ge=0)
    """So often; 0: for ever."""
    is_done: bool = False
    """Whether it is done all the same, and only the reply is lost."""
    reply: StandinReply
    """Where its body is null, what Azure DevOps says at that status."""

    def fits(self, asked: StandinRequest) -> bool:
        """Tell whether it is about a request."""
        return self.method in ("", asked.method) and self.path.lower() in asked.path.lower()


class AdoWorld(World):
    """An organization of Azure DevOps."""

    model_config = ConfigDict(strict=False)  # JSON has no tuples

    organization: str = Field("standin", pattern="^[A-Za-z0-9-]+$")
    projects: tuple[str, ...] = Field(("Backlog",), min_length=1)
    types: tuple[str, ...] = ("Epic", "Feature", "User Story", "Task", "Bug")
    access: tuple[TokenGrant, ...] = (TokenGrant(token=TOKEN),)
    items: tuple[WorldItem, ...] = ()
    faults: tuple[Fault, ...] = ()
    throttle: int = Field(0, ge=0)
    """Each so many-th request is turned away with 429; 0: none."""
    retry_after: int = Field(1, ge=0)
    """Seconds that who is turned away is asked to wait."""
    latency: float = Field(0.0, ge=0, le=60)
    """Seconds before each reply."""
    links_are_revisions: bool = False
    """Whether a new link is a revision of the work item at its other end as well."""
    most_found: int = Field(20_000, ge=1)
    """Ids of one query; a query that would bring more is refused."""
