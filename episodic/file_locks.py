"""Locks on open files. The operating system releases a lock when the process ends, even if the process is killed."""

import sys

if sys.platform == "win32":
    import msvcrt

    def take_lock(file: int) -> None:
        """Lock an open file. Raises OSError if the file is locked through another handle, in this process or another."""
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def release_lock(file: int) -> None:
        """Unlock an open file."""
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def take_lock(file: int) -> None:
        """Lock an open file. Raises OSError if the file is locked through another handle, in this process or another."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def release_lock(file: int) -> None:
        """Unlock an open file."""
        fcntl.flock(file, fcntl.LOCK_UN)
