"""Compares the generator with ExecuTorch's own: CPU seconds and memory of processes, and the output.

Both generate the registration of the wheel's portable yaml. The numbers of registered kernels are compared
before anything is timed. Runs alternate; the result has medians, as ratios to ExecuTorch's.
"""

import pathlib
import re
import statistics
import sys
from typing import NamedTuple

from conftest import MODELS, ROOT
from cost import measure

RUNS = 7
# ExecuTorch's generator needs templates, which the wheel lacks. These contain only the generated parts.
TEMPLATES = {
    "RegisterCodegenUnboxedKernels.cpp": "${fn_header}\n${unboxed_kernels}\n",
    "Functions.h": "${static_dispatch_extra_headers}\n${Functions_declarations}\n",
    "NativeFunctions.h": "${nativeFunctions_declarations}\n",
    "RegisterKernels.h": "\n",
}


def commands(directory: pathlib.Path) -> dict[str, tuple[list[list[str]], list[str]]]:
    """(ours, theirs) for each job. For the last job, ours are two processes."""
    import executorch.codegen
    import torchgen

    yaml = pathlib.Path(executorch.codegen.__path__[0]).parent / "kernels/portable/functions.yaml"
    native = pathlib.Path(torchgen.__file__).parent / "packaged/ATen/native"
    model = str(MODELS / "mobilenet_v2.pte")
    (directory / "templates").mkdir()
    for name, text in TEMPLATES.items():
        (directory / "templates" / name).write_text(text)

    def path(name: str) -> str:
        return str(directory / name)

    def etgen(*args: str) -> list[str]:
        return [sys.executable, "-m", "etgen", *args]

    def tool(name: str, *args: str) -> list[str]:
        return [sys.executable, "-m", f"executorch.codegen.{name}", *args]

    cost(etgen("select", "--include-all-operators", "--output", path("all.yaml")))
    resolve = etgen("resolve", "--selection", path("all.yaml"), "--functions-yaml", str(yaml))
    gen = tool("gen", "--source-path", str(directory), "--functions-yaml-path", str(yaml))
    return {
        "select a model's operators": (
            [etgen("select", "--model", model, "--output", path("ours.yaml"))],
            tool("tools.gen_oplist", "--model_file_path", model, "--output_path", path("theirs.yaml")),
        ),
        "merge the portable yaml": (
            [etgen("merge", "--functions-yaml", str(yaml), "--output", path("ours_merged.yaml"))],
            tool("tools.merge_yaml", "--functions-yaml-path", str(yaml), "--output_dir", str(directory)),
        ),
        "resolve and generate": (
            [
                [*resolve, "--output", path("resolution.json")],
                etgen("generate", "--resolution", path("resolution.json"), "--output-dir", path("ours")),
            ],
            [
                *(*gen, "--aten-yaml-path", str(native / "native_functions.yaml")),
                *("--tags-path", str(native / "tags.yaml"), "--install-dir", path("theirs")),
            ],
        ),
    }


def cost(command: list[str]) -> tuple[float, int]:
    return measure(*command, PYTHONPATH=str(ROOT / "tools"))


def kernels_in(directory: pathlib.Path) -> int:
    unit = directory / "RegisterCodegenUnboxedKernelsEverything.cpp"
    return len(re.findall(r'^\s*(Kernel\(\n\s*"|ET_KERNEL(_FOR)?\()', unit.read_text(), re.MULTILINE))


class Cost(NamedTuple):
    """The medians of the costs of a job."""

    job: str
    seconds: tuple[float, float]  # CPU seconds, ours and theirs
    kib: tuple[float, float]


def costs(directory: pathlib.Path, runs: int) -> tuple[int, list[Cost]]:
    """The number of kernels that both register, and the cost of each job."""
    jobs = commands(directory)
    for ours, theirs in jobs.values():
        for process in (*ours, theirs):
            cost(process)
    registered = kernels_in(directory / "ours"), kernels_in(directory / "theirs")
    assert registered[0] == registered[1] > 200, registered
    measured = []
    for job, (ours, theirs) in jobs.items():
        times, memory = ([], []), ([], [])
        for _ in range(runs):
            for side, processes in enumerate((ours, [theirs])):
                results = [cost(process) for process in processes]
                times[side].append(sum(seconds for seconds, _ in results))
                memory[side].append(max(kib for _, kib in results))
        measured.append(
            Cost(job, tuple(map(statistics.median, times)), tuple(map(statistics.median, memory)))
        )
    return registered[0], measured


def print_generator(directory: pathlib.Path) -> None:
    kernels, measured = costs(directory, RUNS)
    print(f"The generator compared with ExecuTorch's own, as whole processes, for {kernels} kernels:")
    together = Cost(
        "the first two together",
        tuple(map(sum, zip(*(c.seconds for c in measured[:2]), strict=True))),
        tuple(map(max, zip(*(c.kib for c in measured[:2]), strict=True))),
    )
    for job, (mine, their), (peak, their_peak) in (*measured, together):
        print(
            f"  {job:28} {mine:.3f} of {their:.3f} CPU s: {mine / their:.2f}; "
            f"{peak / 1024:.1f} of {their_peak / 1024:.1f} MB"
        )
