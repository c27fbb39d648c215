# Two commands do everything on a fresh machine with python3, a C compiler and make:
#   make play   environment, build, and the cardroom, opened in your browser
#   make test   the same, then all that CI runs
PYTHON ?= python3
BIN := .venv/bin
KERNELS := $(shell find src -name '_kernels.p[yx]*')
# Three for two cores: part of the tests' time is waiting for browsers and servers. Four took as long, 838 s after 798,
# and with them browsers that wait for each other had missed a touch or a time limit in two of three runs.
WORKERS ?= $(shell echo $$(( ($$(nproc) * 3 + 1) / 2 )))
TEST_TIMEOUT_S ?= 600
export CARDWRIGHT_NATIVE ?= 1
# Compiled modules are kept: the tests start hundreds of processes, and each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE
# Two targets at a time: packages of the distribution are installed beside the build, and types checked beside the tests,
# which wait a third of their time.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j 2
endif

.PHONY: docs pictures play test suite fuzz build lint types layers services bench load crash pins clean

play: build
	@$(BIN)/cardwright serve --open

test: build services lint layers
	@$(MAKE) --no-print-directory types suite

# Hypothesis tries the same examples and tables deal the same cards each time, so that a run fails for a change only;
# `make fuzz` tries new ones. A test that hangs is ended, after the stacks of its threads, and fails: CI would only stop,
# and not say where.
suite: build services
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --hypothesis-profile ci \
		-o faulthandler_timeout=$(TEST_TIMEOUT_S) -o faulthandler_exit_on_timeout=true

# Hours of what `make test` does in minutes: random examples of every property, the laws over 2,000 random games of every
# room and option set, poker against PokerKit, the house way against itself, the HTTP API against its description.
fuzz: build services
	$(BIN)/python -m pytest -q -n auto -m hypothesis
	CARDWRIGHT_GAMES=$${CARDWRIGHT_GAMES:-2000} CARDWRIGHT_HANDS=$${CARDWRIGHT_HANDS:-1000} \
	CARDWRIGHT_DEALS=$${CARDWRIGHT_DEALS:-20000000} CARDWRIGHT_REQUESTS=$${CARDWRIGHT_REQUESTS:-2000} \
	CARDWRIGHT_KEY_BURSTS=$${CARDWRIGHT_KEY_BURSTS:-500} CARDWRIGHT_INTERVALS=$${CARDWRIGHT_INTERVALS:-20} \
	CARDWRIGHT_NEW_DEALS=1 \
	$(BIN)/python -m pytest -q -n auto -k "laws or pokerkit or published or as_described or any_walk or burst or intervals"

# What the tests need beyond Python: a browser and a PostgreSQL server. As root, where apt-get is, they are installed
# from the distribution's packages (INSTALL=no prevents it); where one is missing still, this fails. Chromium's headless
# shell opens a page for two thirds of the processor time, since it draws no window around it.
CHROMIUM ?= $(or $(shell command -v chromium-headless-shell || command -v chromium),chromium-headless-shell)
INITDB ?= $(or $(shell command -v initdb),/usr/lib/postgresql/*/bin/initdb)
INSTALL ?= yes

services:
	@missing() { \
		command -v $(CHROMIUM) >/dev/null || echo chromium-headless-shell; \
		ls $(INITDB) >/dev/null 2>&1 || echo postgresql; \
	}; \
	if [ -n "$$(missing)" ] && [ $(INSTALL) = yes ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "make: installing" $$(missing); \
		apt-get update -qq >/dev/null; \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$(missing) >/dev/null || true; \
	fi; \
	if [ -n "$$(missing)" ]; then \
		echo "make: the tests need" $$(missing) "installed (on Debian: apt-get install" $$(missing)")" >&2; exit 1; \
	fi

lint: build
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: build
	$(BIN)/mypy

layers: build
	$(BIN)/lint-imports

build: .venv/built

.venv/installed: requirements.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@command -v $${CC:-cc} >/dev/null || echo "make: no C compiler found: the kernels will run uncompiled, which is slow" >&2
	@# Modules are compiled when they are first imported: most of them never are.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements.txt
	@touch $@

.venv/built: .venv/installed setup.py pyproject.toml $(KERNELS)
	@# The compiler's output is hidden: errors would be lost in it.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

bench: build
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r benchmarks/requirements.txt
	$(BIN)/python -m benchmarks

load: build services
	$(BIN)/python -m load --keep

crash: build
	CARDWRIGHT_CRASH_GAMES=200 $(BIN)/python -m pytest -q -s tests/test_crash.py

# All documents and the API as a site that needs no network: open build/site/docs/index.html.
docs: build
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r docs/requirements.txt
	$(BIN)/sphinx-build -q -W --keep-going -E -c docs . build/site

# The cardroom's pictures in docs, from a real browser. `python tests/pictures.py FOLDER` takes every moment at every size.
pictures: build services
	$(BIN)/python tests/pictures.py

# The requirements files, from pyproject.toml alone: hashed, and with no index address.
PINS = uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
	--python-version 3.11

pins:
	$(PINS) pyproject.toml --group build --group test -o requirements.txt
	$(PINS) -c requirements.txt --group docs -o docs/requirements.txt
	$(PINS) -c requirements.txt --group bench -o benchmarks/requirements.txt

clean:
	rm -rf .venv build dist src/*.egg-info
	find src -name '*.so' -delete
