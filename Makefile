# Each target sets up what it needs in .venv and is quick the second time.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help demo run test coverage chaos races fuzz check format words bench release clean

help: ## What there is
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile

demo: $(VENV)/.demo ## A simulated Discord channel in the browser, two players, no account
	$(BIN)/python -m bot demo $(ARGS)

run: $(VENV)/.run ## The real bot, with the settings of the environment or .env
	$(BIN)/python -m bot run

test: $(VENV)/.dev ## The whole test suite
	$(BIN)/python -m pytest --numprocesses auto --quiet $(ARGS)

coverage: $(VENV)/.dev ## The same, with the lines and branches that it reaches
	$(BIN)/python -m pytest --numprocesses auto --quiet --cov --cov-report term:skip-covered $(ARGS)

chaos: $(VENV)/.dev ## Kill the bot two hundred times while people play, and look at what is left
	$(BIN)/python -m tests.chaos --kills 200 $(ARGS)

races: $(VENV)/.dev ## Ten thousand times people act at once, and everything else that takes long to try
	$(BIN)/python -m tests.races --interleavings 10000 $(ARGS)
	$(BIN)/python -m pytest --numprocesses auto --quiet -m long

fuzz: $(VENV)/.dev ## A hundred thousand random inputs and steps of what people do
	$(BIN)/python -m tests.fuzz $(ARGS)

check: $(VENV)/.dev ## Lint, format, types, layers, and known vulnerabilities of what is installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python .ci/audit.py

format: $(VENV)/.dev ## Put the code into its form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

words: $(VENV)/.dev ## All wording, as the template of a translation
	$(BIN)/pybabel --quiet extract --keywords 'say say_counted:1,2 mark mark_counted:1,2' --no-default-keywords \
		--no-location --sort-output --omit-header --output bot/messages/locale/catena.pot bot rendering

bench: $(VENV)/.dev ## The engine, drawing, and turns under load, each against its goals
	$(BIN)/python -m benchmarks engine
	$(BIN)/python -m benchmarks rendering
	$(BIN)/python -m benchmarks turns

release: $(VENV)/.dev ## Check, build, try, commit and tag: make release VERSION=1.2.0
	$(BIN)/python .ci/release.py $(VERSION) $(ARGS)

clean: ## Remove what the other targets made
	rm -rf $(VENV) build dist *.egg-info .coverage .mypy_cache .pytest_cache .ruff_cache .import_linter_cache \
		.hypothesis htmlcov

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Catena needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."; exit 2; }
	$(PYTHON) -m venv $(VENV)

INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) .
	@touch $@

$(VENV)/.demo $(VENV)/.dev: $(VENV)/.%: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) '.[$*]'
	@touch $@
