"""Tests of the folder layout: the test of `episodic/a/b.py` is `tests/unit/a/test_b.py`, or is listed in the table
below.
"""

from __future__ import annotations

from pathlib import Path

import episodic

TESTS = Path(__file__).parent
PACKAGE = Path(episodic.__file__).parent

TESTED = {
    "cli/test_answers.py": "cli/terminal cli/read_commands cli/override_commands",
    "cli/test_history_commands.py": "cli/maintenance_commands cli/import_export_commands",
    "cli/test_json_words.py": "cli/command_table serialisers/reports serialisers/views",
    "cli/test_reindex_command.py": "cli/maintenance_commands",
    "cli/test_restricted_reads.py": "cli/read_commands cli/messages/reads",
    "cli/test_timeline_pictures.py": "cli/read_commands cli/svg_files",
    "cli/test_writing_commands.py": "cli/ingest_commands cli/result_output cli/chapter_commands cli/override_commands",
    "extraction/llm_based/test_prompt_sizes.py": "extraction/llm_based/prompts temporal/llm_judge",
    "extraction/llm_based/test_narrators.py": "extraction/llm_based/entities",
    "extraction/llm_based/test_statement_texts.py": "extraction/llm_based/statements",
    "extraction/llm_based/test_statement_times.py": "extraction/llm_based/statements",
    "extraction/llm_based/test_reading_laws.py": "extraction/llm_based/entities extraction/llm_based/statements",
    "facade/test_search_modes.py": "facade/reads",
    "languages/test_catalogues.py": "languages/messages languages/lexicon",
    "languages/test_clock_times.py": "languages/en/time_expressions/clock_times languages/zh/time_expressions/clock_times",
    "languages/test_loading.py": "languages/registry",
    "languages/test_regex_backtracking.py": "languages/en/reading languages/zh/reading",
    "languages/test_shared_code.py": "languages",
    "languages/test_third_language.py": "languages/registry",
    "languages/test_time_numerals.py": "languages/en/time_expressions/numerals languages/zh/time_expressions/numerals",
    "languages/test_unsupported_language.py": "text/language languages/registry",
    "languages/zh/reading/test_classical_prose.py": "languages/zh/reading/classical_deeds languages/zh/reading/classical_lives",
    "llm/test_error_translation.py": "llm/openai embeddings/openai openai_endpoint",
    "llm/test_openai_failures.py": "llm/openai llm/retrying",
    "pipeline/edits/test_undo_of_several.py": "pipeline/edits/undo",
    "pipeline/edits/test_drafts_in_place.py": "pipeline/edits/promotion pipeline/edits/chapter_moves",
    "pipeline/edits/test_inserting_again.py": "pipeline/edits/chapter_edits",
    "pipeline/edits/test_overrides_with_checkpoint.py": "pipeline/edits/override_commits pipeline/session/replay_cache",
    "pipeline/edits/test_undo_with_checkpoint.py": "pipeline/edits/undo pipeline/session/work_checkpoint",
    "pipeline/replay/statements/test_momentary_predicates.py": "pipeline/replay/statements/predicate_resolution",
    "pipeline/replay/statements/test_predicate_examples.py": "pipeline/replay/statements/predicate_resolution",
    "pipeline/replay/statements/test_predicate_types.py": "pipeline/replay/statements/predicate_resolution",
    "pipeline/session/test_asking_together.py": "pipeline/session/question_loop pipeline/session/judge_calls",
    "pipeline/session/test_damaged_checkpoint.py": "pipeline/session/work_checkpoint pipeline/checkpoint/segments",
    "pipeline/test_memory_diff.py": "pipeline/reports pipeline/session/state",
    "pipeline/test_refused_revisions.py": "pipeline/edits",
    "pipeline/test_revising_at_once.py": "pipeline/session",
    "pipeline/test_revision_costs.py": "pipeline/session pipeline/replay",
    "search/test_degraded_search.py": "search/hybrid_search",
    "search/test_search_safety.py": "search/hybrid_search",
    "search/test_validity_of_claims.py": "search/validity",
    "server/test_mcp_process.py": "cli/agent_commands server/mcp_server",
    "stores/neo4j/test_commit_groups.py": "stores/neo4j/commit",
    "stores/neo4j/test_faulty_servers.py": "stores/neo4j/connection stores/neo4j/errors",
    "stores/neo4j/test_incomplete_writes.py": "stores/neo4j/connection stores/neo4j/commit",
    "stores/neo4j/test_purging.py": "stores/neo4j/commit",
    "stores/neo4j/test_reads_during_deletion.py": "stores/neo4j/store",
    "stores/neo4j/test_writers.py": "stores/neo4j/store",
    "stores/sqlite/test_backup.py": "stores/sqlite/checkpoint",
    "stores/sqlite/test_crash.py": "stores/sqlite/commits",
    "stores/sqlite/test_deleted_bytes.py": "stores/sqlite/commits",
    "stores/sqlite/test_full_disk.py": "stores/sqlite/errors stores/sqlite/transactions",
    "stores/sqlite/test_long_questions.py": "stores/sqlite/full_text",
    "stores/sqlite/test_purging.py": "stores/sqlite/commits stores/sqlite/checkpoint",
    "stores/sqlite/test_random_commits.py": "stores/sqlite/store",
    "stores/sqlite/test_waiting.py": "stores/sqlite/connection_thread",
    "svg/test_timeline_limits.py": "svg/timelines",
    "svg/test_timeline_texts.py": "svg/timelines",
    "temporal/chronology/test_claim_moments.py": "temporal/chronology/chronology",
    "temporal/chronology/test_timeline_conflicts.py": "temporal/chronology/chronology",
    "temporal/chronology/test_words_in_passages.py": "temporal/chronology/passage_plans temporal/chronology/time_terms",
    "temporal/expressions/test_held_out.py": "temporal/expressions/passage_scan",
    "temporal/expressions/test_held_out_again.py": "temporal/expressions/passage_scan",
    "temporal/expressions/test_typed_moments.py": "temporal/expressions",
    "temporal/fold/test_events_and_durations.py": "temporal/fold/event_identity temporal/fold/durations",
    "temporal/fold/test_fold_laws.py": "temporal/fold/fold temporal/chronology/chronology",
    "temporal/fold/test_judged_rivals.py": "temporal/fold/fold temporal/exclusion",
    "temporal/fold/test_locked_facts.py": "temporal/fold/fold",
    "temporal/fold/test_scenarios.py": "temporal/fold/fold temporal/chronology/chronology",
    "temporal/knowledge/test_knowledge_laws.py": "temporal/knowledge/knowledge",
    "temporal/test_predicate_flags.py": "model/predicates temporal/exclusion temporal/monotone temporal/knowledge/learning",
    "test_layout.py": ".",
    "test_public_names.py": ".",
    "text/test_chapters_chinese.py": "text/chapter_splitting",
    "text/test_chapters_english.py": "text/chapter_splitting",
    "text/test_long_texts.py": "text",
}
"""Test files that are not named after one module, each with the modules and packages that it tests."""


def exists(module: str) -> bool:
    return (PACKAGE / f"{module}.py").is_file() or (PACKAGE / module / "__init__.py").is_file()


def test_a_test_file_is_named_after_its_module_or_stands_in_the_table() -> None:
    files = {path.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
    other = {str(file) for file in files if not exists(str(file.with_name(file.stem.removeprefix("test_"))))}

    assert sorted(other) == sorted(TESTED)


def test_the_table_names_modules_that_exist() -> None:
    missing = {file: [name for name in names.split() if not exists(name)] for file, names in TESTED.items()}

    assert {file: names for file, names in missing.items() if names} == {}
