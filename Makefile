# Needs Python 3.11 to 3.14, pip and make; everything else comes from the lock files, into environments made here.
#   PYTHON=...   the interpreter (default: the first fit one on the PATH)
#   ARGS=...     more arguments for pytest, the demo or a benchmark, as in: make unit ARGS="-k search"
#   NAME=...     the benchmark: make bench NAME=costs runs tests/benchmarks/costs.py

PYTHON ?=
ARGS ?=
NAME ?=
# A .venv that was made by hand is left alone.
VENV ?= $(if $(wildcard .venv/.made-by-make),.venv,$(if $(wildcard .venv),.venv-test,.venv))
VENV_dev = $(VENV)
VENV_demo ?= .venv-demo
VENV_docs ?= .venv-docs
VENV_training ?= .venv-training
VENV_bfcl ?= .venv-bfcl
VENV_ray ?= .venv-ray
BIN = $(VENV)/bin
# Neighbours stay on one worker: they share what their module has imported and set up.
PARALLEL = $(BIN)/pytest -n auto --dist=worksteal
BENCHMARKS = $(notdir $(basename $(shell grep -l __main__ tests/benchmarks/*.py)))

export PYTHON
unexport PYTHONPATH
unexport PYTHONHOME
# Else each process of the tests compiles the project anew.
unexport PYTHONDONTWRITEBYTECODE

ifeq ($(filter bench,$(MAKECMDGOALS))-$(filter $(NAME),$(BENCHMARKS)),bench-)
$(error which benchmark? make bench NAME=... with one of: $(BENCHMARKS))
endif

.DEFAULT_GOAL := help
ifndef AT_ONCE
.NOTPARALLEL:
endif
.PHONY: help demo test unit test-slow test-servers lint types format bench docs references notebooks build relock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: env-demo ## run the demo, offline
	@$(VENV_demo)/bin/python -m smurfs_graph.demo $(ARGS)

test: env-dev ## run the tests and checks, all at once
	@$(MAKE) --no-print-directory --jobs=3 AT_ONCE=yes unit lint types

unit: env-dev ## run the tests, but for the slow ones
	$(PARALLEL) -m "not slow" $(ARGS)

test-slow: env-dev ## run the slow tests: whole request sets, optima of real trips, kills, trainings
	-@requirements/install $(VENV_training) requirements/training.txt # those of trainings are skipped where this fails
	TRAINING_PYTHON=$(CURDIR)/$(VENV_training)/bin/python $(PARALLEL) -m slow $(ARGS)

test-servers: env-dev ## run whole runs against real servers: PostgreSQL, and llama.cpp's, which is built the first time, with a real small model
	$(BIN)/pytest tests/durability $(ARGS)
	@server=$${LLAMA_SERVER:-$$(tests/servers/llama/build $(BIN)/python)} && \
		weights=$${SMOLLM2:-$$(tests/servers/llama/weights $(BIN)/python)} && \
		LLAMA_SERVER="$$server" SMOLLM2="$$weights" $(BIN)/pytest -rs tests/servers/llama $(ARGS)

lint: env-dev ## check style and layout
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: env-dev ## check types, strictly
	$(BIN)/basedpyright --pythonpath $(BIN)/python

format: env-dev ## mend style and layout
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: env-dev $(if $(filter bfcl,$(NAME)),env-bfcl) ## measure: NAME=costs, durable, overhead, schedule …; without a name it lists them all
	$(BIN)/python -m tests.benchmarks.$(NAME) $(ARGS)

docs: env-docs ## build the documentation site into build/site
	NO_MKDOCS_2_WARNING=1 $(VENV_docs)/bin/mkdocs build --strict
	@$(VENV_docs)/bin/python -m tests.docs.site build/site

references: env-dev ## write what is made from the code: settings, commands, events, API, graphs, the picture of the rooms
	$(BIN)/python -m tests.docs.references

notebooks: env-dev ## execute the notebooks and store what they print
	$(BIN)/python -m tests.notebooks.executing

build: env-dev ## build wheel and source distribution into dist/
	$(BIN)/pyproject-build --no-isolation

relock: ## write the lock files anew; with ARGS=--upgrade, newest releases
	requirements/relock $(ARGS)

clean: ## remove what builds and checks leave behind; with ARGS=all the environments and llama.cpp's server too
	rm -rf build dist *.egg-info .pytest_cache .ruff_cache .hypothesis .langgraph_api
	rm -rf $(if $(filter all,$(ARGS)),.cache,$(filter-out .cache/llama-server .cache/smollm2,$(wildcard .cache/*)))
	find . -name __pycache__ -type d -not -path './.venv*' -prune -exec rm -rf {} +
	$(if $(filter all,$(ARGS)),rm -rf $(patsubst %/.made-by-make,%,$(wildcard .venv*/.made-by-make)))

# An environment from requirements/NAME.txt: env-dev, env-demo, env-docs, env-training, env-bfcl.
env-%:
	@requirements/install $(VENV_$*) requirements/$*.txt $(if $(filter bfcl,$*),alone)
