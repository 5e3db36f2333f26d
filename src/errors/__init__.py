"""Every error that TESS raises on purpose, sorted by the party that must act.

::

    TessError
    ├── ForUser                  the person (or program) that sent the message
    ├── ForModel                 the model: its call becomes a result, and the turn goes on
    └── ForOperator              whoever runs the server

The code of an error is the name of its class in small letters, its sentences stand under that in ``errors.toml``;
whatever lists or maps errors is derived from there, and the table of codes in ``docs/protocol.md`` says when each is met.
Anything else that is raised is a bug: the socket logs it whole and sends ``internal`` with an error id.
"""

from src.errors.base import *
from src.errors.for_model import *
from src.errors.for_operator import *
from src.errors.for_user import *
from src.errors.services import *
