"""The command line of the test servers: install, start, stop, status, lock."""

import argparse
import sys

from tests.neo4j_servers import pair
from tests.neo4j_servers.jars import VERSIONS, JarsError, jar_cache, write_lock
from tests.neo4j_servers.server import LITTLE, USUAL, ServerError


def main() -> int:
    """Run the command and return the exit code, which is 0 if the command succeeded."""
    arguments = _parser().parse_args()
    try:
        return _run_command(arguments)
    except (JarsError, ServerError) as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.neo4j_servers", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("install", help="fetch the jars of both versions")
    start = commands.add_parser("start", help="start both versions; those that run are left alone")
    start.add_argument("--fresh", action="store_true", help="begin with empty servers")
    start.add_argument("--little-memory", action="store_true", help="with less memory than compose.yaml gives a server")
    commands.add_parser("stop", help="stop both versions")
    commands.add_parser("status", help="say which of them run; exit code 3 unless both do")
    lock = commands.add_parser("lock", help="ask the registry anew what a version needs and write its lock file")
    lock.add_argument("version")
    return parser


def _run_command(arguments: argparse.Namespace) -> int:
    match arguments.command:
        case "install":
            for version in VERSIONS:
                say(f"Neo4j {version}: {len(jar_cache().jars(version))} jars")
        case "start":
            memory = LITTLE if arguments.little_memory else USUAL
            for version, address in pair.start(fresh=arguments.fresh, memory=memory).items():
                say(f"Neo4j {version}: {address}")
        case "stop":
            pair.stop()
        case "status":
            return _status()
        case _:
            say(f"{write_lock(arguments.version, jar_cache().resolved(arguments.version))}")
    return 0


def _status() -> int:
    up = {version: pair.shared_server(version).is_up() for version in VERSIONS}
    for version, is_up in up.items():
        say(f"Neo4j {version}: {pair.shared_server(version).address if is_up else 'does not run'}")
    return 0 if all(up.values()) else 3


def say(line: str) -> None:
    """Print a line to the terminal."""
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
