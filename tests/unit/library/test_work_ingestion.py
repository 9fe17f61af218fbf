from pathlib import Path

from episodic.errors import EmptyTextError
from episodic.library.manuscripts import WorkManuscript
from episodic.library.work_ingestion import (
    WorkProgress,
    WorkResult,
    ingest_in_turn,
    ingest_work,
    ingest_work_now,
    task_of,
)
from episodic.pipeline.reports import Progress
from tests.unit.library.library_folder import manuscript, settings_of, tasks_for


async def test_the_result_of_a_work_counts_its_chapters_and_records(tmp_path: Path) -> None:
    (task,) = tasks_for(tmp_path, {"潮声.txt": manuscript(6)})
    steps: list[Progress] = []

    found = await ingest_work(task, steps.append)

    assert (found.work, found.complete, found.outcomes) == ("潮声", True, {"added": 6})
    assert found.counts["episode"] == 6
    assert found.counts["passage"] == 6
    assert (steps[-1].done, steps[-1].total) == (6, 6)


async def test_a_second_ingestion_changes_nothing(tmp_path: Path) -> None:
    (task,) = tasks_for(tmp_path, {"潮声.txt": manuscript(2)})
    await ingest_work(task, lambda _: None)

    again = await ingest_work(task, lambda _: None)

    assert again.unchanged
    assert again.outcomes == {"unchanged": 2}


async def test_an_error_becomes_the_result_of_its_work(tmp_path: Path) -> None:
    (task,) = tasks_for(tmp_path, {"empty.txt": " "})

    found = await ingest_work(task, lambda _: None)

    assert found.exit_code == EmptyTextError.exit_code
    assert "empty.txt" in found.error
    assert not found.complete


def test_a_worker_process_ingests_a_work_in_an_event_loop_of_its_own(tmp_path: Path) -> None:
    (task,) = tasks_for(tmp_path, {"潮声.txt": manuscript(1)})

    assert ingest_work_now(task, lambda _: None).complete


def test_processes_share_the_limits_per_minute(tmp_path: Path) -> None:
    limits = {"EPISODIC_REQUESTS_PER_MINUTE": "61", "EPISODIC_TOKENS_PER_MINUTE": "1"}
    config = settings_of(tmp_path, **limits)

    task = task_of(WorkManuscript("潮声", tmp_path), config, removing=False, processes=2)

    assert task.config.text("EPISODIC_REQUESTS_PER_MINUTE") == "30"
    assert task.config.text("EPISODIC_TOKENS_PER_MINUTE") == "1"
    assert task.config.text("EPISODIC_WORK") == "潮声"


def test_a_work_with_failed_chapters_is_not_complete() -> None:
    assert not WorkResult("潮声", outcomes={"failed": 1}, failed=(("第一章", "no answer"),)).complete
    assert not WorkResult("潮声", outcomes={"added": 1, "unchanged": 3}).unchanged


async def test_an_unreadable_manuscript_does_not_affect_the_others(tmp_path: Path) -> None:
    tasks = tasks_for(tmp_path, {"1.txt": manuscript(1), "2.txt": "", "3.txt": manuscript(2)})
    steps: list[WorkProgress] = []

    found = [one async for one in ingest_in_turn(tasks, steps.append)]

    assert [(one.work, one.complete) for one in found] == [("1", True), ("2", False), ("3", True)]
    assert {one.work for one in steps} == {"1", "3"}
    assert steps[-1].done == steps[-1].total == 2
