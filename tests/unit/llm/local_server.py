"""A real HTTP server on the loopback interface whose answers come from a function."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pydantic import BaseModel, JsonValue


@dataclass(frozen=True, slots=True)
class Request:
    """One received request. Header names are in lower case."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Response:
    """The response to send. `promised` is the announced length, if it differs from the real length. The body is sent
    byte by byte, with `pause` seconds after each byte, if `pause` is not 0.
    """

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    promised: int | None = None
    pause: float = 0


@dataclass(slots=True)
class Server:
    """The address of a running server, and the requests that it received."""

    url: str
    requests: list[Request] = field(default_factory=list[Request])


class _Body(BaseModel):
    body: dict[str, JsonValue]


@contextmanager
def serving(answer: Callable[[Request], Response]) -> Generator[Server]:
    """Run a server until the block ends. The function `answer` runs in the server's threads."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            body = _Body.model_validate({"body": json.loads(raw or b"{}")}).body
            request = Request(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            server.requests.append(request)
            response = answer(request)
            with suppress(ConnectionError):
                self.send_response(response.status)
                for name, value in response.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(response.promised or len(response.body)))
                self.end_headers()
                for piece in [bytes([one]) for one in response.body] if response.pause else [response.body]:
                    self.wfile.write(piece)
                    time.sleep(response.pause)
                if response.promised is not None:
                    self.close_connection = True

        # The HTTP library prescribes the name of the method.
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Print no log messages."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    http.block_on_close = False
    server = Server(f"http://127.0.0.1:{http.server_port}/v1")
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


def sent(value: JsonValue, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON response."""
    body = json.dumps(value, ensure_ascii=False).encode()
    return Response(status, body, {"Content-Type": "application/json", **(headers or {})})


def completed(text: str, *, finish: str = "stop", usage: tuple[int, int] | None = (120, 8)) -> Response:
    """Return a chat completion with this reply. *usage* is the number of prompt and completion tokens."""
    message: dict[str, JsonValue] = {"role": "assistant", "content": text}
    body: dict[str, JsonValue] = {"choices": [{"index": 0, "finish_reason": finish, "message": message}]}
    if usage is not None:
        body["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    return sent(body)


def refused(
    status: int, message: str, *, code: str | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an error response in OpenAI's format."""
    return sent({"error": {"message": message, "code": code, "type": "error"}}, status=status, headers=headers)
