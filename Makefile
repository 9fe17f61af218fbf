# make demo     reads the stories in examples/ and shows what came of it
# make test     every check and every test, on SQLite and on two real Neo4j servers
# Needs Python 3.11 or later with venv, make and git; everything else is fetched into this folder.

PYTHON ?= python3
UV_VERSION := 0.13.9
UV := .tools/uv-$(UV_VERSION)/bin/uv
WANTED := --all-groups --extra http --extra mcp
RUN := .venv/bin/
CHECKED := $(wildcard episodic tests benchmarks)

# The version of pyright is the locked one; a newer one elsewhere is no news.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
export UV_PYTHON_DOWNLOADS ?= never
# Tests start hundreds of processes; where Python may not keep what it compiled, each of them compiles everything, for seconds.
unexport PYTHONDONTWRITEBYTECODE
# A package index that pip was told of is uv's too, unless uv was told of one itself.
ifdef PIP_INDEX_URL
export UV_DEFAULT_INDEX ?= $(PIP_INDEX_URL)
endif

.PHONY: demo test check fix bench neo4j-start neo4j-stop sync
.NOTPARALLEL:

demo: sync
	@$(UV) run --no-sync episodic demo

FORM := $(RUN)ruff format --check $(CHECKED) && $(RUN)ruff check $(CHECKED) && $(RUN)lint-imports --no-logo
# Both of those that check types use one core only, so they go side by side.
TYPES := { $(RUN)mypy $(CHECKED) > .tools/mypy.txt 2>&1 & mypy=$$!; $(RUN)pyright; pyright=$$?; \
	wait $$mypy; mypy=$$?; cat .tools/mypy.txt; [ $$((mypy + pyright)) = 0 ]; }

# The servers start while everything else is checked, and stop however the tests end. Types are checked while tests wait for servers;
# what is wrong with them is said when it is found, and again at the end. If all is well, pytest's line is the last one.
# Three at a time on two cores: some test always waits for a server. Each of their processes would make threads for numpy, and use none.
test: export OPENBLAS_NUM_THREADS ?= 1
test: sync
	@$(RUN)python -m tests.neo4j_servers start --fresh --little-memory & starting=$$!; \
	trap 'kill $$types 2> /dev/null; wait $$starting; $(RUN)python -m tests.neo4j_servers stop' EXIT; trap 'exit 130' INT TERM; \
	{ $(FORM); } || exit; \
	{ { $(TYPES); } > .tools/types.txt 2>&1; types=$$?; cat .tools/types.txt; exit $$types; } & types=$$!; \
	wait $$starting && $(RUN)python -m pytest -n 3 --dist loadfile --no-loadscope-reorder; tests=$$?; \
	wait $$types || { cat .tools/types.txt; exit 1; }; exit $$tests

check: sync
	@{ $(FORM); } && $(TYPES)

fix: sync
	$(RUN)ruff check --fix $(CHECKED)
	$(RUN)ruff format $(CHECKED)

bench: neo4j-start
	@set -e; for question in $$(ls benchmarks/*.py | grep -v /__); do \
		$(RUN)python -m "$$(echo "$${question%.py}" | tr / .)"; \
	done

neo4j-start: sync
	@$(RUN)python -m tests.neo4j_servers start

neo4j-stop: sync
	@$(RUN)python -m tests.neo4j_servers stop

# By way of a list with checksums, so that a machine with a package index of its own needs no other lock file.
sync: $(UV)
	@$(UV) export --quiet --frozen $(WANTED) --output-file .tools/requirements.txt
	@$(UV) venv --quiet --allow-existing .venv
	@$(UV) pip sync --quiet --python .venv .tools/requirements.txt

$(UV):
	@$(PYTHON) -m venv --clear .tools/uv-$(UV_VERSION)
	@.tools/uv-$(UV_VERSION)/bin/python -m pip install --quiet uv==$(UV_VERSION)
