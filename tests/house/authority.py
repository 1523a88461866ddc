"""A timestamp authority on this machine: a throwaway certificate, and openssl behind HTTP."""

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

CONFIG = """
[tsa]
default_tsa = own
[own]
serial = {folder}/serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = yes
tsa_name = no
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:true
subjectKeyIdentifier = hash
keyUsage = critical, keyCertSign
[stamping]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
"""


def openssl(*words: object) -> bytes:
    done = subprocess.run(["openssl", *map(str, words)], capture_output=True, check=False)
    assert done.returncode == 0, (words, done.stderr.decode())
    return done.stdout


class Authority:
    """Answers requests, or as ``answers`` says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "root.pem"
        self.queries: list[bytes] = []
        self.answers: list[bytes] = []
        """To be given instead, one by one."""
        self.kinds: set[str] = set()
        self.port = 0
        self._guard = threading.Lock()
        self.config = folder / "openssl.cnf"
        self.config.write_text(CONFIG.format(folder=folder))
        (folder / "serial").write_text("01\n")
        self._make("root", "-x509", "-extensions", "root", "-days", "2")
        self._make("stamper")
        openssl(
            *("x509", "-req", "-in", folder / "stamper.pem", "-CA", self.root),
            *("-CAkey", folder / "root.key", "-CAcreateserial", "-days", "2"),
            *("-extfile", self.config, "-extensions", "stamping", "-out", folder / "stamper.crt"),
        )

    def _make(self, name: str, *more: str) -> None:
        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        out = ("-keyout", self.folder / f"{name}.key", "-out", self.folder / f"{name}.pem")
        openssl("req", "-new", *key, *out, "-subj", f"/CN={name}", "-config", self.config, *more)

    def answer(self, query: bytes) -> bytes:
        with self._guard:
            self.queries.append(query)
            if self.answers:
                return self.answers.pop(0)
            asked, said = self.folder / "query.tsq", self.folder / "reply.tsr"
            asked.write_bytes(query)
            openssl(
                *("ts", "-reply", "-config", self.config, "-queryfile", asked, "-out", said),
                *("-signer", self.folder / "stamper.crt", "-inkey", self.folder / "stamper.key"),
            )
            return said.read_bytes()

    def verify(self, answer: Path, data: Path) -> bytes:
        given = ("-in", answer, "-data", data, "-CAfile", self.root)
        return openssl("ts", "-verify", *given)


@contextmanager
def authority(folder: Path) -> Iterator[Authority]:
    folder.mkdir(parents=True, exist_ok=True)
    found = Authority(folder)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            query = self.rfile.read(int(self.headers["Content-Length"]))
            found.kinds.add(self.headers["Content-Type"])
            body = found.answer(query)
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
