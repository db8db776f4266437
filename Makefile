# Needs Python 3.11, 3.12 or 3.13, pip and make; everything else comes from the lock files, into environments made here.
#   PYTHON=...   the interpreter (default: the first fit one on the PATH)
#   ARGS=...     more arguments for pytest or the demo, as in: make unit ARGS="-k search"

PYTHON ?=
ARGS ?=
# A .venv that was made by hand is left alone.
VENV ?= $(if $(wildcard .venv/.made-by-make),.venv,$(if $(wildcard .venv),.venv-test,.venv))
VENV_DEMO ?= .venv-demo
VENV_DOCS ?= .venv-docs
BIN = $(VENV)/bin
DEMO_BIN = $(VENV_DEMO)/bin
DOCS_BIN = $(VENV_DOCS)/bin

export PYTHON
unexport PYTHONPATH
unexport PYTHONHOME
# Else each process of the tests compiles the project anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: bench-report pictures docs env-docs references notebooks bench-tools bench-offline help demo test-slow test-servers bench-models bench-llama bench-schedule bench-costs bench-harness bench-strategies bench-overhead bench-durable bench-tracing test unit lint types format relock build clean distclean env env-demo

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: env-demo ## run the demo, offline
	@$(DEMO_BIN)/python -m smurfs_graph.demo $(ARGS)

test: unit lint types ## run the tests and checks

unit: env ## run the tests, but for the slow ones
	$(BIN)/pytest -n auto -m "not slow" $(ARGS)

test-slow: env ## run the slow tests: whole request sets, optima of real trips, kills
	$(BIN)/pytest -n auto -m slow $(ARGS)

test-servers: env ## run whole runs against real servers: PostgreSQL, and llama.cpp's, which is built the first time
	$(BIN)/pytest tests/servers/postgres tests/durability $(ARGS)
	@server=$${LLAMA_SERVER:-$$(tests/servers/llama/build $(BIN)/python)} && \
		LLAMA_SERVER="$$server" $(BIN)/pytest tests/servers/llama $(ARGS)

lint: env ## check style and layout
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

bench-models: env ## measure the asking layer: malformed replies, adversarial models, overhead
	$(BIN)/python -m tests.benchmarks.models $(ARGS)

bench-llama: env ## measure a hundred runs against llama.cpp's server with random weights
	@server=$${LLAMA_SERVER:-$$(tests/servers/llama/build $(BIN)/python)} && \
		LLAMA_SERVER="$$server" $(BIN)/python -m tests.benchmarks.llama $(ARGS)

bench-schedule: env ## measure plans as graphs: speed-up over a sequence, overhead of scheduling
	$(BIN)/python -m tests.benchmarks.schedule $(ARGS)

bench-costs: env ## measure calls and prompt characters of two sub-tasks on a model that makes no mistake
	$(BIN)/python -m tests.benchmarks.costs $(ARGS)

bench-harness: env ## run a bench of 10,000 cases: pace, memory, killed with -9 and resumed
	$(BIN)/python -m tests.benchmarks.harness $(ARGS)

bench-strategies: env ## compare the strategies on a simulated model, over the committed grid
	$(BIN)/python -m tests.benchmarks.strategies $(ARGS)

bench-overhead: env ## measure what the framework adds to a model call, beside LangChain's create_agent
	$(BIN)/python -m tests.benchmarks.overhead $(ARGS)

bench-durable: env ## kill runs with -9, and measure checkpoints and many runs at once
	$(BIN)/python -m tests.benchmarks.durable $(ARGS)

bench-tracing: env ## measure what traces cost a run and an exit, with a collector that is well, away, failing, hanging
	$(BIN)/python -m tests.benchmarks.tracing $(ARGS)

types: env ## check types, strictly
	$(BIN)/basedpyright --pythonpath $(BIN)/python

bench-offline: env ## measure the offline model on requests that its authors have not seen
	$(BIN)/python -m tests.benchmarks.offline_model $(ARGS)

bench-tools: env ## measure tools: finding them, API-Bank's records, faulty services, forbidden addresses
	$(BIN)/python -m tests.benchmarks.tools_retrieval
	$(BIN)/python -m tests.benchmarks.tools_apibank
	$(BIN)/python -m tests.benchmarks.tools_faults
	$(BIN)/pytest -q tests/tools/http/test_forbidden.py

docs: env-docs ## build the documentation site into build/site
	NO_MKDOCS_2_WARNING=1 $(DOCS_BIN)/mkdocs build --strict
	@$(DOCS_BIN)/python -m tests.docs.site build/site

references: env ## write the pages that are made from the code: settings, commands, events, API
	$(BIN)/python -m tests.docs.references

notebooks: env ## execute the notebooks and store what they print
	$(BIN)/python -m tests.notebooks.executing

bench-report: env ## measure progress and reports: the first line, what events cost, a report of 1,000 steps
	$(BIN)/python -m tests.benchmarks.report $(ARGS)

pictures: env ## draw the graph, the terminal and the report for the documentation, from a run of the demo
	$(BIN)/python -m tests.report.pictures docs

format: env ## mend style and layout
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

build: env ## build wheel and source distribution into dist/
	$(BIN)/pyproject-build --no-isolation

relock: ## write the lock files anew; with ARGS=--upgrade, newest releases
	requirements/relock $(ARGS)

clean: ## remove what builds and checks leave behind
	rm -rf build dist *.egg-info .pytest_cache .ruff_cache .hypothesis .langgraph_api
	rm -rf $(filter-out .cache/llama-server,$(wildcard .cache/*))
	find . -name __pycache__ -type d -not -path './.venv*' -prune -exec rm -rf {} +

distclean: clean ## remove the environments and llama.cpp's server too
	rm -rf .cache
	@for folder in .venv .venv-test .venv-demo .venv-docs; do \
		if [ -e $$folder/.made-by-make ]; then echo rm -rf $$folder; rm -rf $$folder; fi; \
	done

env:
	@requirements/install $(VENV) requirements/dev.txt

env-demo:
	@requirements/install $(VENV_DEMO) requirements/demo.txt

env-docs:
	@requirements/install $(VENV_DOCS) requirements/docs.txt
