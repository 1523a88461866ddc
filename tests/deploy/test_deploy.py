"""The files of ``deploy`` are what the server, its managers and its proxies read. No Docker daemon
is needed: what can be checked without one is, and each program that is installed checks its file.
"""

import json
import re
import shlex
import shutil
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from pitboss.web.settings import FILE_VARIABLE, fields
from pitboss.web.systemd import Manager
from tests.web.program import Place, Process

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINERFILE = DEPLOY / "Containerfile"
UNITS = DEPLOY / "systemd"
KNOWN = {FILE_VARIABLE} | {
    f"{field.variable}{end}"
    for field in fields().values()
    for end in (("", "_FILE") if field.has_file else ("",))
    if not field.setting.once
}


def instructions() -> list[tuple[str, str]]:
    """Those of the Containerfile, continued lines joined."""
    text = re.sub(r"^\s*#.*\n", "", CONTAINERFILE.read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    parted = (line.partition(" ") for line in lines if line.strip())
    return [(word, rest.strip()) for word, _, rest in parted]


def given(word: str) -> list[str]:
    return [rest for found, rest in instructions() if found == word]


def test_the_image_runs_as_nobody_in_particular_with_one_volume() -> None:
    stages = [i for i, (word, _) in enumerate(instructions()) if word == "FROM"]
    assert len(stages) == 2
    last = dict(instructions()[stages[-1] :])
    assert last["USER"] == "10001:10001"
    assert last["VOLUME"] == "/data"
    assert json.loads(last["ENTRYPOINT"]) + json.loads(last["CMD"]) == ["pitboss", "serve"]
    assert not given("ADD")
    variables = dict(part.split("=", 1) for rest in given("ENV") for part in shlex.split(rest))
    assert {name for name in variables if name.startswith("PITBOSS_")} <= KNOWN
    assert variables["PITBOSS_DATA"] == "/data"
    assert last["EXPOSE"] == variables["PITBOSS_PORT"]


def sources() -> list[str]:
    """What the image copies from the repository."""
    own = (rest.split() for rest in given("COPY") if not rest.startswith("--from="))
    return [source for *copied, _ in own for source in copied]


def test_the_image_is_built_from_what_it_copies(tmp_path: Path) -> None:
    """Those files are in the repository and let through, and a wheel can be made of them alone."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    ignored = [line for line in lines if not line.startswith("#")]
    assert ignored[0] == "*"
    assert {f"!{source}" for source in sources()} <= set(ignored)
    for source in sources():
        target = tmp_path / "build" / source
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / source).is_dir():
            skipped = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / source, target, ignore=skipped)
        else:
            shutil.copy(ROOT / source, target)
    wheel = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    made = tmp_path / "wheels"
    build = [*pip, *wheel, "--wheel-dir", str(made), "."]
    subprocess.run(build, cwd=tmp_path / "build", check=True, timeout=120)
    (file,) = made.iterdir()
    with zipfile.ZipFile(file) as archive:
        packed = set(archive.namelist())
    here = (path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.*"))
    assert {name for name in here if "__pycache__" not in name and ".egg" not in name} <= packed


@pytest.fixture
def health() -> Iterator[tuple[HTTPServer, list[int]]]:
    statuses: list[int] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(statuses[-1] if self.path == "/healthz" else 404)
            self.end_headers()

        def log_message(self, format: str, *given: Any) -> None:
            """Nobody reads it."""

    server = HTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server, statuses
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_image_s_health_check_says_how_the_server_is(
    health: tuple[HTTPServer, list[int]],
) -> None:
    server, statuses = health
    (check,) = given("HEALTHCHECK")
    _, program, code = json.loads(check.partition("CMD ")[2])
    for status, expected in ((200, 0), (503, 1)):
        statuses.append(status)
        environment = {"PITBOSS_PORT": str(server.server_port)}
        ran = subprocess.run([sys.executable, program, code], env=environment, capture_output=True)
        assert ran.returncode == expected, ran.stderr


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    values = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert isinstance(values, dict)
    return values


def test_the_compose_file_sets_only_what_there_is(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {"pitboss", "database", "prometheus"}
    ours = compose["services"]["pitboss"]
    assert set(ours["environment"]) <= KNOWN
    assert (DEPLOY / ours["build"]["context"] / ours["build"]["dockerfile"]).samefile(CONTAINERFILE)
    assert ours["user"] == "10001:10001"
    for service in compose["services"].values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert not service.get("privileged")
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert set(service["networks"]) <= set(compose["networks"])
        assert set(service["secrets"]) <= set(compose["secrets"])
        for volume in service["volumes"]:
            name = volume.partition(":")[0]
            assert name in compose["volumes"] or (DEPLOY / name).is_dir(), volume
        for name, value in service.get("environment", {}).items():
            if name.endswith("_FILE"):
                assert value.removeprefix("/run/secrets/") in service["secrets"]
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    for service in ("database", "prometheus"):
        assert compose["services"][service]["healthcheck"]["test"]


def test_secrets_stay_out_of_the_repository_and_of_the_compose_file(
    compose: dict[str, Any],
) -> None:
    for secret in compose["secrets"].values():
        assert Path(secret["file"]).parts[0] == "secrets"
    assert "secrets" in (ROOT / ".gitignore").read_text().splitlines()
    assert "postgresql://" not in (DEPLOY / "compose.yaml").read_text()


def test_prometheus_asks_the_server_of_the_compose_file(compose: dict[str, Any]) -> None:
    values = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text())
    (job,) = [job for job in values["scrape_configs"] if job["job_name"] == "pitboss"]
    targets = [target for part in job["static_configs"] for target in part["targets"]]
    assert "pitboss:8765" in targets
    hosts = compose["services"]["pitboss"]["environment"]["PITBOSS_ALLOWED_HOSTS"]
    assert "pitboss" in hosts.split(",")
    secret = job["authorization"]["credentials_file"]
    assert secret == "/run/secrets/metrics_token"


def test_docker_reads_the_compose_file(tmp_path: Path) -> None:
    """By docker's plugin; else by the program that was there before it, which knows no name."""
    docker, older = shutil.which("docker"), shutil.which("docker-compose")
    text = (DEPLOY / "compose.yaml").read_text()
    if (
        docker
        and not subprocess.run([docker, "compose", "version"], capture_output=True).returncode
    ):
        program = [docker, "compose"]
    elif older:
        program, text = [older], text.replace("name: pitboss\n", "")
    else:
        pytest.skip("neither docker's compose plugin nor docker-compose is installed")

    def read(text: str) -> int:
        file = tmp_path / "compose.yaml"
        file.write_text(text)
        command = [*program, "--file", str(file), "config", "--quiet"]
        return subprocess.run(command, capture_output=True).returncode

    assert read(text) == 0
    assert read(text.replace("read_only: true", "read_onyl: true")) != 0


def read_unit(path: Path) -> dict[str, list[str]]:
    """Each key with its values; a key may be given again and again."""
    found: dict[str, list[str]] = {}
    for line in path.read_text().splitlines():
        key, is_set, value = line.partition("=")
        if is_set and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


def test_the_unit_is_hardened_and_speaks_with_systemd() -> None:
    unit = read_unit(UNITS / "pitboss.service")
    for key, value in {
        "Type": "notify",
        "Restart": "on-failure",
        "DynamicUser": "yes",
        "StateDirectory": "pitboss",
        "StateDirectoryMode": "0700",
        "UMask": "0077",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "NoNewPrivileges": "yes",
        "CapabilityBoundingSet": "",
    }.items():
        assert unit[key] == [value]
    assert int(unit["WatchdogSec"][0]) >= 10
    names = {value.partition("=")[0] for value in unit["Environment"]}
    assert {name for name in names if name.startswith("PITBOSS_")} <= KNOWN


@pytest.mark.parametrize("name", sorted(path.name for path in UNITS.iterdir()))
def test_systemd_reads_the_units(name: str, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if not program:
        pytest.skip("systemd-analyze is not installed")
    for path in UNITS.iterdir():
        installed = path.read_text().replace("/opt/pitboss/bin/pitboss", sys.executable)
        (tmp_path / path.name).write_text(installed)
    ran = subprocess.run(
        [program, "verify", "--man=no", str(tmp_path / name)], capture_output=True, text=True
    )
    said = [line for line in ran.stderr.splitlines() if str(tmp_path) in line]
    assert said == []


def test_the_server_tells_its_manager_how_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hearing:
        hearing.bind(str(path))
        hearing.settimeout(20)
        monkeypatch.setenv("NOTIFY_SOCKET", str(path))
        monkeypatch.setenv("WATCHDOG_USEC", "900000")
        server = Process(Place(tmp_path / "data", ""))
        assert hearing.recv(100) == b"READY=1"
        assert [hearing.recv(100) for _ in range(2)] == [b"WATCHDOG=1"] * 2
        server.stop()
        heard = hearing.recv(100)
        while heard == b"WATCHDOG=1":
            heard = hearing.recv(100)
        assert heard == b"STOPPING=1"


def test_a_sign_of_life_is_given_only_by_whom_it_is_asked_of() -> None:
    assert Manager({}).every == 0
    assert Manager({"WATCHDOG_USEC": "30000000"}).every == 10
    assert Manager({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}).every == 0
    Manager({"NOTIFY_SOCKET": "/none/notify"}).tell("READY=1")


def test_the_proxies_pass_streams_on_and_say_where_requests_come_from() -> None:
    nginx = (DEPLOY / "proxy" / "nginx.conf").read_text()
    for line in (
        "proxy_buffering off;",
        "proxy_set_header Host $host;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
        "client_max_body_size 64k;",
    ):
        assert line in nginx
    assert nginx.count("{") == nginx.count("}")
    caddy = (DEPLOY / "proxy" / "Caddyfile").read_text()
    assert "flush_interval -1" in caddy
    assert "max_size 64KB" in caddy


def test_the_proxies_read_their_files(tmp_path: Path) -> None:
    caddy = shutil.which("caddy")
    if not caddy:
        pytest.skip("caddy is not installed")
    file = str(DEPLOY / "proxy" / "Caddyfile")
    subprocess.run([caddy, "validate", "--adapter", "caddyfile", "--config", file], check=True)
