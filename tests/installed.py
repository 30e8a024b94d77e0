"""Installs this repository's wheel in a virtual environment that only has the ExecuTorch runtime."""

import functools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import venv

from cmake_build import BIN, ROOT

RUNTIME = re.search(
    r"^executorch==\S+", (ROOT / "third_party/executorch/requirements.txt").read_text(), re.M
)[0]

# How test.sh compiles the same sources once for all tests, in directories below TMPDIR.
CACHE = {
    name: value
    for name, value in os.environ.items()
    if name in ("CMAKE_CXX_COMPILER_LAUNCHER", "TMPDIR") or name.startswith("CCACHE_")
}


class Installed:
    """The environment of a user after `pip install rules-executorch`."""

    def __init__(self, directory: pathlib.Path, wheel: pathlib.Path, runtime: str | None = RUNTIME):
        self.bin = directory / "bin"
        venv.create(directory, with_pip=True)
        self._pip(wheel)
        # No build needs the runtime's dependencies.
        if runtime:
            self._pip("--no-deps", runtime)

    def _pip(self, *what: object) -> None:
        pip = [self.bin / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *what], check=True)

    def run(
        self, *command: object, cwd: pathlib.Path | None = None, path: str | None = None, **env: str
    ) -> subprocess.CompletedProcess:
        """Runs a command of the environment or of the machine; CMake and Ninja are those of the tests."""
        places = path if path is not None else f"{BIN}{os.pathsep}/usr/bin{os.pathsep}/bin"
        name, *arguments = map(str, command)
        program = self.bin / name
        return subprocess.run(
            [program if program.exists() else name, *arguments],
            cwd=cwd,
            env={"PATH": places, **CACHE, **env},
            capture_output=True,
            text=True,
            check=False,
        )


def build_wheel(directory: pathlib.Path) -> pathlib.Path:
    """Builds the wheel like `make package`."""
    environment = {**os.environ, "PYTHON": sys.executable}
    subprocess.run([ROOT / "tools/dev/package.sh", directory], env=environment, check=True)
    (wheel,) = directory.glob("*.whl")
    return wheel


_directory = tempfile.TemporaryDirectory(prefix="installed")


@functools.cache
def wheel() -> pathlib.Path:
    """The wheel, built once for all tests."""
    return build_wheel(pathlib.Path(_directory.name) / "dist")


@functools.cache
def installed() -> Installed:
    """The environment, created once for all tests."""
    return Installed(pathlib.Path(_directory.name) / "venv", wheel())
