"""Runs commands and Python programs in processes that are forked from a process with the loaded program, which saves
loading it.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import shlex
import shutil
import signal
import socket
import sys
import tempfile
import traceback
from contextlib import suppress
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn, cast
from uuid import uuid4

from tests.warm_caches import warm_caches

ROOT = Path(__file__).parents[1]
LARGEST = 1 << 17
"""Maximum number of bytes in the request that starts one command."""
KILLED = 137
"""Exit code of a command that reported none: the shell's exit code for a killed process."""
SERVER = "import sys; from tests.forked import serve; serve(sys.argv[1], int(sys.argv[2]))"
CLIENT = f"""\
import json, os, socket, sys

address, *arguments = sys.argv[1:]
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server:
    server.connect(address)
    told = dict(arguments=arguments, folder=os.getcwd(), environment=dict(os.environ))
    socket.send_fds(server, [json.dumps(told).encode()], [0, 1, 2])
    code = server.recv(1)
sys.exit(code[0] if code else {KILLED})
"""


@cache
def commands() -> Path:
    """Return a folder with the commands `episodic` and `python` for PATH. `python` runs only `python -c PROGRAM`.

    All test processes of one run share the process that runs the commands, which takes seconds to start.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    owner = os.getpid() if run is None else os.getppid()
    folder = Path(tempfile.gettempdir()) / f"episodic-{run or uuid4().hex}"
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "episodic").exists():
            _start(folder, owner)
    return folder


def _start(folder: Path, owner: int) -> None:
    """Start the process that runs the commands, and write the commands that ask it. It ends with the process *owner*,
    which may be later than this process. So it is no `Popen`, which warns when its process is still running at the end.
    """
    address = str(folder / "socket")
    reading, writing = os.pipe()
    os.posix_spawn(
        sys.executable,
        [sys.executable, "-c", SERVER, address, str(owner)],
        {**os.environ, "PYTHONPATH": str(ROOT)},
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, writing, 1),
        ],
    )
    os.close(writing)
    with os.fdopen(reading, "rb") as said:
        assert said.readline() == b"ready\n", "no command can be started"
    client = folder / "client.py"
    client.write_text(CLIENT, encoding="utf-8")
    for name in ("python", "episodic"):
        line = shlex.join([sys.executable, "-IS", str(client), address, name])
        command = folder / name
        command.write_text(f'#!/bin/sh\nexec {line} "$@"\n', encoding="utf-8")
        command.chmod(0o755)


def serve(address: str, owner: int) -> None:
    """Fork a process for each requested command until the process *owner* ends, and then delete the folder of commands."""
    warm_caches()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(address)
        listening.listen()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while _is_running(owner):
            found, _, _ = select.select([listening], [], [], 1)
            if not found:
                continue
            asking, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                _run(asking)
            asking.close()
    shutil.rmtree(Path(address).parent)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _run(asking: socket.socket) -> NoReturn:
    code = 1
    try:
        code = _command(asking)
    finally:
        with suppress(OSError):
            asking.sendall(bytes([code]))
        os._exit(code)


def _command(asking: socket.socket) -> int:
    message, files, _, _ = socket.recv_fds(asking, LARGEST, 3)
    told = cast("dict[str, object]", json.loads(message))
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    sys.stdin, sys.stdout, sys.stderr = (
        TextIOWrapper(open(number, mode, closefd=False), encoding="utf-8", line_buffering=number == 2)  # noqa: SIM115
        for number, mode in ((0, "rb"), (1, "wb"), (2, "wb"))
    )
    os.chdir(cast("str", told["folder"]))
    os.environ.clear()
    os.environ.update(cast("dict[str, str]", told["environment"]))
    sys.argv = cast("list[str]", told["arguments"])
    try:
        _run_program(sys.argv)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


def _run_program(line: list[str]) -> None:
    from episodic.cli import main  # noqa: PLC0415

    match line:
        case ["python", "-c", code]:
            sys.path.insert(0, "")
            exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102
        case _:
            main()
