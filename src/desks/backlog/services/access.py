"""Which caller may ask Azure DevOps for which project, and with what token; read here and nowhere else."""

import asyncio
from base64 import b64encode
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from src.desks.backlog.errors import TrackerNotSet, TrackerReadOnly, UnknownProject
from src.desks.backlog.settings import BacklogSettings
from src.dossier.models import Frozen
from src.identity.caller import current
from src.services.client import Credential


class TenantAccess(Frozen):
    """What one tenant may ask for, and where its token is."""

    projects: tuple[str, ...]
    token_file: Path
    """Below the folder of the file that names it, unless it is absolute."""


_TENANTS = TypeAdapter(dict[str, TenantAccess])


class AdoAccess:
    """Lets the caller at hand to the projects of their tenant; a tenant without an entry has none."""

    def __init__(self, settings: BacklogSettings) -> None:
        self._settings = settings
        self.url = settings.tess_backlog_ado_url.rstrip("/")

    async def credential(self, project: str, *, writes: bool = False) -> Credential:
        """Return what a project is asked with; raises ``TrackerNotSet``, ``UnknownProject``, ``TrackerReadOnly``."""
        projects, token = await asyncio.to_thread(self._held, current().tenant)
        if not self.url or not token:
            raise TrackerNotSet
        if project.casefold() not in {text.casefold() for text in projects}:
            raise UnknownProject(project=project[:80])
        if writes and self._settings.tess_backlog_write != "on":
            raise TrackerReadOnly
        packed = b64encode(f":{token}".encode()).decode()
        return Credential(self.url, {"authorization": f"Basic {packed}"})

    def _held(self, tenant: str) -> tuple[tuple[str, ...], str]:
        """Return the projects and the token of a tenant; the operator's own where nobody has to say who they are."""
        given = self._settings
        if tenant or given.tess_backlog_ado_tenants:
            return self._of_tenant(tenant)
        if given.tess_backlog_ado_token_file:
            return given.projects, _secret(given.tess_backlog_ado_token_file)
        token = given.tess_backlog_ado_token
        return given.projects, token.get_secret_value().strip() if token else ""

    def _of_tenant(self, tenant: str) -> tuple[tuple[str, ...], str]:
        file = self._settings.tess_backlog_ado_tenants
        try:
            found = _TENANTS.validate_json(file.read_bytes()).get(tenant) if file else None
        except (OSError, ValidationError):
            raise TrackerNotSet from None
        if file is None or found is None:
            return (), ""
        return found.projects, _secret(file.parent / found.token_file)


def _secret(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeError):
        raise TrackerNotSet from None
