from pathlib import Path

from episodic.library.in_turn import ingest_in_turn
from episodic.library.work_ingestion import WorkProgress
from tests.unit.library.library_folder import manuscript, tasks_for


async def test_an_unreadable_manuscript_does_not_affect_the_others(tmp_path: Path) -> None:
    tasks = tasks_for(tmp_path, {"1.txt": manuscript(1), "2.txt": "", "3.txt": manuscript(2)})
    steps: list[WorkProgress] = []

    found = [one async for one in ingest_in_turn(tasks, steps.append)]

    assert [(one.work, one.complete) for one in found] == [("1", True), ("2", False), ("3", True)]
    assert {one.work for one in steps} == {"1", "3"}
    assert steps[-1].done == steps[-1].total == 2
