"""Measures the cost of a repository with many models: python tools/dev/scale.py NUMBER…

For each number of models, the repository of monorepo.py is created in a temporary directory. Bazel loads and
analyses it, and builds the steps before compilation in three stages; then one model is changed, which must
not run actions of other models. CMake configures it three times: initially, without changes, and with one
model changed. Times are CPU seconds. Starting Bazel and fetching are not included.
"""

import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import execution_log
import monorepo

_TICKS = os.sysconf("SC_CLK_TCK")
_STEPS = {"select": "ops", "resolve": "kernels_resolution", "generate": "kernels_header_files"}


class Bazel:
    """Bazel in the repository, and its costs so far."""

    def __init__(self, workspace: pathlib.Path, output_base: pathlib.Path):
        self._workspace = workspace
        self._command = [monorepo.ROOT / "tools/dev/bazel.sh", f"--output_base={output_base}"]
        self._server = self.run("info", "server_pid").stdout.strip()

    def run(self, command: str, *args: str) -> subprocess.CompletedProcess:
        return _run(*self._command, command, *args, cwd=self._workspace)

    def build(self, *args: str) -> tuple[float, float, int]:
        """Builds; returns the CPU seconds of Bazel and of the actions, and the number of actions."""
        bazel, actions = self._seconds()
        said = self.run("build", "--disk_cache=", "--noshow_progress", *args).stderr
        bazel_after, actions_after = self._seconds()
        processes = re.search(r"INFO: \d+ process(?:es)?: (.*)\.", said)
        counts = re.findall(r"(\d+) ([^,]+)", processes[1]) if processes else []
        ran = sum(int(count) for count, how in counts if how != "internal")
        return bazel_after - bazel, actions_after - actions, ran

    def peak(self) -> int:
        """The peak memory of the server in MiB."""
        status = pathlib.Path(f"/proc/{self._server}/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) // 1024

    def _seconds(self) -> tuple[float, float]:
        """CPU seconds of the server, and of its finished child processes, so far."""
        fields = pathlib.Path(f"/proc/{self._server}/stat").read_text().rpartition(")")[2].split()
        user, system, children_user, children_system = map(int, fields[11:15])
        return (user + system) / _TICKS, (children_user + children_system) / _TICKS


def _run(*command: object, cwd: pathlib.Path) -> subprocess.CompletedProcess:
    result = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"error: {command[0]} failed in {cwd}:\n{result.stderr}")
    return result


def _change(directory: pathlib.Path, name: str) -> None:
    """Gives a model the calls of another one."""
    shutil.copy(monorepo.programs()[1], directory / "models" / name / "model.pte")


def with_bazel(directory: pathlib.Path, output_base: pathlib.Path, names: list[str]) -> dict[str, str]:
    bazel = Bazel(directory, output_base)
    figures = {}
    try:
        # Fetch the rules and their dependencies, and load each part of Bazel.
        bazel.build("--nobuild", f"//models/{names[0]}/...")
        seconds, _, _ = bazel.build("--nobuild", "//models/...")
        figures["load and analyse"] = _each(seconds, len(names) - 1)
        bazel.build(f"//models/{names[0]}:kernels_header_files")
        for step, target in _STEPS.items():
            _, seconds, ran = bazel.build(*(f"//models/{name}:{target}" for name in names))
            figures[f"{step} ({ran} actions)"] = _each(seconds, ran)
        _change(directory, names[0])
        log = output_base / "executed.json"
        targets = [f"//models/{name}:kernels_header_files" for name in names]
        _, seconds, ran = bazel.build(f"--execution_log_json_file={log}", *targets)
        outputs = [path for action in execution_log.actions(log) for path in action["listedOutputs"]]
        foreign = [path for path in outputs if f"/models/{names[0]}/" not in path]
        if foreign:
            sys.exit(f"error: a change to one model rebuilt others: {foreign}")
        figures["one changed model"] = f"{seconds:.2f} s, {ran} actions"
        figures["peak of Bazel"] = f"{bazel.peak()} MiB"
    finally:
        bazel.run("shutdown")
    return figures


def with_cmake(directory: pathlib.Path, names: list[str]) -> dict[str, str]:
    python = monorepo.ROOT / ".venv/bin/python"
    cmake = [python.parent / "cmake", "-G", "Ninja", "-S", directory, "-B", directory / "build"]
    cmake += [f"-DRULES_EXECUTORCH_PYTHON={python}", f"-DCMAKE_MAKE_PROGRAM={python.parent / 'ninja'}"]
    figures = {}
    for which in ("first configure", "second configure", "configure, one changed model"):
        if "changed" in which:
            _change(directory, names[0])
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        _run(*cmake, cwd=directory)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        figures[which] = _each(seconds, len(names)) if which == "first configure" else f"{seconds:.2f} s"
    return figures


def _each(seconds: float, number: int) -> str:
    return f"{seconds:.2f} s, {1000 * seconds / number:.0f} ms each"


def main(numbers: list[int]) -> None:
    os.environ["PYTHON"] = str(monorepo.ROOT / ".venv/bin/python")
    _run(monorepo.ROOT / "tools/dev/fetch_wheels.sh", cwd=monorepo.ROOT)
    for number in numbers:
        with tempfile.TemporaryDirectory(prefix="scale") as temporary:
            work = pathlib.Path(temporary)
            names = monorepo.make(work / "bazel", number)
            monorepo.make(work / "cmake", number)
            figures = with_bazel(work / "bazel", work / "output_base", names)
            _run("chmod", "-R", "u+w", work / "output_base", cwd=work)
            figures.update(with_cmake(work / "cmake", names))
            print(f"\n{number} models")
            for what, figure in figures.items():
                print(f"  {what:32}{figure}", flush=True)


if __name__ == "__main__":
    if not sys.argv[1:] or not all(number.isdecimal() and int(number) > 1 for number in sys.argv[1:]):
        print("usage: scale.py NUMBER…; each is a number of models, at least 2", file=sys.stderr)
        sys.exit(2)
    main([int(number) for number in sys.argv[1:]])
