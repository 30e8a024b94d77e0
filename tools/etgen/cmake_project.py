"""A generated CMake project: configures and builds it, and queries CMake about its targets.

The compile and link commands of a target are read from CMake's file API, which is the same for every
generator. Output of CMake and compilers is shown only if something fails.
"""

import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable

from etgen.errors import CheckError, Location, Problem, UserError, input_error, printable

_OLDEST = (3, 24)
_MOST_LINES = 25
_RUNTIME_HINT = (
    "python -m pip install 'executorch>=1.5', or, for another ExecuTorch or another machine, one of --define "
    "CMAKE_PREFIX_PATH=<its install prefix>, --define RULES_EXECUTORCH_VENV=ON to fetch it"
)
_QUERY = ".cmake/api/v1/query"
_REPLY = ".cmake/api/v1/reply"


class Target(collections.namedtuple("Target", "compiler flags definitions includes link")):
    """How CMake compiles and links an executable.

    Attributes:
      compiler: the path of the C++ compiler.
      flags: a tuple of flags for compiling, as a shell reads them.
      definitions: a tuple of preprocessor definitions, as NAME or NAME=VALUE.
      includes: a tuple of (directory, whether it is a system directory).
      link: a tuple of link arguments, flags included, as a shell reads them.
    """


class Project:
    """A source directory and its build directory."""

    def __init__(self, source: str, directory: str):
        self.source = source
        self.directory = directory
        # CMake and Ninja may be packages of the Python that runs this.
        self._path = os.pathsep.join([os.environ.get("PATH", os.defpath), os.path.dirname(sys.executable)])
        self._cmake = self._find_cmake()

    def configure(self, flags: list[str]) -> None:
        """Configures the project. Raises `UserError` with the errors of CMake."""
        for query in ("codemodel-v2", "cache-v2", "toolchains-v1"):
            path = os.path.join(self.directory, _QUERY, query)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8"):
                pass
        command = [self._cmake, "-S", self.source, "-B", self.directory, *self._generator(), *flags]
        status, output = self._run(command, lambda line: None)
        if status:
            raise _failure(output, "CMake cannot configure the build")

    def build(self, targets: list[str], jobs: int | None, on_part: Callable[[str], None]) -> None:
        """Builds targets; `on_part` receives the progress. Raises `UserError` if the build fails."""
        parallel = ["--parallel", *([str(jobs)] if jobs else [])]

        def report(line: str) -> None:
            match = re.match(r"\[ *(\d+/\d+|\d+%)\] (.*)", line)
            if match:
                on_part(f"{match[1]} {os.path.basename(match[2].split(' ')[-1])}")

        status, output = self._run(
            [self._cmake, "--build", self.directory, *parallel, "--target", *targets], report
        )
        if status:
            raise _failure(output, "the build failed")

    def target(self, name: str) -> Target:
        """The properties of an executable in CMake."""
        model = self._reply("codemodel")
        (path,) = (t["jsonFile"] for t in model["configurations"][0]["targets"] if t["name"] == name)
        with open(os.path.join(self.directory, _REPLY, path), encoding="utf-8") as file:
            described = json.load(file)
        group = described["compileGroups"][0]
        toolchains = self._reply("toolchains")["toolchains"]
        return Target(
            compiler=next(t["compiler"]["path"] for t in toolchains if t["language"] == "CXX"),
            flags=_fragments(group.get("compileCommandFragments", [])),
            definitions=tuple(d["define"] for d in group.get("defines", [])),
            includes=tuple((i["path"], i.get("isSystem", False)) for i in group.get("includes", [])),
            link=_fragments(described["link"].get("commandFragments", [])),
        )

    def cached(self, name: str) -> str:
        """The value of a cache variable, empty if it has none."""
        entries = self._reply("cache")["entries"]
        return next((entry["value"] for entry in entries if entry["name"] == name), "")

    def _reply(self, kind: str) -> dict:
        directory = os.path.join(glob.escape(self.directory), _REPLY)
        with open(max(glob.glob(f"{directory}/{kind}-v*.json")), encoding="utf-8") as file:
            return json.load(file)

    def _find_cmake(self) -> str:
        cmake = shutil.which("cmake", path=self._path)
        hint = "install it with your package manager, or with python -m pip install cmake ninja"
        if not cmake:
            raise input_error("CMake, which compiles the kernels, is not installed", hint)
        said = subprocess.run([cmake, "--version"], capture_output=True, text=True, check=False).stdout
        match = re.search(r"version (\d+)\.(\d+)", said)
        if not match or (int(match[1]), int(match[2])) < _OLDEST:
            what = f"version {match[0].split()[1] if match else '?'} is too old: 3.24 or later is needed"
            raise input_error(what, hint, Location(cmake))
        return cmake

    def _generator(self) -> list[str]:
        cache = os.path.join(self.directory, "CMakeCache.txt")
        if os.environ.get("CMAKE_GENERATOR") or os.path.exists(cache):
            return []
        if shutil.which("ninja", path=self._path):
            return ["-G", "Ninja"]
        if shutil.which("make", path=self._path):
            return ["-G", "Unix Makefiles"]
        hint = "install one of them with your package manager, or run python -m pip install ninja"
        raise input_error("neither Ninja nor make is installed, and CMake needs one of them", hint)

    def _run(self, command: list[str], on_line: Callable[[str], None]) -> tuple[int, str]:
        """Runs a command. Returns its exit status and its output."""
        environment = {**os.environ, "PATH": self._path}
        lines = []
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="backslashreplace",
            env=environment,
        ) as process:
            for line in process.stdout or ():
                lines.append(line)
                on_line(line)
        return process.returncode, "".join(lines)


def _fragments(described: list[dict]) -> tuple[str, ...]:
    """Arguments of a command as a shell reads them. CMake doubles dollar signs, as for Ninja and make."""
    return tuple(part["fragment"].strip().replace("$$", "$") for part in described)


def _failure(output: str, what: str) -> UserError:
    """The errors of a failed run of CMake: etgen's own problems unchanged, or CMake's, or the last lines of
    the output.
    """
    ours = re.findall(r"^error: (.*)\nhint: (.*)$", output, re.MULTILINE)
    if ours:
        return CheckError([Problem(*problem) for problem in ours])
    if "No CMAKE_CXX_COMPILER could be found" in output:
        hint = "install one, such as g++ or clang, or set CXX to its path"
        return input_error("no C++ compiler found", hint)
    hint = "--build-dir keeps CMake's files, so that you can look at them"
    error = re.search(r"CMake Error[^\n]*:\n(.*?)(?:\nCall Stack|\n\n\n|\Z)", output, re.DOTALL)
    if error:
        said = " ".join(error[1].split())
        reason = said.partition(": ")[0]
        if reason.startswith("no ExecuTorch runtime"):
            return input_error(reason, _RUNTIME_HINT)
        return input_error(f"{what}: {said}", hint)
    lines = [printable(line) for line in output.splitlines()[-_MOST_LINES:]]
    return UserError([Problem(what, hint, details="\n".join(lines) + "\n")])
