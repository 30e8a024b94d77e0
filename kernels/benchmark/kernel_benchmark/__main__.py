"""The command line: see kernels/benchmark/README.md."""

from __future__ import annotations

import argparse
import pathlib
import re
import sys

from etgen.progress import Progress

from kernel_benchmark import models, report
from kernel_benchmark.attention_cases import attention_cases
from kernel_benchmark.cases import cases
from kernel_benchmark.contenders import Kernels, Peak, Torch, WheelOperators, threads_of_machine
from kernel_benchmark.convolution_cases import convolution_cases
from kernel_benchmark.data_cases import data_cases
from kernel_benchmark.dtype_cases import dtype_cases
from kernel_benchmark.math_cases import math_cases
from kernel_benchmark.measure import measure
from kernel_benchmark.movement_cases import movement_cases
from kernel_benchmark.random_cases import random_cases
from kernel_benchmark.search_cases import search_cases
from kernel_benchmark.small_cases import small_cases

_GROUPS = (
    cases,
    math_cases,
    convolution_cases,
    data_cases,
    search_cases,
    movement_cases,
    small_cases,
    dtype_cases,
    attention_cases,
)


def parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="kernel_benchmark", description=__doc__)
    parser.add_argument(
        "--kernels",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a kernel host, and the libraries that it loads",
    )
    parser.add_argument(
        "--models",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a model host, and the libraries that it loads",
    )
    parser.add_argument("--peaks", help="the program that measures the peak performance of the machine")
    parser.add_argument("--threads", type=int, action="append", help="1, and all there are, if not given")
    parser.add_argument("--case", help="a regular expression for the names of cases")
    parser.add_argument("--random", type=int, metavar="COUNT", help="use calls with random shapes instead")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the random shapes")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.02, help="of a turn")
    parser.add_argument("--best", action="store_true", help="report the fastest run, not the median")
    parser.add_argument("--profile", action="store_true", help="print the time of each instruction of models")
    parser.add_argument("--output-dir", type=pathlib.Path, help="the directory for JSON and pictures")
    return parser.parse_args(argv)


def commands_of(pairs: list[str]) -> list[tuple[str, list[str]]]:
    """The commands in arguments of the form NAME=COMMAND."""
    return [(name, command.split()) for name, _, command in (pair.partition("=") for pair in pairs)]


def run(flags: argparse.Namespace, threads: int) -> bool:
    """Measures with this number of threads; returns whether all results were right."""
    torch_ = Torch(threads)
    # Some contenders have a second process for language models: one of the two has the kernel of a case.
    hosts = commands_of(flags.kernels)
    others: list[Kernels | WheelOperators] = [Kernels(name, command, threads) for name, command in hosts]
    others += [WheelOperators(threads)] if "wheel" in dict(hosts) else []
    all_cases = [case for group in _GROUPS for case in group()]
    if flags.random:
        all_cases = random_cases(flags.random, flags.seed)
    chosen = [case for case in all_cases if re.search(flags.case or "", case.name)]
    peak = Peak(flags.peaks, threads) if flags.peaks else None
    timings, progress = [], Progress()
    for number, case in enumerate(chosen, 1):
        progress.part(f"{number}/{len(chosen)} {case.name}, threads: {threads}")
        timings.append(measure(case, torch_, others, peak, flags.rounds, flags.seconds, flags.best))
    for contender in others:
        contender.close()
    model_hosts = {} if flags.random else dict(commands_of(flags.models))
    for name in models.NAMES if model_hosts else ():
        if re.search(flags.case or "", name):
            progress.part(f"model {name}, threads: {threads}")
            turns = flags.rounds, flags.seconds, flags.best, flags.profile
            timings.append(models.measure_model(name, torch_, model_hosts, threads, *turns))
    progress.end()
    print(f"\n{threads} thread{'s' * (threads > 1)}; time over that of PyTorch, below 1 is faster")
    peaks = {}
    if peak:
        fastest = min(peak.seconds(1) for _ in range(15))
        peaks = {"flops": peak.flops / fastest, "bytes": peak.bytes}
        peak.close()
        print(
            f"peaks: {peaks['flops'] / 1e9:.0f} GFLOP/s, {peaks['bytes'] / 1e9:.1f} GB/s read by one thread"
        )
    print(report.table(timings))
    if any(timing.case.group == models.GROUP for timing in timings):
        print("", report.models(timings, models.bytes_on_disk(model_hosts, "wheel")), sep="\n")
    if flags.output_dir:
        flags.output_dir.mkdir(parents=True, exist_ok=True)
        (flags.output_dir / f"threads_{threads}.json").write_text(report.as_json(timings, threads, peaks))
        names = list(dict.fromkeys(contender.name for contender in others))
        (flags.output_dir / f"threads_{threads}.svg").write_text(report.picture(timings, names))
    return not any("optimized" in timing.wrong for timing in timings)


def main(argv: list[str]) -> int:
    flags = parse(argv)
    results = [run(flags, threads) for threads in flags.threads or sorted({1, threads_of_machine()})]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
