"""Where our server would be, known at once: to read all settings takes a quarter of a second.

Names, files and defaults are those of ``settings``, which come from here or are held to it by a test.
"""

import os
import socket
from collections.abc import Mapping

from dotenv import dotenv_values

HOST = "127.0.0.1"
PORT = 8000


def address() -> tuple[str, int]:
    """Return host and port of the environment or ``.env``; raises ``ValueError`` for what can be no port."""
    said = {**_filled(dotenv_values(".env")), **_filled(os.environ)}
    return said.get("api_host", HOST), int(said.get("api_port", PORT))


def is_free() -> bool:
    """Return whether nobody listens there, for certain; an address that can't be tried is not free."""
    try:
        socket.create_connection(address(), timeout=1).close()
    except ConnectionRefusedError:
        return True
    except (OSError, ValueError, OverflowError):
        return False
    return False


def _filled(variables: Mapping[str, str | None]) -> dict[str, str]:
    return {name.lower(): value for name, value in variables.items() if value}
