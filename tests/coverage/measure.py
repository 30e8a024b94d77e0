"""Measures which lines of the kernels the tests run: `make coverage`.

Builds the portable and the optimized kernels with Clang's counters (CMakeLists.txt), and calls them as the
tests do: drawn calls, PyTorch's samples of each operator, hand-written tests. Prints the share of lines that
each of these adds, and the blocks of code that were not run; leftovers.txt explains these blocks. The exit
status is 1 if fewer lines than LEAST were run, or if a block is not explained.
"""

from __future__ import annotations

import dataclasses
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / name) for name in ("tools", "kernels/testing", "tests")]

from cmake_build import CMakeBuild  # noqa: E402
from etgen import functions_yaml  # noqa: E402
from etgen.dtypes import COMPLEX, DType  # noqa: E402
from kernel_testing import fuzz, torch_samples  # noqa: E402
from kernel_testing.host import DTYPES  # noqa: E402
from kernel_testing.process import Process  # noqa: E402
from kernel_testing.run import run  # noqa: E402

LIBRARIES = ("portable", "optimized")
DIRECTORIES = ("kernels/common", "kernels/portable", "kernels/optimized")
LEAST = 97.0  # percent of the lines of each directory
CALLS = 200_000
SAMPLES = 2  # samples of each PyTorch function and dtype
CLANGS = ("", *(f"-{version}" for version in range(22, 13, -1)))
LEFTOVERS = pathlib.Path(__file__).parent / "leftovers.txt"

# Tests that call the same programs. Tests that need other builds or measure time are left out.
BY_HAND = (
    *sorted(str(path) for path in (ROOT / "tests/kernels").glob("test_optimized_*.py")),
    *(f"tests/kernels/test_{name}.py" for name in ("edge_calls", "elementwise", "empty", "movement")),
    *(f"tests/kernels/test_{name}.py" for name in ("scalar_ends", "spatial")),
)
NOT_BY_HAND = "not sanitize and not SVE and not target and not time"


@dataclasses.dataclass
class File:
    """A source file: for each line with code, whether it was run; and the first lines of functions."""

    lines: dict[int, bool] = dataclasses.field(default_factory=dict)
    functions: set[int] = dataclasses.field(default_factory=set)


class Coverage:
    """The counters of both programs, and the coverage that is read from them."""

    def __init__(self, suffix: str, directory: pathlib.Path):
        self._suffix = suffix
        self._raw = directory / "raw"
        self._profile = directory / "all.profdata"
        self._programs = [directory / "build" / f"{name}_host" for name in LIBRARIES]
        shutil.rmtree(self._raw, ignore_errors=True)
        self._raw.mkdir(parents=True)
        # With %c, the counters are kept in the file itself, and survive when a test kills the program.
        os.environ["LLVM_PROFILE_FILE"] = str(self._raw / "%p%c.profraw")

    def read(self) -> dict[str, File]:
        """The kernels' files, without functions that only the compiler calls."""
        self._run("llvm-profdata", "merge", "-sparse", *self._raw.glob("*.profraw"), "-o", self._profile)
        portable, optimized = self._programs
        flags = ["-format=lcov", f"-instr-profile={self._profile}", portable, "-object", optimized]
        files = read_lcov(self._run("llvm-cov", "export", *flags))
        for name, file in files.items():
            for block in blocks(name, file):
                if "constexpr" in block.text:
                    for number in block.numbers:
                        del file.lines[number]
        return files

    def _run(self, tool: str, *args: object) -> str:
        command = [f"{tool}{self._suffix}", *map(str, args)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def read_lcov(text: str) -> dict[str, File]:
    """The kernels' files from LCOV's format; a file that is compiled for both libraries is merged."""
    found: dict[str, File] = {}
    file, before = File(), 0
    for record in text.splitlines():
        key, _, value = record.partition(":")
        if key == "SF":
            name, before = source(pathlib.Path(value))
            file = found.setdefault(name, File()) if name.startswith(DIRECTORIES) else File()
        elif key == "FN":
            file.functions.add(int(value.split(",")[0]) - before)
        elif key == "DA":
            number, count = map(int, value.split(",")[:2])
            file.lines[number - before] = file.lines.get(number - before, False) or count > 0
    return found


def source(path: pathlib.Path) -> tuple[str, int]:
    """The source file of a compiled file, which may be a copy; and the number of lines before the copied
    text.
    """
    with path.open() as file:
        for number, line in enumerate(itertools.islice(file, 10), 1):
            if copied := re.fullmatch(r'#line 1 "(.*)"\n', line):
                return copied[1], number
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path), 0


@dataclasses.dataclass(frozen=True)
class Block:
    """Consecutive lines of a function that were not run."""

    file: str
    numbers: tuple[int, ...]
    text: str  # the text of the first line

    def __str__(self) -> str:
        return f"{self.file}: {self.text}"


def blocks(name: str, file: File) -> Iterator[Block]:
    """The blocks of a file that were not run."""
    texts = (ROOT / name).read_text().splitlines()
    numbers: list[int] = []
    for number, ran in [*sorted(file.lines.items()), (0, True)]:
        if numbers and (ran or number in file.functions):
            yield Block(name, tuple(numbers), texts[numbers[0] - 1].strip())
            numbers = []
        if not ran:
            numbers.append(number)


def draw(programs: dict[str, pathlib.Path]) -> None:
    """Makes drawn calls like tests/kernels/test_fuzz.py."""
    libraries = [
        fuzz.read_library(name, str(program), str(ROOT / "kernels" / name / "functions.yaml"))
        for name, program in programs.items()
    ]
    fuzz.run_rounds(libraries, sorted(fuzz.operators(libraries)), seed=0, jobs=2, calls=CALLS)


def replay_samples(programs: dict[str, pathlib.Path]) -> None:
    """Makes the calls of PyTorch's samples, complex ones included."""
    dtypes = [DType(number) for number in DTYPES.values()] + sorted(COMPLEX)
    for name, program in programs.items():
        entries = functions_yaml.read(str(ROOT / "kernels" / name / "functions.yaml"))
        ops = frozenset(entry.name for entry in entries)
        with Process([str(program)]) as process:
            for sample in torch_samples.samples(ops, dtypes, SAMPLES):
                run(process, sample)


def test_by_hand(programs: dict[str, pathlib.Path], directory: pathlib.Path) -> None:
    """Runs tests that find the programs in Bazel's output directories."""
    places = directory / "kernels/testing"
    places.mkdir(parents=True, exist_ok=True)
    for name, program in programs.items():
        place = places / f"{name}_kernel_host"
        place.unlink(missing_ok=True)
        place.symlink_to(program)
    command = [sys.executable, "-m", "pytest", "-q", "-k", NOT_BY_HAND, *BY_HAND]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "COVERAGE_HOSTS": str(directory)}, check=False)


def report(title: str, files: dict[str, File]) -> float:
    """Prints the share of run lines in each directory; returns the lowest share, in percent."""
    print(title)
    shares = []
    for directory in DIRECTORIES:
        named = [file for name, file in files.items() if name.startswith(directory)]
        runs = [ran for file in named for ran in file.lines.values()]
        shares.append(100 * sum(runs) / len(runs))
        print(f"  {directory:18} {shares[-1]:6.2f} % of {len(runs)} lines", flush=True)
    return min(shares)


def read_reasons(path: pathlib.Path) -> dict[str, str]:
    """The reasons why blocks are not run. A paragraph has a reason, `# …`, and blocks, `file: first line`."""
    reasons, reason = {}, ""
    for line in path.read_text().splitlines():
        if line.startswith("# "):
            reason = line[2:]
        elif line:
            reasons[line] = reason
    return reasons


def clang() -> str:
    """The suffix of the newest Clang that has all tools."""
    tools = ("clang++", "llvm-cov", "llvm-profdata")
    for suffix in CLANGS:
        if all(shutil.which(tool + suffix) for tool in tools):
            return suffix
    sys.exit("error: no clang++, llvm-cov and llvm-profdata of one version\n  hint: install clang and llvm")


def build(suffix: str, directory: pathlib.Path) -> dict[str, pathlib.Path]:
    """Builds the programs; returns them by library."""
    project = CMakeBuild(ROOT / "tests/coverage", directory)
    configured = project.configure(f"-DCMAKE_CXX_COMPILER=clang++{suffix}")
    if configured.returncode:
        sys.exit(configured.stderr)
    project.build(*(f"{name}_host" for name in LIBRARIES))
    return {name: directory / f"{name}_host" for name in LIBRARIES}


def main() -> int:
    suffix = clang()
    directory = ROOT / ".cache/coverage"
    print("building, which takes some minutes", flush=True)
    programs = build(suffix, directory / "build")
    coverage = Coverage(suffix, directory)
    draw(programs)
    report(f"lines run by {CALLS} drawn calls:", coverage.read())
    replay_samples(programs)
    report("and by PyTorch's samples:", coverage.read())
    test_by_hand(programs, directory)
    files = coverage.read()
    least = report("and by tests written by hand:", files)

    reasons = read_reasons(LEFTOVERS)
    left = [block for name in sorted(files) for block in blocks(name, files[name])]
    unexplained = [block for block in left if str(block) not in reasons]
    if unexplained:
        print(f"run by nothing, and not in {LEFTOVERS.relative_to(ROOT)}:")
    for block in unexplained:
        print(f"{block}  (line {block.numbers[0]})")
    return 1 if unexplained or least < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
