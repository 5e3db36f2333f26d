"""The examination as a whole: settings first, as the rest depends on them; then the machine; then what it stands on."""

import asyncio

from src.commands.doctor import machine, parts
from src.commands.doctor.finding import Finding, ill, well
from src.errors import BadSettings, sentence
from src.settings import Settings, read_settings


def examine(*, online: bool) -> list[Finding]:
    """Return one finding for each part; without settings that can be read, for those that need none."""
    of_machine = [machine.python(), machine.packages(), machine.clock(), machine.files()]
    try:
        settings = read_settings()
    except BadSettings as error:
        told_wrong = sentence(error.code, error.details, "en")
        told = ill("settings", told_wrong, "Mend that, and run tess doctor again.")
        return [told, *of_machine]
    return [
        _settings(settings),
        *of_machine,
        machine.disk(settings.tess_data_dir),
        machine.port(settings.api_host, settings.api_port),
        *asyncio.run(parts.examine(settings, online=online)),
    ]


def _settings(settings: Settings) -> Finding:
    given = sorted(name.upper() for name in settings.model_fields_set)
    return well("settings", f"Set: {', '.join(given)}." if given else "All as they come.")
