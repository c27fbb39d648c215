"""The documented example for a web server that speaks HTTPS: a game through it, over HTTP and a socket.

Where nginx or Caddy is installed it runs its example; everywhere a stand-in does, which sets the headers that the
example for nginx names.
"""

import asyncio
import contextlib
import datetime
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.sync.client import connect

from support.cardroom import BUSY_S, free_port
from support.served import Served
from support.visitors import Room

NAME = "cards.example.org"
ORIGIN = {"origin": f"https://{NAME}"}
PAGE = Path(__file__).parent.parent / "docs" / "operating.md"
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
HEAD_END = b"\r\n\r\n"
EXAMPLE = PAGE.read_text().partition("```nginx\n")[2].partition("```")[0]
CADDY = shutil.which("caddy")
CADDY_EXAMPLE = PAGE.read_text().partition("```caddy\n")[2].partition("```")[0]
CADDY_OPTIONS = "admin off\n auto_https disable_redirects\n default_sni cards.example.org\n"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a key and a certificate that it signs itself."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(x509.OID_COMMON_NAME, NAME)])
    now = datetime.datetime.now(datetime.UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now).not_valid_after(now + datetime.timedelta(days=1))
    path = tmp_path_factory.mktemp("certificate") / "both.pem"
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(private + made.sign(key, hashes.SHA256()).public_bytes(pem))
    return path


@contextlib.contextmanager
def nginx(folder: Path, certificate: Path, port: int, behind: int) -> Iterator[None]:
    """Run the example at other ports, with another certificate."""
    example = EXAMPLE.replace("443", f"127.0.0.1:{port}").replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    example = re.sub(r"/etc/letsencrypt\S+pem", str(certificate), example)
    temporary = "".join(
        f"{each}_temp_path {folder}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}} http {{ {temporary} {example} }}"
    )
    assert NGINX is not None
    with started([NGINX, "-p", str(folder), "-e", "stderr", "-c", f"{folder}/nginx.conf"], folder, port):
        yield


@contextlib.contextmanager
def caddy(folder: Path, certificate: Path, port: int, behind: int) -> Iterator[None]:
    """Run the example at other ports, with another certificate."""
    example = CADDY_EXAMPLE.replace("127.0.0.1:8000", f"127.0.0.1:{behind}").replace("{\n", f"{{\n{CADDY_OPTIONS}", 1)
    site = f"{NAME}:{port} {{\n bind 127.0.0.1\n tls {certificate} {certificate}"
    (folder / "Caddyfile").write_text(example.replace(f"{NAME} {{", site))
    assert CADDY is not None
    with started([CADDY, "run", "--config", f"{folder}/Caddyfile"], folder, port):
        yield


@contextlib.contextmanager
def started(command: list[str], folder: Path, port: int) -> Iterator[None]:
    """Run a web server until it is left; what it logs is in a file of the folder."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command, stderr=log, env=os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        )
    try:
        await_port(port)
        yield
    finally:
        process.terminate()
        process.wait(BUSY_S)


def await_port(port: int) -> None:
    end = time.monotonic() + BUSY_S
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        assert time.monotonic() < end
        time.sleep(0.02)


def head_of_example(head: bytes) -> bytes:
    """Return the head of a request with the headers that the example sets by its variables, without the empty ones."""
    first, *lines = head.decode().split("\r\n")
    given = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    variables = {"$http_host": given["host"], "$remote_addr": "203.0.113.9", "$scheme": "https"}
    variables |= {"$http_upgrade": given.get("upgrade", "")}
    asked, default, none = re.findall(r"map (\S+) \$connection_upgrade \{ default (\S+); \"\" \"(\S*)\"; \}", EXAMPLE)[
        0
    ]
    variables["$connection_upgrade"] = default if variables[asked] else none
    for own in ("connection", "upgrade"):  # which nginx passes on only where it is told to
        given.pop(own, None)
    headers = given | {
        name.lower(): variables[value] for name, value in re.findall(r"proxy_set_header (\S+) (\S+);", EXAMPLE)
    }
    return "\r\n".join([first, *(f"{name}: {value}" for name, value in headers.items() if value)]).encode() + HEAD_END


@contextlib.contextmanager
def stand_in(folder: Path, certificate: Path, port: int, behind: int) -> Iterator[None]:
    """Forward each connection, with the head of its first request as the example has it."""
    assert "location = /metrics { return 404; }" in EXAMPLE
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)

    async def copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(1 << 16):
            target.write(data)
        target.close()

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, requests = await asyncio.open_connection("127.0.0.1", behind)
        try:
            head = (await reader.readuntil(HEAD_END)).removesuffix(HEAD_END)
            if head.split()[1] == b"/metrics":
                writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
                await writer.drain()
                return
            requests.write(head_of_example(head))
            await asyncio.gather(copy(reader, requests), copy(answers, writer))
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            for each in (writer, requests):
                each.close()

    loop, started = asyncio.new_event_loop(), threading.Event()
    ended = asyncio.Event()

    async def serve() -> None:
        async with await asyncio.start_server(forward, "127.0.0.1", port, ssl=context):
            started.set()
            await ended.wait()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run)
    thread.start()
    started.wait(BUSY_S)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join(BUSY_S)


@pytest.mark.parametrize("front", [stand_in, *([nginx] if NGINX else []), *([caddy] if CADDY else [])])
def test_a_game_through_the_documented_example(
    tmp_path: Path, certificate: Path, front: Callable[..., contextlib.AbstractContextManager[None]]
) -> None:
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    room, port = Room(tmp_path / "log.db", limits=True, host_names={NAME}), free_port()

    def client(**headers: str) -> httpx2.Client:
        # One request for each connection: the stand-in changes the head of the first.
        headers = {"host": NAME, "connection": "close", "accept": "application/json", **headers}
        return httpx2.Client(base_url=f"https://127.0.0.1:{port}", headers=headers, verify=trusting, timeout=BUSY_S)

    with Served(room.app) as served, front(tmp_path, certificate, port, served.address[1]), client(**ORIGIN) as ann:
        opened = ann.post("/tables", data={"game": "patience", "name": "Ann"})
        table, cookie = opened.json()["goto"], opened.headers["set-cookie"]
        assert "; Secure" in cookie
        ann.headers["cookie"] = cookie.partition(";")[0]
        line = socket.create_connection(("127.0.0.1", port))
        headers = {"cookie": ann.headers["cookie"], **ORIGIN}
        address = f"wss://{NAME}{table}/views"
        with connect(address, sock=line, ssl=trusting, additional_headers=headers) as feed:
            before = json.loads(feed.recv(BUSY_S))
            form = {"version": str(before["version"]), "move": before["moves"][0]["text"]}
            assert ann.post(f"{table}/move", data=form).json() == {"notice": "", "goto": ""}
            assert json.loads(feed.recv(BUSY_S))["version"] > before["version"]
        assert ann.get("/metrics").status_code == 404
        for origin in ("https://evil.example", f"http://{NAME}"):
            refused = ann.post(f"{table}/move", data=form, headers={"origin": origin})
            assert (refused.status_code, refused.json()["error"]) == (403, "the request came from another site")
        with client(host="evil.example") as other:
            answer = other.get("/")
            assert answer.status_code == 421 or (
                front is caddy and not answer.content
            )  # which passes on its sites only
    room.close()
    if front is not stand_in:  # its log says which requests have failed
        with front(tmp_path, certificate, port, free_port()), client() as ann:
            assert ann.get("/t/table/seat/personal").status_code == 502
        assert "personal" not in (tmp_path / "log").read_text()
