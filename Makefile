# Everything runs in a virtual environment of its own; a fresh clone needs make and Python 3.11.

VENV   ?= .venv
PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3 python; do \
	"$$p" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo "$$p" && break; done)
BIN    := $(VENV)/bin
CHROMIUM ?= $(shell for p in chromium chromium-browser google-chrome; do \
	command -v $$p && break; done)
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check
MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs
INSTALL := $(PIP) install --constraint constraints.txt --editable

# Tests start emi hundreds of times: without bytecode each start compiles all modules, 0.35 s for 0.18.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help table test interpreted compiled check golden test-all test-oldest test-newest test-stock engine test-web bench endure endure-killed endure-others attack formal formal-average wheel release-check docs pages site serve-docs pictures figures optima results archive lists clean

help: ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 12

table: $(VENV)/installed ## print the EMI table of the built-in French list (more options: ARGS="--lexicon en")
	@$(BIN)/emi table $(ARGS)

test: $(VENV)/installed-dev ## every check and test but the long ones, with coverage
	@$(MAKE) --no-print-directory --jobs 2 check interpreted compiled
	$(BIN)/pytest -q -n 2 --dist worksteal -p no:benchmark --cov --cov-report= $(ARGS)
	$(BIN)/coverage report --omit 'search/compile/*,search/kernels/**,emi/games/kernels/*' --skip-covered --fail-under 95

# What compiles kernels does not run here.
interpreted: $(VENV)/installed-dev
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run --data-file .coverage.kernels \
		-m pytest -q tests/search/compile tests/search/kernels tests/search/solve/test_engine.py tests/search/solve/test_proof.py \
		tests/search/solve/test_cost_proof.py \
		tests/emi/games/test_motus.py tests/emi/games/test_mastermind.py tests/emi/games/test_moo.py \
		tests/emi/games/test_jotto.py tests/emi/games/test_revealed.py \
		tests/emi/proof/test_certificate.py::test_whatever_is_proven_has_a_certificate
	$(BIN)/coverage report --data-file .coverage.kernels --include 'search/kernels/**,emi/games/kernels/*' \
		--skip-covered --fail-under 95

compiled: $(VENV)/installed-dev
	@$(BIN)/python -m tests.kernels

check: $(VENV)/installed-dev ## lint, formatting, types, the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m tests.style

golden: $(VENV)/installed-dev ## write the golden files of the tests anew, to be reviewed as a diff (some: ARGS="tests/emi/cli")
	RENEW=1 $(BIN)/pytest -q -p no:benchmark $(or $(ARGS),tests)

test-all: check ## every test, the long proofs too
	$(BIN)/pytest -m 'not bench and not endure and not web' --hypothesis-profile thorough $(ARGS)

test-oldest: ## the engine under the oldest versions of all that it needs, and the oldest numba it is tuned for
	@$(MAKE) --no-print-directory engine VENV=.venv-oldest ENGINE="$$($(LOWEST))"
	@EMI_STOCK_NUMBA=0 $(MAKE) --no-print-directory engine VENV=.venv-tuned ENGINE=numba==0.62.1

test-newest: ## the engine under the newest versions of all that it needs, and tuned for the newest numba
	@EMI_STOCK_NUMBA=0 $(MAKE) --no-print-directory engine VENV=.venv-newest ENGINE="$$($(NEWEST))"

test-stock: ## the engine compiled by public means of numba alone
	@EMI_STOCK_NUMBA=1 $(MAKE) --no-print-directory engine VENV=.venv-stock ENGINE=numba

# What pyproject.toml needs: its lower bounds, or whatever is newest.
NEEDED = "$(PYTHON)" -c "import re, sys, tomllib; \
	needs = tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies']; \
	print(*(re.sub('>=([0-9.]+).*', sys.argv[1], need) for need in needs))"
LOWEST = $(NEEDED) '==\1'
NEWEST = $(NEEDED) ''

engine: $(VENV)/installed-dev
	@$(PIP) install --upgrade $(ENGINE)
	@$(BIN)/python -m tests.kernels
	$(BIN)/pytest -q -n 2 --dist worksteal -p no:benchmark tests/search tests/emi/games tests/emi/cli/test_commands.py $(ARGS)

test-web: $(VENV)/installed-web ## the pages in a real browser (Debian: apt-get install chromium)
	@test -n "$(CHROMIUM)" || { echo "make test-web: no Chromium found, expected the package chromium \
(apt-get install chromium), or its path as CHROMIUM=..." >&2; exit 2; }
	CHROMIUM="$(CHROMIUM)" $(BIN)/pytest -q -p no:benchmark -m web tests/web $(ARGS)

# A file each: what is done is not lost if the rest is interrupted. 5 is that nothing was asked for.
bench: $(VENV)/installed-dev ## the benchmarks (beside other programs: ARGS="--peers DIR"): writes docs/benchmarks.md
	rm -rf .benchmarks && mkdir .benchmarks
	for part in tests/bench/test_*.py; do \
		$(BIN)/pytest -W "ignore:Not saving" $$part -m bench --benchmark-columns=min,median,max,rounds \
			--benchmark-json .benchmarks/$$(basename $$part .py).json $(ARGS) || test $$? -eq 5 || exit; \
	done
	$(BIN)/python -m tests.bench.page .benchmarks/*.json

endure: $(VENV)/installed-cluster ## searches that are killed, damaged caches, a million inputs, an attack: writes docs/endurance.md
	$(BIN)/python -m tests.endure.page --begin
	@$(MAKE) --no-print-directory --jobs 2 --keep-going endure-killed endure-others
	$(BIN)/python -m tests.endure.page

# Two halves, side by side; each says how far it has come.
endure-killed: $(VENV)/installed-cluster
	$(BIN)/pytest -v -m endure -p no:benchmark tests/endure -k killed $(ARGS)

endure-others: $(VENV)/installed-cluster
	$(BIN)/pytest -v -m endure -p no:benchmark tests/endure -k 'not killed' $(ARGS)

attack: $(VENV)/installed-dev ## random small games against their definitions, and forged certificates against all checkers (more of them: ARGS="--certificates 5000"; in docs/endurance.md too: ARGS=--page)
	$(BIN)/python -m tests.endure.attack $(ARGS)

wheel: $(VENV)/installed-dev ## build a wheel with compiled kernels for Linux on x86-64 into dist
	EMI_WHEEL_KERNELS=1 $(BIN)/python -m build --wheel --no-isolation

release-check: $(VENV)/installed-release ## check wheel and sdist, and use each from an empty environment
	rm -rf dist
	$(BIN)/validate-pyproject pyproject.toml
	$(BIN)/python -m build
	@$(MAKE) --no-print-directory wheel
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist/*.whl
	$(BIN)/pytest -q -p no:benchmark -m 'slow or not slow' tests/test_wheel.py

formal: $(VENV)/installed ## prove the rules of the certificates in Coq, and check one with what is proven
	@$(MAKE) --no-print-directory -C tests/formal PYTHON="$(abspath $(BIN)/python)"

formal-average: $(VENV)/installed ## have what is proven check a least average too: some minutes
	@$(MAKE) --no-print-directory -C tests/formal average PYTHON="$(abspath $(BIN)/python)"

docs: $(VENV)/installed-dev ## write the pages that are made from the code: the picture, the notebook
	$(BIN)/python docs/make_picture.py
	$(BIN)/python docs/make_notebook.py

# The shows of television, the sites, and what is played with pegs; all their lists are built in.
LETTERS = A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
PLAYED = --lengths 5-10 wordle dordle quordle mastermind:4x6 moo $(foreach a,$(filter-out Q U X Y,$(LETTERS)),lingo:$a) \
	$(foreach n,6 7 8 9,$(foreach a,$(LETTERS),sutom:$a$n))

pages: $(VENV)/installed ## write a site of all games for any static host into build/pages (another folder: PAGES=DIR)
	$(BIN)/emi page $(PLAYED) --site $(or $(PAGES),build/pages)

site: $(VENV)/installed-docs ## build the documentation into build/site, with the site of all games in play; a broken link fails
	$(MKDOCS) build --strict
	@$(MAKE) --no-print-directory pages PAGES=build/site/play

serve-docs: $(VENV)/installed-docs ## show the documentation at http://127.0.0.1:8000 while you write it
	$(MKDOCS) serve

pictures: $(VENV)/installed-web ## draw the pictures of README (Debian: apt-get install chromium)
	CHROMIUM="$(CHROMIUM)" $(BIN)/python docs/make_pictures.py

figures: $(VENV)/installed-dev ## measure the times that the pages quote (LIST=the list that the paper used)
	$(BIN)/python docs/make_figures.py $(LIST)

optima: $(VENV)/installed ## solve what is published of optimal play and not kept yet (SECRETS=, GUESSES=, SECRETS_2023=, GUESSES_2023= name the lists of Wordle)
	$(BIN)/python docs/make_optima.py $(ARGS)

results: $(VENV)/installed ## solve every cell of the word lists that is not kept: writes docs/results.md (LIST=the list of the paper)
	LIST=$(LIST) $(BIN)/python docs/make_results.py $(ARGS)

archive: $(VENV)/installed ## make the certificates of all results of a list, and have them checked (DIR=a folder, NAME=fr, a C compiler)
	LIST=$(LIST) $(BIN)/python docs/make_archive.py $(DIR) $(or $(NAME),fr) $(ARGS)

lists: $(VENV)/installed ## make the built-in word lists again from their packages (Debian's apt-get, npm)
	$(BIN)/python -m lists.make fr en nl wordle common

clean: ## remove the virtual environment and what the tools left behind
	rm -rf $(VENV) .venv-* .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks build dist

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "emi needs Python 3.11 or later: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@echo "making a virtual environment in $(VENV) ..." >&2
	@"$(PYTHON)" -m venv $(VENV)

$(VENV)/installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "installing what emi needs ..." >&2
	@$(INSTALL) .
	@touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "installing what the tests need ..." >&2
	@$(INSTALL) '.[dev]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-cluster: $(VENV)/installed-dev
	@$(INSTALL) '.[cluster]'
	@touch $@

$(VENV)/installed-docs: $(VENV)/installed
	@$(INSTALL) '.[docs]'
	@touch $@

$(VENV)/installed-release: $(VENV)/installed-dev
	@$(INSTALL) '.[release]'
	@touch $@

$(VENV)/installed-web: $(VENV)/installed-dev
	@$(INSTALL) '.[web]'
	@touch $@
