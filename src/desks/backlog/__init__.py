"""The desk that makes of a meeting the items of a backlog, and writes them once a person said yes."""

from src.desks.backlog.demo import hold
from src.desks.plug import OwnExport, Plug, call_of, value_of
from src.texts import beside

_EXPORT = OwnExport(
    "backlog", ("md", "docx", "csv"), (), call_of("src.desks.backlog.exporting:exported")
)

_FIRST_WORDS = beside(__file__, "first_words")
_ENGLISH, _DUTCH = _FIRST_WORDS["en"].split(), _FIRST_WORDS["nl"].split()

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
