"""Builds projects with the CMake and Ninja of tests/requirements.txt."""

import functools
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent
BIN = pathlib.Path(sys.executable).parent


def wheel() -> pathlib.Path:
    """The directory of the ExecuTorch wheel."""
    return pathlib.Path(*importlib.util.find_spec("executorch").submodule_search_locations)


class CMakeBuild:
    """A build directory of a project."""

    def __init__(
        self,
        source: pathlib.Path,
        directory: pathlib.Path,
        generator: str = "Ninja",
        programs: pathlib.Path = BIN,
    ):
        self.source = source
        self.directory = directory
        self.generator = generator
        self._programs = programs

    def configure(self, *flags: str) -> subprocess.CompletedProcess:
        where = ["-G", self.generator, "-S", self.source, "-B", self.directory]
        return self._run("cmake", *where, f"-DRULES_EXECUTORCH_PYTHON={sys.executable}", *flags)

    def try_build(self, *targets: str) -> subprocess.CompletedProcess:
        flags = [flag for target in targets for flag in ("--target", target)]
        return self._run("cmake", "--build", self.directory, "-j2", *flags)

    def build(self, *targets: str) -> str:
        """Configures if necessary, and builds; returns the output of the build tool."""
        if not (self.directory / "CMakeCache.txt").exists():
            result = self.configure()
            assert result.returncode == 0, result.stderr
        result = self.try_build(*targets)
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    def test(self, name: str = "") -> None:
        """Runs all tests, or those whose names match."""
        which = ["--test-dir", self.directory, "--tests-regex", name]
        result = self._run("ctest", *which, "--output-on-failure", "--no-tests=error")
        assert result.returncode == 0, result.stdout

    def run(self, program: str, *args: object) -> str:
        """The output of a program of the build."""
        command = [self.directory / program, *map(str, args)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def messages(self, command: list[str]) -> str:
        """What a compiler says about a command of compile_commands.json, or one like it."""
        result = subprocess.run(command, cwd=self.directory, capture_output=True, text=True, check=False)
        assert result.stderr or result.returncode == 0
        return result.stderr

    def _run(self, program: str, *args: object) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self._programs / program, *map(str, args)],
            env={**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            check=False,
        )


_directory = tempfile.TemporaryDirectory(prefix="cmake_examples")


@functools.cache
def fetch_wheels() -> None:
    """Fetches the wheels that Buck2 and CMake read, to the directories where they read them."""
    environment = {**os.environ, "PYTHON": sys.executable}
    subprocess.run([ROOT / "tools/dev/fetch_wheels.sh"], env=environment, check=True)


@functools.cache
def built_example(name: str) -> CMakeBuild:
    """An example of this repository, built once for all tests."""
    fetch_wheels()
    build = CMakeBuild(ROOT / "examples" / name, pathlib.Path(_directory.name) / name)
    build.build()
    return build
