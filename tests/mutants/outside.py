"""Defences of what is asked of foreign systems."""

from tests.mutants.mutant import Mutant

DOWNLOAD = "src/services/download.py"
ADDRESSES = "src/services/addresses.py"

ASKED = "tests/services/test_download.py::test_{}"
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
        'if scheme != "https" and (is_listed or scheme != "http" or not self._is_here(host)):',
        "if False:",
        (REFUSED,),
    ),
    Mutant(
        "addresses inside a network",
        ADDRESSES,
        "if is_listed and not all(map(_is_public, self._resolve(host))):",
        "if False:",
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
    Mutant("secrets of the hypervisor", ADDRESSES, " and found != _HYPERVISOR", "", (REFUSED,)),
    Mutant("translated addresses", ADDRESSES, "if found in _TRANSLATED:", "if False:", (REFUSED,)),
    Mutant("mapped addresses", ADDRESSES, "found.ipv4_mapped or ", "", (REFUSED,)),
    Mutant("tunnelled addresses", ADDRESSES, " or found.sixtofour", "", (REFUSED,)),
    Mutant("addresses of groups", ADDRESSES, " and not found.is_multicast", "", (REFUSED,)),
    Mutant(
        "all of this machine for ingest",
        "src/desks/tax/commands/ingest/running.py",
        "PoliteClient(addresses.guard)",
        'PoliteClient(type(addresses.guard)([], [f"http://127.0.0.1:{port}" for port in range(1, 2**16)]))',
        (
            "tests/desks/tax/services/test_official.py::test_a_service_that_leads_elsewhere_is_named_and_nothing_is_fetched_there",
        ),
    ),
)
