# Two commands matter: `make play` and `make test`. Both set up what is missing, each in an environment of its own:
# to play takes a dozen packages, to develop a hundred. `make test PYTHON=python3.13` tests on another Python.
PYTHON ?= python3
ifeq ($(origin PYTHON), file)
VENV := .venv
else
VENV := .venv-$(notdir $(PYTHON))
endif
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PLAY := .venv-play
PIP := python -m pip install -q --disable-pip-version-check

.PHONY: play test lint unit browser bench compare fuzz compiled plain fmt lock dist clean

play: $(PLAY)/.ready  ## the tables in the browser, on a SQLite file in this folder; Ctrl-C stops
	$(PLAY)/bin/python -m pfalz serve

test: lint unit dist  ## everything that has to hold

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
	PFALZ_BUILD=plain $(BIN)/python -m pfalz.lab.bench
	PFALZ_BUILD=plain $(BIN)/python -m pfalz.lab.thinking
	PFALZ_BUILD=plain $(BIN)/python -m pfalz.server.bench

compare: $(READY)  ## boardgame.io and catanatron against us, in turns: wants a quiet machine, npm and the net
	PFALZ_BUILD=plain $(BIN)/python tools/peers.py

fuzz: $(READY)  ## 10,000 random games of every game over all settings
	$(BIN)/python -m pfalz.lab.fuzz --games 10000

compiled: $(READY)  ## compile core and games with mypyc; whatever plays from now on uses that, if its tests pass
	$(BIN)/python tools/compile.py
	PFALZ_BUILD=compiled $(BIN)/pytest -n 2 || { $(MAKE) plain; exit 1; }
	PFALZ_BUILD=compiled $(BIN)/python -m pfalz.lab.bench
	PFALZ_BUILD=compiled $(BIN)/python -m pfalz.lab.thinking

plain:  ## the way back: play from the sources again
	rm -rf src/pfalz/_compiled

fmt: $(READY)  ## format and sort
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

PIN := -q --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header \
  --allow-unsafe --generate-hashes --upgrade

lock: $(READY)  ## pin the dependencies anew, with hashes: to play, and to develop
	$(BIN)/pip-compile $(PIN) -o requirements.lock pyproject.toml
	$(BIN)/pip-compile $(PIN) --extra dev -c requirements.lock -o requirements-dev.lock pyproject.toml

dist: $(READY)  ## a wheel, which has to install into an empty environment and serve
	rm -rf build/dist dist
	$(BIN)/python -m build -q --wheel --no-isolation --outdir dist .
	rm -rf build/lib build/bdist*
	$(PYTHON) -m venv build/dist
	build/dist/bin/$(PIP) --require-hashes -r requirements.lock
	build/dist/bin/$(PIP) --no-deps --no-index dist/pfalz-*.whl
	cd build && dist/bin/python ../tools/served.py
	rm -rf build/dist

$(READY): requirements-dev.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/$(PIP) --require-hashes -r requirements-dev.lock
	$(BIN)/$(PIP) --no-deps --no-build-isolation -e .
	touch $@

$(PLAY)/.ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(PLAY)
	$(PLAY)/bin/$(PIP) --require-hashes -r requirements.lock
	$(PLAY)/bin/python -c 'import sysconfig as s; open(s.get_path("purelib") + "/pfalz.pth", "w").write("$(CURDIR)/src\n")'
	touch $@

clean: plain
	rm -rf .venv .venv-* build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache src/*.egg-info
