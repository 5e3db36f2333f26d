"""``tess mcp``, and the lines by which MCP clients are told of it; imports nothing of the protocol itself."""

import argparse
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from src.settings import Settings


def serve_stdio(options: argparse.Namespace, _: list[str]) -> int:
    """Serve until the input ends."""
    from src.mcp_server.stdio import serve

    return serve(options.read_settings(), options.desks)


def lines_to_paste(settings: "Settings", command: str) -> dict[str, str]:
    """Return what goes into the configuration of clients, by their names: JSON on one line.

    Where the door of the server is open they connect to it, else they start ``command``.
    """
    # They start it in whatever folder, where no .env is.
    kept = {"TESS_DATA_DIR": str(settings.tess_data_dir.resolve())}
    local: Mapping[str, Any] = {"command": command, "args": ["mcp"], "env": kept}
    remote: Mapping[str, Any] = {"url": f"http://{settings.api_host}:{settings.api_port}/mcp"}
    if settings.tess_token_secret:
        remote = {**remote, "headers": {"Authorization": "Bearer TOKEN"}}
    is_open = settings.tess_mcp == "on"
    entry = remote if is_open else local
    vs_code = {"type": "http" if is_open else "stdio", **entry}
    return {
        # It starts programs only.
        "Claude Desktop (claude_desktop_config.json)": json.dumps({"mcpServers": {"tess": local}}),
        "VS Code (.vscode/mcp.json)": json.dumps({"servers": {"tess": vs_code}}),
        "Cursor (.cursor/mcp.json)": json.dumps({"mcpServers": {"tess": entry}}),
    }
