# Two commands: `make run` shows what the program does, `make test` proves it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
unexport PYTHONPATH PYTHONHOME PYTHONWARNINGS PYTHONOPTIMIZE

.PHONY: run test check clean

run: $(VENV)/.installed
	$(BIN)/solver-bot read samples
	$(BIN)/solver-bot annotate samples -d marked
	@echo
	@echo "The marked pictures are in $(CURDIR)/marked"

test: $(VENV)/.tested
	.ci/test $(BIN)

check: $(VENV)/.tested
	.ci/test $(BIN) --check-only

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	.ci/packages run
	$(BIN)/python -m pip install --quiet --use-pep517 --editable .
	touch $@

$(VENV)/.tested: pyproject.toml | $(VENV)/bin/python
	.ci/packages test
	$(BIN)/python -m pip install --quiet --use-pep517 --editable '.[test]'
	touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) marked dist
