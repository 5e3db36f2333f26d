"""All conversations that are recorded."""

from tests.recorded.conversations.history import HISTORY
from tests.recorded.conversations.offline import OFFLINE
from tests.recorded.conversations.refused import REFUSED
from tests.recorded.conversations.scripted import SCRIPTED
from tests.recorded.conversations.uploads import UPLOADS

CONVERSATIONS = (*OFFLINE, *HISTORY, *SCRIPTED, *UPLOADS, *REFUSED)
