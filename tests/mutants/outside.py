"""Defences of what is asked of foreign systems."""

from tests.mutants.mutant import Mutant

CLIENT = "src/services/client.py"
DOWNLOAD = "src/services/download.py"
STANDIN_SERVER = "standins/server.py"
ADDRESSES = "src/services/addresses.py"
NETWORKS = "src/services/addresses.toml"

ASKED = "tests/services/test_download.py::test_{}"
BY_CLIENT = "tests/services/test_client.py::test_{}"
TABLE = "tests/services/test_addresses.py::test_which_addresses_are_sites_does_not_depend_on_what_the_library_knows"
SECRETS = "tests/services/test_addresses.py::test_nothing_leads_to_where_clouds_tell_secrets"
REFUSED = "tests/services/test_addresses.py::test_everything_else_is_refused"

MUTANTS = (
    Mutant(
        "redirects lead anywhere",
        DOWNLOAD,
        '            event_hooks={"request": [self._check]},  # called for each redirect, too\n',
        "",
        (ASKED.format("who_is_led_to_another_server_of_this_machine_does_not_ask_it"),),
    ),
    Mutant(
        "any address is tried",
        DOWNLOAD,
        "self._guard.check(url)",
        "pass",
        (ASKED.format("an_address_that_may_not_be_asked_is_told_and_not_asked"),),
    ),
    Mutant(
        "replies of any size",
        DOWNLOAD,
        "if size > self._largest:",
        "if False:",
        (ASKED.format("a_reply_beyond_the_limit_is_not_read_to_its_end"),),
    ),
    Mutant(
        "replies without end",
        DOWNLOAD,
        "if self._clock() > end:",
        "if False:",
        (ASKED.format("a_reply_that_drips_in_is_not_read_to_its_end"),),
    ),
    Mutant(
        "pauses without end",
        DOWNLOAD,
        "if pause > LONGEST_WAIT:",
        "if False:",
        (ASKED.format("a_service_that_asks_for_too_long_a_pause_is_left_alone"),),
    ),
    Mutant(
        "hosts of no list",
        ADDRESSES,
        "if not is_listed and place not in self._named:",
        "if False:",
        (REFUSED,),
    ),
    Mutant(
        "hosts without https",
        ADDRESSES,
        'if scheme != "https" and (is_listed or scheme != "http"):',
        "if False:",
        (REFUSED,),
    ),
    Mutant(
        "addresses inside a network",
        ADDRESSES,
        " or (is_listed and not all(map(is_public, found)))",
        "",
        (REFUSED,),
    ),
    Mutant(
        "any port of a host",
        ADDRESSES,
        "place not in self._named",
        "host not in {one[1] for one in self._named}",
        (REFUSED,),
    ),
    Mutant("hosts that are nowhere are here", ADDRESSES, "bool(found) and ", "", (REFUSED,)),
    Mutant(
        "secrets of the hypervisor",
        ADDRESSES,
        "any(map(tells_secrets, found)) or (is_listed",
        "(is_listed",
        (REFUSED,),
    ),
    Mutant(
        "translated addresses",
        ADDRESSES,
        'and _is_in(found, _NETWORKS["wrapped"])',
        "and False",
        (SECRETS,),
    ),
    Mutant("mapped addresses", NETWORKS, " ::ffff:0:0/96 ", " ", (SECRETS,)),
    Mutant("tunnelled addresses", ADDRESSES, "found.sixtofour, ", "None, ", (SECRETS,)),
    Mutant("addresses of Teredo", ADDRESSES, ", *(found.teredo or ())", ",", (SECRETS,)),
    Mutant(
        "addresses of translators", ADDRESSES, "if found in _TRANSLATED:", "if False:", (SECRETS,)
    ),
    Mutant("addresses of groups", NETWORKS, " 224.0.0.0/4", "", (TABLE,)),
    Mutant("addresses beyond those of sites", ADDRESSES, "found in _UNICAST", "True", (TABLE,)),
    Mutant(
        "all of this machine for ingest",
        "src/desks/tax/commands/ingest/running.py",
        "PoliteClient(addresses.guard)",
        'PoliteClient(type(addresses.guard)([], [f"http://127.0.0.1:{port}" for port in range(1, 2**16)]))',
        (
            "tests/desks/tax/services/test_official.py::test_a_service_that_leads_elsewhere_is_named_and_nothing_is_fetched_there",
        ),
    ),
    Mutant("secrets of clouds", NETWORKS, "192.0.0.192/32", "", (SECRETS,)),
    Mutant("addresses wrapped as of old", NETWORKS, " ::/96", "", (SECRETS,)),
    Mutant(
        "credentials anywhere",
        CLIENT,
        "if home is not None and origin(url) != origin(home):",
        "if False:",
        (
            BY_CLIENT.format("a_credential_goes_to_its_own_origin_and_nowhere_else"),
            BY_CLIENT.format("a_redirect_elsewhere_gets_neither_credential_nor_headers"),
        ),
    ),
    Mutant(
        "headers go along to another origin",
        CLIENT,
        "_given(request) if is_home else NONE",
        "_given(request)",
        (BY_CLIENT.format("a_redirect_elsewhere_gets_neither_credential_nor_headers"),),
    ),
    Mutant(
        "any address is asked by desks",
        CLIENT,
        "await self.guard.admit(url)",
        "await asyncio.sleep(0)",
        (BY_CLIENT.format("who_is_led_to_another_server_of_this_machine_does_not_ask_it"),),
    ),
    Mutant(
        "what writes is led on",
        CLIENT,
        "if not is_led or request.method not in _SAFE:",
        "if not is_led:",
        (BY_CLIENT.format("what_writes_is_led_nowhere_nor_who_wants_no_redirects"),),
    ),
    Mutant(
        "what may not be done twice is repeated",
        CLIENT,
        "allowed = method in _REPEATABLE if repeats is None else repeats",
        "allowed = True",
        (BY_CLIENT.format("what_may_not_be_done_twice_is_sent_once"),),
    ),
    Mutant(
        "calls that last for ever",
        CLIENT,
        "async with asyncio.timeout(self.patience.seconds):",
        "async with asyncio.timeout(30):",
        (BY_CLIENT.format("who_answers_never_is_not_waited_for"),),
    ),
    Mutant(
        "pauses that outlast the call",
        "src/services/retry.py",
        " or clock() + state.upcoming_sleep >= end",
        "",
        (BY_CLIENT.format("a_pause_that_would_outlast_the_call_is_not_begun"),),
    ),
    Mutant(
        "all of a huge reply",
        CLIENT,
        "if len(piece) > room:",
        "if False:",
        (BY_CLIENT.format("of_a_huge_reply_the_beginning_is_read_and_the_cut_said"),),
    ),
    Mutant(
        "cookies are kept",
        CLIENT,
        "cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),",
        "",
        (BY_CLIENT.format("no_packed_reply_and_no_cookie_is_taken"),),
    ),
    Mutant(
        "one breaker for all tenants",
        "src/services/breaker.py",
        "return self._lucks(current().tenant)",
        'return self._lucks("")',
        (BY_CLIENT.format("who_fails_several_times_is_left_alone_by_that_tenant"),),
    ),
    Mutant(
        "replies of stand-ins without their mark",
        STANDIN_SERVER,
        ", MARK: self.server.standin.name}",
        "}",
        ("tests/standins/test_standin.py::test_every_reply_is_as_the_world_says_and_is_marked",),
    ),
)
