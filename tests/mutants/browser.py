"""Defences of the web page, the API's own pages, and what connects to both."""

from tests.mutants.mutant import Mutant

PAGE = "tests/clients/test_doors_of_the_page.py"
HEADERS = "tests/api/test_doors.py::test_no_reply_is_kept_or_taken_for_another_type"
API_PAGE = (
    f"{PAGE}::test_the_page_on_the_api_renders_and_loads_nothing_from_elsewhere",
    f"{PAGE}::test_the_policy_of_the_page_on_the_api_lets_nothing_in_from_elsewhere",
)
TWO_ENDS = (
    "tests/api/test_hostile_connections.py::test_a_{}_that_ends_in_two_ways_ends_the_connection{}"
)

MUTANTS = (
    Mutant("no doors", "ui_streamlit.py", "middleware=doors()", "middleware=[]", (PAGE,)),
    Mutant("any name", "clients/web/doors.py", "or LOOPBACK", 'or ("*",)', (PAGE,)),
    Mutant(
        "any origin",
        "clients/web/doors.py",
        'urlsplit(origin).netloc == headers.get("host")',
        "True",
        (PAGE,),
    ),
    Mutant(
        "origins of the WebSocket go by",
        "clients/web/doors.py",
        'scope["type"] in ("http", "websocket") and',
        'scope["type"] == "http" and',
        (PAGE,),
    ),
    Mutant(
        "origins of pages go by",
        "clients/web/doors.py",
        'scope["type"] in ("http", "websocket") and',
        'scope["type"] == "websocket" and',
        (PAGE,),
    ),
    Mutant(
        "Streamlit does not know our origins",
        "ui_streamlit.py",
        "list(origins())",
        "[]",
        (f"{PAGE}::test_names_and_origins_can_be_listed",),
    ),
    Mutant(
        "the command keeps its lists",
        "src/cli.py",
        'settings.tess_hosts or ""',
        '""',
        (f"{PAGE}::test_the_command_hands_its_lists_to_the_page_and_opens_it",),
    ),
    Mutant(
        "scripts from elsewhere",
        "src/api/docs_page.toml",
        'src="docs/assets/',
        'src="https://cdn.jsdelivr.net/npm/swagger-ui-dist@5/',
        API_PAGE,
    ),
    Mutant(
        "scripts from anywhere",
        "src/api/docs_page.toml",
        "\"script-src 'self'\"",
        '"script-src *"',
        API_PAGE,
    ),
    Mutant("FastAPI's own page", "src/api/server.py", "docs_url=None,", "", API_PAGE),
    Mutant("FastAPI's other page", "src/api/server.py", "redoc_url=None,", "", API_PAGE),
    Mutant(
        "replies are kept",
        "src/api/middleware.py",
        'headers["cache-control"] = "no-store"',
        "pass",
        (HEADERS,),
    ),
    Mutant(
        "types are guessed",
        "src/api/middleware.py",
        'headers["x-content-type-options"] = "nosniff"',
        "pass",
        (HEADERS,),
    ),
    Mutant(
        "two ends",
        "src/api/serving.py",
        "self.conn = UnambiguousConnection(h11.SERVER)",
        "pass",
        (TWO_ENDS.format("request", ""), TWO_ENDS.format("handshake", "_too")),
    ),
)
