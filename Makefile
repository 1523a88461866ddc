# Everything runs from .venv, which the targets make for themselves from the locked packages.
# Any Python from 3.11 serves; PYTHON=/path/to/python chooses one.
# Browsers, servers and clocks fail on a starved machine: what failed in `make test` is run once more
# with nothing beside it, and what fails twice has failed.
# Much of a test is waiting, for a server, a browser or a clock: one worker more than processors.
# Two targets go at a time: apt-get beside pip, types beside tidiness. Packages are compiled as they
# are imported, not all of them by pip; Python keeps that whatever the surroundings say, or each
# program that a test starts would compile it again.

MAKEFLAGS += --jobs=2
unexport PYTHONDONTWRITEBYTECODE

PYTHONS := $(or $(PYTHON),python3.13 python3.12 python3.11 python3)
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install --no-compile
PYTEST := $(BIN)/python -m pytest
COMPILE := .venv-lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-header --system-certs --all-extras pyproject.toml
# What tables, figures and papers need; environments and agents are for those who install them.
SERVED := $(addprefix --extra ,odds play serve dask papers)

.PHONY: help serve test servers check style types tidy bench report docs campaign fuzz mutants trust figures \
	screens release lock clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' Makefile

serve: .venv/run.stamp  ## open the tables
	@$(BIN)/pitboss serve

test: servers check  ## check, then run every test, with a real PostgreSQL and Chromium
	$(PYTEST) --numprocesses $(WORKERS) --dist worksteal --durations 15 --ignore tests/tidy \
		|| $(PYTEST) --last-failed --last-failed-no-failures none

servers: .venv/made.stamp
	$(BIN)/python -m tests.servers

check: style types tidy  ## style, types, imports, doctests and tidiness

style: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/dev.stamp
	$(BIN)/mypy src tests examples $(wildcard benchmarks website)

tidy: .venv/dev.stamp
	$(BIN)/lint-imports --no-logo
	$(PYTEST) tests/tidy src $(wildcard README.md docs) --doctest-modules --doctest-glob='*.md'

bench: .venv/dev.stamp  ## measure against other libraries
	$(BIN)/python -m benchmarks

figures: .venv/dev.stamp  ## count the shipped odds anew where their sources have changed
	$(BIN)/python -m pitboss.odds

report: .venv/dev.stamp  ## all papers of all games, into build/papers
	$(BIN)/python -m pitboss.reports build/papers

docs: .venv/dev.stamp  ## the documentation site, into build/site
	$(BIN)/python -m website

campaign: .venv/dev.stamp  ## the random tests at full length
	PITBOSS_PEER_HANDS=24000 PITBOSS_SHOWDOWNS=1000000 PITBOSS_TWIN_ROUNDS=8000 \
		PITBOSS_ROUNDS=100 PITBOSS_SIMULATED=20000 PITBOSS_ROTATIONS=20000 \
		PITBOSS_TWIN_CHUNKS=20 \
		$(PYTEST) --numprocesses $(WORKERS) tests/peers tests/history/test_phh_round_trip.py \
		tests/contract/test_contract.py \
		tests/naive/test_naive_holdout.py tests/naive/test_naive_holdout_round.py \
		tests/naive/test_naive_rotation.py tests/naive/test_twin_super_omaha.py \
		tests/naive/test_twins_buyout_duki.py \
		tests/odds/test_simulated_figures.py
	PITBOSS_HONEST_TABLES=10000 $(PYTEST) --numprocesses $(WORKERS) tests/house/test_judgement.py
	PITBOSS_API_EXAMPLES=100 $(PYTEST) tests/web/test_openapi.py
	PITBOSS_LANES=1 $(PYTEST) tests/odds/test_super_omaha_leaks.py
	PITBOSS_WIDE=1 $(PYTEST) tests/odds/test_fit_boxes.py
	PITBOSS_NASTY=15 $(PYTEST) --numprocesses $(WORKERS) tests/web/test_nasty.py
	PITBOSS_SIGNS=1000 $(PYTEST) tests/web/test_signs.py
	$(BIN)/python -m tests.campaigns
	$(BIN)/python -m tests.campaigns.published
	$(BIN)/python -m tests.campaigns.verifier 250000

fuzz: .venv/fuzz.stamp  ## throw changed inputs at every parser, SECONDS (300) each
	$(BIN)/python -m tests.fuzz --seconds $(or $(SECONDS),300) $(ONLY)

mutants: .venv/mutants.stamp  ## change the core in small ways, and print what no test notices
	$(BIN)/python -m tests.mutants $(ONLY)

trust: servers .venv/dev.stamp  ## the evidence for whoever does not trust the house, at full length
	$(BIN)/python -m tests.evidence
	$(PYTEST) --numprocesses $(WORKERS) tests/counts/test_shuffle.py tests/house/test_fair.py \
		tests/house/test_audit_seals.py tests/house/test_vault.py \
		tests/verifier/test_verifier_fair.py tests/verifier/test_verifier_changes.py
	PITBOSS_STRIDE=1 $(PYTEST) --numprocesses $(WORKERS) tests/house/test_derived.py \
		tests/house/test_derived_effects.py tests/house/test_audit_mutations.py
	PITBOSS_VERIFIED_LIVE=20 $(PYTEST) tests/verifier/test_verifier_live.py
	$(BIN)/python -m tests.campaigns.verifier $(or $(ROUNDS),20000)

screens: servers .venv/dev.stamp  ## take the screenshots of docs/screens anew
	$(BIN)/python -m tests.browser.screenshots
	$(BIN)/python -m tests.commands.recording

# Built from the last commit in two places: the same bytes, or it is not released.
release: .venv-release/release.stamp  ## build wheel and sdist twice, list and audit what they need
	rm -rf dist build/release
	for place in one two; do git clone --quiet . build/release/$$place && \
		(cd build/release/$$place && ../../../.venv-release/bin/python -m hatchling build) || exit 1; done
	diff --recursive build/release/one/dist build/release/two/dist
	mv build/release/one/dist dist
	.venv-release/bin/cyclonedx-py requirements --output-reproducible --pyproject pyproject.toml \
		--output-file dist/pitboss.cdx.json requirements/run.lock
	.venv-release/bin/pip-audit --strict --require-hashes --disable-pip --requirement requirements/run.lock

lock: .venv-lock/uv.stamp  ## renew requirements/*.lock with the newest versions
	$(subst --all-extras,$(SERVED),$(COMPILE)) --group build --output-file requirements/run.lock
	$(COMPILE) --group dev --constraints requirements/run.lock --output-file requirements/dev.lock
	$(subst --all-extras ,,$(COMPILE)) --group mutants --constraints requirements/dev.lock \
		--output-file requirements/mutants.lock
	$(subst --all-extras ,,$(COMPILE)) --group fuzz --constraints requirements/dev.lock \
		--output-file requirements/fuzz.lock
	$(subst --all-extras ,,$(COMPILE)) --group release --output-file requirements/release.lock

clean:  ## remove all that the targets made
	rm -rf .venv .venv-lock .venv-release build dist .fuzz .hypothesis .import_linter_cache .mutants .mypy_cache \
		.pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The packages of dev.lock include those of run.lock, so dev.stamp stands for both.
.venv/dev.stamp: requirements/dev.lock pyproject.toml .venv/made.stamp
	@echo "Installing requirements/dev.lock into .venv"
	@$(PIP) --require-hashes --requirement $<
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch .venv/run.stamp $@

.venv/fuzz.stamp: requirements/fuzz.lock .venv/dev.stamp
	@echo "Installing requirements/fuzz.lock into .venv"
	@$(PIP) --require-hashes --requirement $<
	@touch $@

.venv/mutants.stamp: requirements/mutants.lock .venv/dev.stamp
	@echo "Installing requirements/mutants.lock into .venv"
	@$(PIP) --require-hashes --requirement $<
	@touch $@

.venv-release/release.stamp: requirements/release.lock .venv-release/made.stamp
	@.venv-release/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes --requirement $<
	@touch $@

.venv/run.stamp: requirements/run.lock pyproject.toml .venv/made.stamp
	@echo "Installing requirements/run.lock into .venv"
	@$(PIP) --require-hashes --requirement $<
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv-lock/uv.stamp: .venv-lock/made.stamp
	@.venv-lock/bin/python -m pip --quiet --disable-pip-version-check install uv
	@touch $@

%/made.stamp:
	@for python in $(PYTHONS); do \
		$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		$$python -c 'import ensurepip, venv' 2>/dev/null || { bare=$$python; continue; }; \
		$$python -m venv --clear $* && touch $@; exit; \
	done; \
	if [ "$$bare" ]; then \
		echo "$$bare cannot make a virtual environment: install its venv module" \
			"(python3-venv on Debian and Ubuntu)." >&2; \
	else \
		echo "Pitboss needs Python 3.11 or newer and found none among: $(PYTHONS)." \
			"Install one, or name one with PYTHON=/path/to/python." >&2; \
	fi; \
	exit 1
