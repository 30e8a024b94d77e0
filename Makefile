# The commands of this repository. Each prepares what it needs; see tools/dev/setup.sh.

.PHONY: demo test check test-op lint tidy format goldens rules figures coverage kernel-report report-pictures bench fuzz \
    shader-fuzz runtimes remote scale package archive docs setup toolchains shaders lint_before_tests

# Without a network, pip would try for most of a minute.
PIP_RETRIES ?= 1
PIP_FLAGS = --quiet --disable-pip-version-check --retries $(PIP_RETRIES)

# Builds and runs two models with nothing but their kernels, and shows what those cost.
demo: setup
	@tools/dev/demo.sh

# Everything that can fail: style, the tests of the tools and kernels, and those of the rules.
# Debian's packages and Python's are installed at the same time, as each uses one processor; lint runs next to the rest.
test:
	@$(MAKE) --no-print-directory -j2 shaders lint_before_tests
	tools/dev/test.sh

# What a commit can get wrong, in about a minute, without PyTorch: format, style, types, quick tests of what has changed.
check: .cache/check_packages
	@tools/dev/check.sh

# Builds and tests the kernels of one operator: make test-op OP=add.
test-op: .cache/test_packages
	@tools/dev/test_op.sh $(OP)

lint: .cache/check_packages
	tools/dev/lint.sh

# After pip, which changes packages that mypy reads.
lint_before_tests: .cache/test_packages
	tools/dev/lint.sh

toolchains: | setup
	tools/dev/setup_toolchains.sh

# After the toolchains: Debian installs packages for one caller at a time.
shaders: .cache/test_packages toolchains
	tools/dev/setup_shaders.sh

# Looks for mistakes in the C++ that has changed, or in SOURCES, with clang-tidy: some seconds a source.
tidy: .cache/tidy_packages
	@tools/dev/tidy.sh $(SOURCES)

format: .cache/check_packages
	tools/dev/lint.sh --fix

# Rewrites what golden tests expect.
goldens: .cache/check_packages
	.venv/bin/python -m pytest tests/tools/test_golden.py --update-goldens

# Writes what rules/spec says of the rules into them.
rules: .cache/check_packages
	.venv/bin/python tools/dev/write_rules.py

# Prints the figures that the README quotes.
figures: .cache/test_packages
	.venv/bin/python tests/figures/print_figures.py

# Measures which lines of the kernels are run by drawn calls and PyTorch's samples.
coverage: .cache/test_packages
	.venv/bin/python tests/coverage/measure.py

# Shows what the portable kernels and the wheel's own make of the same calls.
kernel-report: .cache/test_packages
	@tools/dev/kernel_report.sh

# Takes the pictures of docs/howto/report.md, in chromium.
report-pictures: .cache/test_packages
	.venv/bin/python tests/report docs/howto

# Times the kernels against those of the wheel and PyTorch.
bench: .cache/test_packages
	@tools/dev/bench.sh

# Calls kernels with tensors of any shape, and PyTorch's operators with them: make fuzz MINUTES=60 SEED=1000.
fuzz: .cache/test_packages
	@MINUTES=$(MINUTES) SEED=$(SEED) tools/dev/fuzz.sh

# Operators with shaders drawn at random, lowered and run and compared with their references, until 500 were accepted.
shader-fuzz: .cache/test_packages
	@tools/dev/setup_shaders.sh
	.venv/bin/python tests/shader/fuzz/run.py

# Tests apps on ExecuTorch from source, each release that the clone EXECUTORCH_SOURCE has tags of.
runtimes: .cache/test_packages
	@EXECUTORCH_SOURCE="$(EXECUTORCH_SOURCE)" tools/dev/setup_toolchains.sh
	EXECUTORCH_SOURCE="$(EXECUTORCH_SOURCE)" .venv/bin/python -m pytest -v -rs --junit-xml .cache/runtimes.xml tests/runtime; \
	    status=$$?; .venv/bin/python tests/runtime/print_table.py .cache/runtimes.xml; exit $$status

# Builds all examples and tests/registration on a remote execution service on this machine, and from its cache.
remote: .cache/test_packages
	@tools/dev/setup_toolchains.sh
	REMOTE_ALL=1 .venv/bin/python -m pytest -v -rs tests/remote

# Measures what repositories of many models cost before anything is compiled: make scale NUMBERS="25 50".
NUMBERS = 25 50 100 200
scale: .cache/test_packages
	@.venv/bin/python tools/dev/scale.py $(NUMBERS)

# Builds the Python package, dist/rules_executorch-<version>-py3-none-any.whl.
package: setup
	tools/dev/package.sh

# Makes the archive of a release from HEAD, in dist, and prints its integrity.
archive:
	tools/dev/release_archive.sh

# Builds the documentation as a site, in site.
docs: setup
	tools/dev/docs.sh

setup:
	@tools/dev/setup.sh

.cache/check_packages: tests/requirements_check.txt tools/requirements.txt | setup
	.venv/bin/python -m pip install $(PIP_FLAGS) --require-hashes -r tools/requirements.txt
	.venv/bin/python -m pip install $(PIP_FLAGS) -r tests/requirements_check.txt
	touch $@

.cache/tidy_packages: tests/requirements_tidy.txt | setup
	.venv/bin/python -m pip install $(PIP_FLAGS) -r tests/requirements_tidy.txt
	touch $@

# Of PyTorch, most modules are never imported: compiling them takes half of the time.
.cache/test_packages: tests/requirements.txt .cache/check_packages
	.venv/bin/python -m pip install $(PIP_FLAGS) --no-compile -r tests/requirements.txt
	touch $@
