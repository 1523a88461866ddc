"""What stands before the routes: under which names the server answers, and whom it believes about
where a request comes from."""

from collections.abc import Iterator

import httpx
import pytest

from pitboss.refusal import Refused
from pitboss.web.common.gate import HEADERS
from pitboss.web.common.hosts import host_of, make_hosts
from pitboss.web.server import LOOPBACK, read_front, read_proxies
from pitboss.web.settings import Options
from tests.web.program import Place, Process

PROXY, CLIENT = "127.0.0.5", "127.0.0.9"
OPTIONS = ("--allowed-host", "tables.example", "--trusted-proxy", f"{PROXY}/32")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    made = Process(Place(tmp_path_factory.mktemp("front") / "data", "", OPTIONS))
    yield made
    made.stop()


def test_low_a_foreign_host_header_is_answered_400_in_one_line(server: Process) -> None:
    for path in ("/", "/api/tables", "/api/guest", "/healthz"):
        answer = server.client.get(path, headers={"Host": "evil.example"})
        assert answer.status_code == 400
        assert list(answer.json()) == ["error"]
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
    port = server.client.base_url.port
    for host in ("tables.example", f"Tables.Example:{port}", "localhost", "[::1]:80"):
        assert server.client.get("/api/tables", headers={"Host": host}).status_code == 200
    # By address only where machines look after it, once names are given.
    assert server.client.get("/api/tables", headers={"Host": "10.1.2.3"}).status_code == 400
    assert server.client.get("/healthz", headers={"Host": "10.1.2.3"}).status_code != 400


def guests(server: Process, source: str, count: int) -> set[int]:
    """The answers to so many new guests, each said to come from an address of its own."""
    with httpx.Client(
        base_url=server.client.base_url, transport=httpx.HTTPTransport(local_address=source)
    ) as client:
        return {
            client.post(
                "/api/guest", headers={"X-Forwarded-For": f"198.51.100.7, 203.0.113.{number}"}
            ).status_code
            for number in range(count)
        }


def test_m11_a_proxy_elsewhere_is_believed_where_it_is_trusted(server: Process) -> None:
    assert guests(server, PROXY, 25) == {200}
    assert guests(server, CLIENT, 25) == {200, 429}


def test_without_names_a_server_answers_to_addresses_and_its_machine() -> None:
    hosts = make_hosts((), ("https://tables.example:8443",), "0.0.0.0", "cardroom")
    known = ("localhost", "10.1.2.3", "::1", "tables.example", "cardroom", "cardroom.local")
    assert all(map(hosts.know, known))
    assert not any(map(hosts.know, ("evil.example", "tables.example.evil", "", "10.1.2.3.evil")))
    local = make_hosts((), (), "127.0.0.1")
    assert not local.know("cardroom")
    named = make_hosts(("*.example",), (), "127.0.0.1", "cardroom")
    assert named.know("a.example")
    assert not any(map(named.know, ("example", "cardroom", "10.1.2.3", "aexample")))


@pytest.mark.parametrize(
    ("header", "host"),
    [("A.example:80", "a.example"), ("a.example.", "a.example"), ("[::1]:80", "::1"), ("", "")],
)
def test_the_name_in_a_host_header(header: str, host: str) -> None:
    assert host_of(header) == host


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (Options(trusted_proxies=("*",)), "trusted proxy *: give an address or a network"),
        (Options(trusted_proxies=("10.0.0.1/8",)), "trusted proxy 10.0.0.1/8: give"),
        (Options(allowed_hosts=("https://a",)), "allowed host https://a: give a name"),
        (Options(allowed_hosts=("*",)), "allowed host *: give a name"),
    ],
)
def test_what_makes_no_sense_is_refused(options: Options, words: str) -> None:
    with pytest.raises(Refused) as refused:
        read_front(options)
    assert words in str(refused.value)


def test_nobody_is_believed_unless_a_proxy_is_spoken_of() -> None:
    assert read_proxies(Options()) == []
    assert read_proxies(Options(https=True)) == list(LOOPBACK)
    assert read_proxies(Options(https=True, trusted_proxies=("10.0.0.0/8",))) == ["10.0.0.0/8"]
