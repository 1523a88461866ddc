"""Where alerts go in the tests: a real HTTP server and a tiny real mail server, on this machine."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Received:
    """What came in, and what is answered."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, dict[str, str], bytes]] = []
        self.mails: list[str] = []
        self.said: list[str] = []
        """Every line that a mail client said."""
        self.statuses: list[int] = []
        """Answers to come; 200 or 250 once they are used up."""
        self.extensions: list[str] = []
        self.hold = threading.Event()
        self.hold.set()
        self.port = 0

    def next_status(self, good: int) -> int:
        self.hold.wait(10)
        return self.statuses.pop(0) if self.statuses else good


def _http(received: Received) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            received.posts.append((self.path, headers, body))
            self.send_response(received.next_status(200))
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    return Handler


def _smtp(received: Received) -> type[socketserver.StreamRequestHandler]:
    class Handler(socketserver.StreamRequestHandler):
        def say(self, *lines: str) -> None:
            self.wfile.write("".join(f"{line}\r\n" for line in lines).encode())

        def handle(self) -> None:
            self.say("220 postbox")
            while line := self.rfile.readline().decode().rstrip():
                received.said.append(line)
                word = line.split()[0].upper()
                if word == "EHLO":
                    names = ["postbox", *received.extensions]
                    self.say(*(f"250-{name}" for name in names[:-1]), f"250 {names[-1]}")
                elif word == "DATA":
                    self.take_mail()
                elif word == "QUIT":
                    self.say("221 bye")
                    return
                elif word == "AUTH":
                    self.say("235 welcome")
                else:
                    self.say("250 ok")

        def take_mail(self) -> None:
            self.say("354 go on")
            lines = []
            while (line := self.rfile.readline().decode().rstrip("\r\n")) != ".":
                lines.append(line)
            status = received.next_status(250)
            if status == 250:
                received.mails.append("\n".join(lines))
            self.say(f"{status} so it is")

    return Handler


@contextmanager
def web_server() -> Iterator[Received]:
    received = Received()
    with _serving(received, ThreadingHTTPServer(("127.0.0.1", 0), _http(received))):
        yield received


@contextmanager
def mail_server() -> Iterator[Received]:
    received = Received()
    with _serving(received, socketserver.ThreadingTCPServer(("127.0.0.1", 0), _smtp(received))):
        yield received


@contextmanager
def _serving(received: Received, server: socketserver.TCPServer) -> Iterator[None]:
    server.daemon_threads = True  # type: ignore[attr-defined]
    received.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        received.hold.set()
        server.shutdown()
        server.server_close()
        thread.join()
