"""Copies of this repository in other directories, each built by its own Bazel server."""

import pathlib
import subprocess

import execution_log
import repository
from conftest import ROOT


class Checkout:
    """A copy of this repository with its own Bazel server."""

    def __init__(self, directory: pathlib.Path):
        self.root = directory / "checkout"
        self._output_base = directory / "output_base"
        repository.copy_to(self.root)
        for name in (".venv", ".cache"):
            (self.root / name).symlink_to(ROOT / name)

    def bazel(self, command: str, *args: object) -> subprocess.CompletedProcess:
        bazel = [self.root / "tools/dev/bazel.sh", f"--output_base={self._output_base}", command]
        return subprocess.run(
            [*map(str, bazel), *map(str, args)], cwd=self.root, capture_output=True, text=True, check=False
        )

    def executed(self, command: str, *args: object) -> list[dict]:
        """Builds or tests; returns Bazel's record of each action that was executed or found in a cache."""
        log = self.root / "executed.json"
        log.unlink(missing_ok=True)
        result = self.bazel(command, f"--execution_log_json_file={log}", *args)
        assert result.returncode == 0, result.stderr
        return execution_log.actions(log)

    def build(self, *targets: str) -> list[str]:
        """Builds; returns the paths, relative to bazel-bin, of the files that were made."""
        actions = self.executed("build", *targets)
        outputs = [output for action in actions for output in action["listedOutputs"]]
        return sorted(output.partition("/bin/")[2] for output in outputs)

    def stop(self) -> None:
        self.bazel("shutdown")
