"""The desk for troubleshooting guides: raw notes in, a guide out whose every line stands somewhere or is a question."""

from typing import TYPE_CHECKING

from src.desks.plug import OwnExport, Plug, call_of, value_of
from src.desks.tsg.demo import hold

if TYPE_CHECKING:
    from src.desks.tsg.settings import TsgSettings
    from src.intake.step import Admit


def _admit(settings: "TsgSettings") -> "Admit":
    from src.desks.tsg.clearing import NoPersonalData
    from src.desks.tsg.doors import gate_of

    return NoPersonalData(gate_of(settings)).admit


_EXPORT = OwnExport(
    "guide", ("md",), ("ado", "plain"), call_of("src.desks.tsg.commands.guide:exported")
)

PLUG = Plug(
    "tsg",
    call_of("src.desks.tsg.desk:make"),
    call_of("src.desks.tsg.commands.guide:add_guide_command"),
    value_of("src.desks.tsg.settings:TsgSettings"),
    hold,
    value_of("src.desks.tsg.presenter:PRESENTER"),
    admit=_admit,
    exports=(_EXPORT,),
    vocabulary=("tsg", "troubleshooting", "symptoms", "microsoft learn"),
)
