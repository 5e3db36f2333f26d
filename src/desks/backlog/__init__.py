"""The desk that makes of a meeting the items of a backlog, and writes them once a person said yes."""

from src.desks.backlog.demo import hold
from src.desks.plug import OwnExport, Plug, call_of, value_of

_EXPORT = OwnExport(
    "backlog", ("md", "docx", "csv"), (), call_of("src.desks.backlog.exporting:exported")
)

_ENGLISH = (
    "rename retitle merge split unwrite load judge change amend combine add replace describe remove restore make show "
    "put move"
).split()
_DUTCH = (
    "hernoem splits laad beoordeel voeg wijzig verander vervang beschrijf verwijder noem toon maak zet"
).split()
"""Words with which users begin, and which tell the language of a short message."""

PLUG = Plug(
    "backlog",
    call_of("src.desks.backlog.desk:make"),
    call_of("src.desks.backlog.commands.backlog:add_backlog_command"),
    value_of("src.desks.backlog.settings:BacklogSettings"),
    hold,
    value_of("src.desks.backlog.presenter:PRESENTER"),
    vocabulary=("backlog", "user story", "acceptance criteria", "work item", "azure devops"),
    telling={word: "en" if word in _ENGLISH else "nl" for word in (*_ENGLISH, *_DUTCH)},
    exports=(_EXPORT,),
)
