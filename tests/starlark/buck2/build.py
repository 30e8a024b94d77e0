"""The commands of Buck2: build, run, test, targets."""

import json
import os
import pathlib
import subprocess
import sys

from buck2.actions import Actions, artifacts_of, tokens_of
from buck2.analysis import Analysis
from buck2.configuration import Configurations
from buck2.interpreter import Interpreter, Target
from buck2.project import BuckError, Label, Project

# The outputs of actions, by their inputs. The directory may be deleted at any time.
CACHE = pathlib.Path(__file__).parents[3] / ".cache" / "buck2"

__all__ = ["Buck2", "BuckError"]


class Buck2:
    """Buck2 in a project, a directory with a .buckconfig; it builds for one target platform."""

    def __init__(
        self, root: pathlib.Path, config: dict[str, str] | None = None, target_platform: str | None = None
    ):
        self.root = root
        self.project = Project(root, config)
        self.actions = Actions(root, "buck-out/v2/gen", CACHE)
        self.interpreter = Interpreter(self.project, self.actions.primitives())
        # Use the base Python of the virtual environment, without its packages.
        python = os.path.realpath(sys.executable)
        configurations = Configurations(self.interpreter, target_platform)
        self.analysis = Analysis(self.interpreter, self.actions, configurations, python)

    def label(self, text: str) -> Label:
        return self.project.label(text, self.project.root_cell, "")

    def targets(self, cell: str | None = None) -> dict[str, Target]:
        """The targets of `//...` in a cell that are compatible with the platform, by label."""
        cell = self.project.cell(cell or self.project.root_cell)
        return {
            str(target.label): target
            for package in self.project.packages(cell)
            for target in self.interpreter.package(cell, package).values()
            if self.analysis.is_compatible(target.label)
        }

    def build(self, text: str) -> list[pathlib.Path]:
        """Builds the outputs of a target or sub-target; returns their paths."""
        label = self.label(text)
        outputs = self.analysis.outputs(label.target)
        if label.sub:
            if label.sub not in outputs["sub_targets"]:
                raise BuckError(f"{label.target} has no sub-target {label.sub}")
            paths, more = outputs["sub_targets"][label.sub], []
        else:
            paths, more = outputs["default"], outputs["other"]
        # Build proofs first: a failed proof is more informative than a failed link.
        self.actions.build(more)
        self.actions.build(paths)
        return [self.root / path for path in paths]

    def run(self, text: str, *args: object) -> subprocess.CompletedProcess:
        """Builds a program and runs it in the root of the project."""
        return self._execute(text, "run", list(map(str, args)))

    def test(self, text: str) -> subprocess.CompletedProcess:
        """Builds a test and runs it in the root of the project."""
        return self._execute(text, "test", [])

    def generated(self, text: str) -> dict[str, bytes]:
        """The generated files of an executorch_generated_lib, by the names that other front ends use.

        They are `resolution.json`, the registration and its headers, and the sources of kernels below
        `kernels/`.
        """
        combined = f"{text}_combined"
        files = self.build(combined)
        for name in self.analysis.outputs(self.label(combined))["sub_targets"]:
            files += self.build(f"{combined}[{name}]")
        root = next(path for path in files if path.name == "resolution.json").parent
        files += [path for directory in files if directory.is_dir() for path in directory.rglob("*")]
        return {
            str(path.relative_to(root)).removeprefix("generated/"): path.read_bytes()
            for path in files
            if path.is_file()
        }

    def _execute(self, target: str, what: str, args: list[str]) -> subprocess.CompletedProcess:
        label = self.label(target)
        self.build(target)
        text = self.analysis.outputs(label)[what]
        if text is None:
            raise BuckError(f"{label} is not something to {what}")
        command = json.loads(text)
        self.actions.build(artifacts_of(command)[0])
        tokens = tokens_of(command)
        return subprocess.run(
            [os.path.join(self.root, tokens[0]) if "/" in tokens[0] else tokens[0], *tokens[1:], *args],
            cwd=self.root,
            capture_output=True,
            text=True,
            check=False,
        )
