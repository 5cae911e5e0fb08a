# Two commands matter: `make play` and `make test`. Both set up what is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test lint unit browser bench fuzz compiled fmt lock clean

play: $(READY)  ## the tables in the browser, on a SQLite file in this folder; Ctrl-C stops
	$(BIN)/pfalz serve

test: lint unit  ## everything that has to hold

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(READY) browser
	$(BIN)/pytest -n 2

browser:  ## Chromium for the browser tests, from the system's packages
	@command -v chromium >/dev/null || { \
	  if [ "$$(id -u)" = 0 ]; then run=; else run=sudo; fi; \
	  $$run apt-get update -qq && $$run apt-get install -y -qq chromium; }

bench: $(READY)  ## speed, as ratios to a calibration loop of the same run
	$(BIN)/python -m pfalz.lab.bench
	$(BIN)/python -m pfalz.server.bench

fuzz: $(READY)  ## 10,000 random games of every game over all settings
	$(BIN)/python -m pfalz.lab.fuzz --games 10000

compiled: $(READY)  ## compile core and games with mypyc, run the tests and the benchmarks on them
	$(BIN)/python tools/compile.py
	$(BIN)/pytest -n 2 -o pythonpath="build/compiled . tools"
	PYTHONPATH=build/compiled $(BIN)/python -m pfalz.lab.bench

fmt: $(READY)  ## format and sort
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: $(READY)  ## pin the dependencies anew
	$(BIN)/pip-compile -q --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	  --no-header --extra dev --upgrade --allow-unsafe -o requirements.lock pyproject.toml

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache src/*.egg-info
