# make demo     reads the stories in examples/ and shows the results
# make test     runs all checks and tests, on SQLite and on two real Neo4j servers
# Needs Python 3.11 or later with venv, make and git. Everything else is downloaded into this folder.

PYTHON ?= python3
UV_VERSION := 0.13.9
UV := .tools/uv-$(UV_VERSION)/bin/uv
WANTED := --all-groups --extra http --extra mcp --extra ray
RUN := .venv/bin/
CHECKED := $(wildcard episodic tests benchmarks)

# pyright's version is locked, so pyright need not report newer versions.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
export UV_PYTHON_DOWNLOADS ?= never
# Tests start hundreds of processes. Without cached bytecode, each process would spend seconds on compiling all modules.
unexport PYTHONDONTWRITEBYTECODE
# Use pip's package index for uv too, unless uv has an index of its own.
ifdef PIP_INDEX_URL
export UV_DEFAULT_INDEX ?= $(PIP_INDEX_URL)
endif

.PHONY: demo test check fix bench neo4j-start neo4j-stop sync api wheel
.NOTPARALLEL:

demo: sync
	@$(UV) run --no-sync episodic demo

FORM := $(RUN)ruff format --check $(CHECKED) && $(RUN)ruff check $(CHECKED) && $(RUN)lint-imports --no-logo
# mypy checks everything. pyright checks the package and programs of users (`include` in pyproject.toml).
# pyright has no cache of its own, so pyright is skipped if it accepted the same files before. mypy and ruff cache their results themselves.
PYRIGHT := { checked=$$({ find episodic tests/typing -name '*.py' | sort; echo Makefile pyproject.toml uv.lock .venv/pyvenv.cfg; } | xargs sha256sum | sha256sum); \
	if [ "$$checked" = "$$(cat .tools/pyright.passed 2> /dev/null)" ]; then echo "pyright: passed before, and no file has changed"; \
	else $(RUN)pyright && echo "$$checked" > .tools/pyright.passed; fi; }
# The store of docs/stores.md is checked like the project's code. mypy and pyright run at the same time, because each uses one core only.
TYPES := { $(RUN)python -m tests.typing.documented_store || exit; $(RUN)mypy $(CHECKED) > .tools/mypy.txt 2>&1 & mypy=$$!; $(PYRIGHT); pyright=$$?; \
	wait $$mypy; mypy=$$?; cat .tools/mypy.txt; [ $$((mypy + pyright)) = 0 ]; }

# All test processes import the same modules at the same time. Without cached bytecode, each of them would compile all modules,
# so one process first compiles them for all.
COMPILED := { [ -e .tools/compiled ] || { $(RUN)python -m pytest --collect-only -qq > /dev/null && touch .tools/compiled; }; }

# The servers start during the format and lint checks, and are stopped even if a check or test fails. Servers that ran before are used and
# left running. Types are checked while the tests run,
# because tests often wait for servers. Type errors are printed when they are found, and again at the end. On success, the last line is pytest's.
# Three test processes share two cores, because some test often waits for a server. More would cost more than they gain: each process first
# imports all tests, which takes some ten seconds. OPENBLAS_NUM_THREADS=1: tests do not need numpy's threads.
test: export OPENBLAS_NUM_THREADS ?= 1
test: sync
	@running=; $(RUN)python -m tests.neo4j_servers status > /dev/null 2>&1 && running=yes; \
	$(RUN)python -m tests.neo4j_servers start --fresh --little-memory & starting=$$!; \
	trap 'kill $$types 2> /dev/null; wait $$starting; [ "$$running" ] || $(RUN)python -m tests.neo4j_servers stop' EXIT; \
	trap 'exit 130' INT TERM; \
	{ $(FORM); } || exit; \
	{ { $(TYPES); } > .tools/types.txt 2>&1; types=$$?; cat .tools/types.txt; exit $$types; } & types=$$!; \
	$(COMPILED); wait $$starting && $(RUN)python -m pytest -n 3 --no-loadscope-reorder; tests=$$?; \
	wait $$types || { cat .tools/types.txt; exit 1; }; exit $$tests

check: sync
	@{ $(FORM); } && $(TYPES)

fix: sync
	$(RUN)ruff check --fix $(CHECKED)
	$(RUN)ruff format $(CHECKED)

# Writes the API reference, docs/api.
api: sync
	$(RUN)python -m tests.docs.api_reference

# Builds the wheel into dist/, installs it into an empty environment, and runs the demo there.
wheel: sync
	@rm -rf dist .tools/wheel && $(UV) build --quiet --wheel --out-dir dist && $(UV) venv --quiet .tools/wheel
	@$(UV) pip install --quiet --python .tools/wheel dist/*.whl && cd .tools/wheel && bin/episodic demo

bench: neo4j-start
	@set -e; for question in $$(ls benchmarks/*.py | grep -v /__); do \
		$(RUN)python -m "$$(echo "$${question%.py}" | tr / .)"; \
	done

neo4j-start: sync
	@$(RUN)python -m tests.neo4j_servers start

neo4j-stop: sync
	@$(RUN)python -m tests.neo4j_servers stop

# Installs from an exported list with checksums, so that the same lock file works with any package index.
sync: $(UV)
	@$(UV) export --quiet --frozen $(WANTED) --output-file .tools/requirements.txt
	@$(UV) venv --quiet --allow-existing .venv
	@$(UV) pip sync --quiet --python .venv .tools/requirements.txt

$(UV):
	@$(PYTHON) -m venv --clear .tools/uv-$(UV_VERSION)
	@.tools/uv-$(UV_VERSION)/bin/python -m pip install --quiet uv==$(UV_VERSION)
