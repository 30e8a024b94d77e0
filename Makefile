# The commands of this repository. Each prepares what it needs; see tools/dev/setup.sh.

.PHONY: demo test lint format setup

# Builds and runs two models with nothing but their kernels, and shows what those cost.
demo: setup
	@tools/dev/demo.sh

setup:
	@tools/dev/setup.sh
