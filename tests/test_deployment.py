"""What runs the server elsewhere: the image, the composition and the proxy, read as whoever runs them reads them."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from src.export.pack import LARGEST
from src.settings import Settings, read_settings

ROOT = Path(__file__).resolve().parents[1]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SERVERS = [SERVICES[name] for name in ("tess-1", "tess-2")]
PROXY = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")


SECRETS = {"POSTGRES_PASSWORD": "letters0and1digits", "TESS_TOKEN_SECRET": "0123456789abcdef" * 4}
"""What whoever starts the composition has to give it."""


def environment(service: dict[str, Any], known: dict[str, str]) -> dict[str, str]:
    """Return the environment of a service as compose fills it in, from what is known where it is started."""

    def filled(found: re.Match[str]) -> str:
        return known[found[1]] if found[2] == ":?" else known.get(found[1], found[3])

    told: dict[str, str] = service["environment"]
    return {
        name: re.sub(r"\$\{(\w+)(:[?-])([^}]*)\}", filled, value) for name, value in told.items()
    }


def instructions() -> list[tuple[str, str]]:
    """Return the lines of the Dockerfile, continued ones joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines if line)]


DOCKERFILE = instructions()


def last(word: str) -> str:
    return [rest for name, rest in DOCKERFILE if name == word][-1]


PINNED = re.compile(r"[a-z0-9./-]+:\d+\.\d+[a-z0-9.-]*(@sha256:[0-9a-f]{64})?")
"""An image by its full version, and by the digest of its bytes where one is given."""


def test_base_images_are_named_by_full_version_and_a_digest_is_a_digest() -> None:
    bases = [rest.partition(" AS ")[0] for name, rest in DOCKERFILE if name == "FROM"]
    images = [service["image"] for service in SERVICES.values() if "build" not in service]
    assert len(images) == 2
    assert [one for one in (*bases, *images) if not PINNED.fullmatch(one)] == []


@pytest.mark.parametrize(
    "image",
    [
        "postgres",
        "postgres:18",
        "postgres:latest",
        "postgres:18.6@sha256:abc",
        "postgres@sha256:...",
    ],
)
def test_an_image_that_may_be_another_tomorrow_is_noticed(image: str) -> None:
    assert not PINNED.fullmatch(image)
    assert PINNED.fullmatch("postgres:18.6@sha256:" + "0a" * 32)


# The image


def test_the_image_runs_as_nobody_who_owns_anything_but_the_data() -> None:
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", last("USER"))
    after = DOCKERFILE[[name for name, _ in DOCKERFILE].index("USER") :]
    assert not {name for name, _ in after} & {"RUN", "COPY", "ADD"}
    runs = "\n".join(rest for name, rest in DOCKERFILE if name == "RUN")
    assert re.findall(r"--owner=\d+ --group=\d+ (\S+)", runs) == [last("VOLUME")]
    assert "chown" not in runs


def test_the_image_is_made_of_what_was_tested() -> None:
    runs = [rest for name, rest in DOCKERFILE if name == "RUN"]
    assert any("--require-hashes -r requirements.lock" in rest for rest in runs)
    assert len({rest.split()[0] for name, rest in DOCKERFILE if name == "FROM"}) == 1
    assert all("apt-get update" in rest for rest in runs if "apt-get install" in rest)
    assert re.match(r"python:3\.\d+\.\d+-slim-", last("FROM"))
    names = {rest.split("=")[0] for name, rest in DOCKERFILE if name == "ENV"}
    assert not any("KEY" in name or "TOKEN" in name for name in names)


def test_what_the_image_copies_is_let_through() -> None:
    let_through = (ROOT / ".dockerignore").read_text("utf-8")
    copied = [rest for name, rest in DOCKERFILE if name == "COPY" and "--from=" not in rest]
    assert {"src", "requirements.lock"} <= {source for rest in copied for source in rest.split()}
    for rest in copied:
        for source in rest.split()[:-1]:
            assert (ROOT / source).exists()
            assert f"!{source}\n" in let_through


def test_what_only_installs_is_left_behind() -> None:
    builds = [place for place, (name, _) in enumerate(DOCKERFILE) if name == "FROM"]
    last_stage = DOCKERFILE[builds[-1] :]
    assert not any("pip" in rest for name, rest in last_stage if name == "RUN")
    taken = [rest.split()[1] for name, rest in last_stage if name == "COPY"]
    assert taken == ["/venv", "/app"]
    assert any("pip uninstall --yes uv setuptools pip" in rest for _, rest in DOCKERFILE)


def test_the_image_tells_whether_it_is_well() -> None:
    assert "/healthz" in last("HEALTHCHECK")
    assert '"serve"' in last("CMD")


# The composition


def test_two_servers_are_alike_and_write_to_their_data_and_tmp_only() -> None:
    assert SERVERS[0] == SERVERS[1]
    for service in (*SERVERS, SERVICES["proxy"]):
        assert service["read_only"]
        assert service["tmpfs"] == ["/tmp"]
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert SERVERS[0]["volumes"] == ["tess-data:/data"]


def test_servers_are_given_time_and_settings_that_exist() -> None:
    seconds = int(SERVERS[0]["stop_grace_period"].removesuffix("s"))
    assert seconds > Settings.model_fields["tess_grace_seconds"].default
    assert {name.lower() for name in SERVERS[0]["environment"]} <= set(Settings.model_fields)


def test_only_the_proxy_is_reached_and_only_from_this_machine() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert all(port.startswith("127.0.0.1:") for port in SERVICES["proxy"]["ports"])


def test_the_servers_have_what_one_that_others_reach_does_not_start_without() -> None:
    assert "0.0.0.0" in last("CMD")  # what the image says, not where a test listens
    for server in SERVERS:
        given = server["environment"]
        assert given["TESS_TOKEN_SECRET"].startswith("${TESS_TOKEN_SECRET:?")
        settings = {"API_HOST": "0.0.0.0", **environment(server, SECRETS)}
        read = read_settings(
            _env_file=None, **{name.lower(): value for name, value in settings.items()}
        )
        assert read.database_url
        assert not read.only_here
        assert read.tess_token_secret


def test_no_password_stands_in_the_composition() -> None:
    told = [service.get("environment", {}) for service in SERVICES.values()]
    for value in (value for one in told for name, value in one.items() if "PASSWORD" in str(value)):
        assert "${POSTGRES_PASSWORD:?" in value


def test_who_is_waited_for_exists_and_tells_whether_it_is_well() -> None:
    for service in SERVICES.values():
        for name, condition in service.get("depends_on", {}).items():
            assert condition == {"condition": "service_healthy"}
            assert "healthcheck" in SERVICES[name] or "build" in SERVICES[name]
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / source).is_file()


# The proxy


def test_the_proxy_knows_both_servers_and_passes_the_upgrade_on() -> None:
    assert re.findall(r"server (\S+):8000", PROXY) == ["tess-1", "tess-2"] * 2
    assert "proxy_set_header Upgrade $http_upgrade;" in PROXY
    assert "proxy_set_header X-Forwarded-For" in PROXY
    (port,) = re.findall(r"listen (\d+);", PROXY)
    assert SERVICES["proxy"]["ports"] == [f"127.0.0.1:8000:{port}"]
    limit = re.search(r"/packs/open \{\s+client_max_body_size (\d+)m", PROXY)
    assert limit
    assert int(limit[1]) * 2**20 == LARGEST


@pytest.mark.parametrize("path", ["/documents/check", "/dossiers/dos-01234567/documents"])
def test_the_proxy_lets_documents_of_the_client_through(path: str) -> None:
    found = re.findall(r"location ~ (\S+) \{\s+client_max_body_size (\d+)m;", PROXY)
    (most,) = [int(megabytes) for pattern, megabytes in found if re.search(pattern, path)]
    assert most >= Settings.model_fields["tess_upload_megabytes"].default
    assert not any(re.search(pattern, f"{path}/x") for pattern, _ in found)
