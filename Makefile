# The two commands to know: `make play` and `make test`. Everything lives in .venv.
PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
# The versions with which the tests pass: a new release of one of these libraries breaks no build.
PIP := $(BIN)/python -m pip install --quiet --constraint constraints.txt
ARGS ?=

.PHONY: baselines coverage help play test install dev upgrade lint lint-python lint-client format unit browser other-browsers oracle oracle-branches misreadings mutants exhaustive wasm-oracle fuzz soak soak-kill ray puzzles bench load restarts baseline-ppo baseline-alphazero docs docs-boards docs-blocks clean

help:  ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

play: install  ## install, compile with a progress bar, and open the table in the browser
	$(BIN)/tablier play $(ARGS)

test:  ## everything that must hold: what CI runs
	bash .ci/run

install: $(BIN)/.installed  ## make .venv with the package in it

$(BIN)/.installed: pyproject.toml constraints.txt hatch_build.py $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(PIP) --editable '.[server,png]'
	@touch $@

dev: install  ## add what tests and checks need
	$(PIP) --group test --group lint

upgrade:  ## make .venv anew with the newest versions of all libraries, and write them to constraints.txt
	rm -rf .venv
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[server,png]' --group test --group lint --group docs
	$(BIN)/python -m pip freeze --exclude-editable >constraints.txt

lint: lint-python lint-client  ## format, lint, types, import contracts, the client's own checks (-j 2: both at once)

lint-python: dev
	$(BIN)/ruff format --check src tests baselines benchmarks docs tools hatch_build.py
	$(BIN)/ruff check src tests baselines benchmarks docs tools hatch_build.py
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-client: dev
	cd web && npm ci --no-audit --no-fund --silent && npm run --silent check && npm run --silent lint && npm run --silent test

format: dev  ## format and mend what can be mended
	$(BIN)/ruff format src tests baselines benchmarks docs tools hatch_build.py
	$(BIN)/ruff check --fix src tests baselines benchmarks docs tools hatch_build.py

unit: dev  ## the tests without a browser
	$(BIN)/pytest -n 2

browser: dev  ## the tests in a real browser
	$(BIN)/pytest -n 2 -m browser

other-browsers: dev  ## a site in Firefox and WebKit, as far as they are installed; what is missing is named
	$(BIN)/pytest -n 0 -m other_browsers tests/other_browsers

coverage: dev  ## the lines and branches that tests run, rules interpreted (half an hour, since measuring takes time)
	# Not named .coverage.*: the next run with workers would take it for one of theirs, add it up and remove it.
	NUMBA_DISABLE_JIT=1 COVERAGE_FILE=.rules-coverage $(BIN)/pytest -n 2 -q --cov=tablier.games --cov=tablier.engine --cov-report= \
	  tests/games/test_interpreted.py tests/engine
	$(BIN)/pytest -n 2 --cov=tablier --cov-report=
	$(BIN)/coverage combine --quiet --append --keep .rules-coverage
	$(BIN)/coverage report --skip-covered --skip-empty --fail-under=85

GAMES ?= 3000
oracle: dev  ## the long comparison of kernels and oracles (GAMES=3000, some two hours of a core)
	TABLIER_ORACLE_GAMES=$(GAMES) $(BIN)/pytest -n 2 tests/games -k oracle

oracle-branches: dev  ## the branches of the oracles that no comparison reaches (some minutes)
	COVERAGE_FILE=.coverage-oracles $(BIN)/coverage run --rcfile=/dev/null --branch --include='tests/oracles/*' \
	  --omit='tests/oracles/*players.py' -m pytest -q -n 0 tests/games -k 'oracle or golden or perft'
	COVERAGE_FILE=.coverage-oracles $(BIN)/coverage report --rcfile=/dev/null -m --fail-under=100

misreadings: dev  ## the tests of rules under every misreading (tests/misreadings), five minutes the first time
	NUMBA_DISABLE_JIT=1 PYTHONPATH=src:tests $(BIN)/python -m misreadings $(ARGS)

mutants: dev  ## the tests of rules under every mutant of their kernels (ARGS="--game on_top"), see tests/mutants
	NUMBA_DISABLE_JIT=1 PYTHONPATH=src:tests $(BIN)/python -m mutants $(ARGS)

PLIES ?= 99
exhaustive: dev  ## what Ponte's state keeps, in all positions of a small board (PLIES=99, more than an hour)
	TABLIER_PLIES=$(PLIES) $(BIN)/pytest -q -n 0 tests/games/test_ponte_exhaustive.py

WASM ?= 10000
wasm-oracle: dev  ## the long comparison of kernels and their WebAssembly (WASM=10000 games for each number of seats)
	TABLIER_WASM=$(WASM) $(BIN)/pytest -n 0 tests/wasm
	TABLIER_WASM=$(WASM) $(BIN)/pytest -n 0 -m browser tests/wasm

FUZZ ?= 3000
fuzz: dev  ## hostile clients for a long time (FUZZ=3000 sequences on the socket, as many requests to each operation)
	TABLIER_FUZZ=$(FUZZ) $(BIN)/pytest -n 2 tests/server/test_fuzz.py tests/server/test_schema.py tests/server/test_secrecy.py

MINUTES ?= 60
soak: dev  ## real play under kills, restarts and backups (MINUTES=60); reports growth, odd log lines, lost moves
	TABLIER_SOAK=$(MINUTES) $(BIN)/pytest -q -n 0 -s tests/server/test_soak.py

KILLS ?= 300
soak-kill: dev  ## kill -9 the server under play (KILLS=300, a quarter of an hour), on both databases
	TABLIER_KILLS=$(KILLS) $(BIN)/pytest -q tests/server/test_kill.py
	TABLIER_KILLS=$(KILLS) $(BIN)/pytest -q tests/server/test_kill.py --database postgresql

puzzles: dev  ## search all puzzles again, half an hour
	$(BIN)/tablier puzzles verify

ray: dev  ## work on Ray clusters whose nodes are killed (a few minutes)
	$(PIP) --editable '.[ray]'
	TABLIER_RAY=1 $(BIN)/pytest -q -n 0 tests/work/test_cluster.py

bench: install  ## measure speed beside plain C and the programs of others
	$(PIP) --group bench
	$(BIN)/python -m benchmarks $(ARGS)

load: dev  ## the server under load (ARGS="--tables 1000", ARGS="--processes 2" for several behind nginx)
	$(PIP) --group bench
	PYTHONPATH=src:tests $(BIN)/python -m benchmarks.load $(ARGS)

restarts: dev  ## restart servers behind nginx one after another under load (ARGS="--tables 200"): lost moves, delays
	$(PIP) --group bench
	PYTHONPATH=src:tests $(BIN)/python -m benchmarks.restarts $(ARGS)

TORCH ?= torch==2.13.0
TORCH_INDEX ?= https://download.pytorch.org/whl/cpu
baselines: install
	@$(BIN)/python -c 'import torch' 2>/dev/null \
	  || $(BIN)/python -m pip install --quiet --retries 0 '$(TORCH)' --index-url $(TORCH_INDEX) \
	  || $(BIN)/python -m pip install --quiet '$(TORCH)'
	$(PIP) --group baselines

baseline-ppo: baselines  ## train MaskablePPO by self-play, with a learning curve (ARGS="--seed 2"); see docs/baselines.md
	$(BIN)/python -m baselines.ppo $(ARGS)

baseline-alphazero: baselines  ## train an AlphaZero-like net, with a learning curve (ARGS="--seed 2"); see docs/baselines.md
	$(BIN)/python -m baselines.alphazero $(ARGS)

BOARDS ?=
docs: dev  ## the documentation site, in site/
	$(PIP) --group docs
	rm -rf site
	TABLIER_BOARDS=$(BOARDS) $(BIN)/sphinx-build -q -W --keep-going -b html docs site
	$(if $(BOARDS),$(BIN)/tablier site site/play)
	$(BIN)/python tools/check_site.py site

docs-boards: dev  ## the documentation site with a playable board of each game (three minutes more the first time)
	$(PIP) --editable '.[site]'
	$(MAKE) docs BOARDS=yes

docs-blocks: dev  ## the code blocks of README and documentation, the slow ones, too (some minutes)
	TABLIER_SLOW_BLOCKS=1 $(BIN)/pytest -q -n 0 tests/test_examples.py -k pages

clean:  ## remove everything that can be made again
	rm -rf .venv build dist site docs/made web/node_modules src/tablier/server/static .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage* .rules-coverage .misreadings .mutants
