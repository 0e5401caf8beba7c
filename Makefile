# Two commands: `make demo` plays in a browser without a token, `make test` runs every check.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 4
GAMES ?= 1000
SEED ?= 1
STATES ?= 10000

.PHONY: demo test setup run check-style check-types check-imports check-tests messages positions screens soak chaos several bench lock clean

demo: setup
	$(BIN)/kalamazoo demo

test: setup check-style check-types check-imports check-tests

setup: .venv/ready

run: setup
	$(BIN)/kalamazoo run

.venv/ready: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Kalamazoo needs Python 3.11 or newer." if sys.version_info < (3, 11) else 0)'
	@echo "Setting up .venv with what Kalamazoo needs; this takes a minute, once."
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@
	@echo "Done. make demo plays in a browser, make test runs every check, make run starts the bot."

check-style:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-types:
	$(BIN)/mypy

check-imports:
	$(BIN)/lint-imports

check-tests:
	$(BIN)/pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder --durations=10

# The catalogues of every language but English, renewed from the code; translations are kept: the
# bot's, and that of the sandbox's page, which knows nothing of the bot.
messages: setup
	mkdir -p build
	$(BIN)/pybabel -q extract -F pyproject.toml -k t -k n:1,2 -k mark -k plural:1,2 --no-default-keywords \
		--project kalamazoo --sort-output --no-location -w 100 --ignore-dirs sandbox \
		-o build/kalamazoo.pot bot engine
	$(BIN)/pybabel -q update -D kalamazoo -i build/kalamazoo.pot -d bot/locale -w 100 \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel -q extract -F pyproject.toml -k t -k n:1,2 -k parts -k mark -k Refused -k refuse:2 \
		--no-default-keywords --project page --sort-output --no-location -w 100 \
		-o build/page.pot bot/sandbox/page bot/sandbox/people bot/sandbox/demo.py
	$(BIN)/pybabel -q update -D page -i build/page.pot -d bot/sandbox/page/locale -w 100 \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

# The pictures beside the pages of docs/games, from the positions written there.
positions: setup
	$(BIN)/python -m scripts.positions

# Pictures of every kind of screen from the real page in Chromium, to build/screens.
screens: setup
	$(BIN)/python -m scripts.screens

soak: setup
	$(BIN)/python -m tests.bench.soak --games $(GAMES)
	$(BIN)/python -m tests.bench.screens --states $(STATES)
	$(BIN)/python -m tests.bench.remains --games 2000

# Whole games while Discord, the machine and the process fail at random; 200 unless GAMES is given.
chaos: setup
	$(BIN)/python -m tests.chaos --seed $(SEED) $(if $(SABOTAGE),--sabotage $(SABOTAGE)) \
		$(if $(KILLS_ONLY),--kills-only) \
		--games $(if $(filter file,$(origin GAMES)),$(if $(SABOTAGE),3,200),$(GAMES))

# Whole games on several processes while one is replaced, one dies and the database restarts.
several: setup
	$(BIN)/pytest -q -n 0 tests/end_to_end/several_games.py

# Figures beside their yardsticks and goals; PARTS="press rules" measures only these.
bench: .venv/bench
	$(BIN)/python -m tests.bench $(PARTS)

.venv/bench: .venv/ready requirements-bench.lock
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-bench.lock
	touch $@

lock:
	uv pip compile --quiet pyproject.toml --extra dev --universal --python-version 3.11 \
		--no-emit-index-url --custom-compile-command "make lock" -o requirements.lock
	uv pip compile --quiet pyproject.toml --extra bench -c requirements.lock --universal --python-version 3.11 \
		--no-emit-index-url --custom-compile-command "make lock" -o requirements-bench.lock

clean:
	rm -rf .venv
