"""Draws cases until enough were accepted, and lists those that gave wrong numbers or failed.

    make shader-fuzz
    python tests/shader/fuzz/run.py --first 812 --cases 1 --directory DIRECTORY     # one, whose files stay

A case is drawn from its number. The exit status is 1 if a case was wrong without a warning, if a valid case
was refused, or if something failed without a message of etgen. If VGF_BACKEND names a library of ExecuTorch's
VGF backend, models run in ExecuTorch's runtime; otherwise they run in Arm's scenario runner, which does not
support models whose inputs or outputs are images, or an input that is both a tensor and a buffer.
"""

import argparse
import collections
import logging
import pathlib
import sys
import tempfile
import time
import warnings

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1]), str(HERE.parents[2] / "tools")]

import environment  # noqa: E402

if __name__ == "__main__" and (reason := environment.running()):
    sys.exit(f"error: {reason}")

import draw  # noqa: E402
import judge  # noqa: E402
import runners  # noqa: E402


def is_bad(case: draw.Case, verdict: judge.Verdict) -> bool:
    """Whether the verdict is a bug: a refusal is a bug, unless the case has a twist."""
    return verdict.end in ("wrong", "failed") or (verdict.end == "refused" and not case.twist)


def run(first: int, accepted: int, most: int, directory: pathlib.Path, verbose: bool) -> collections.Counter:
    """Judges cases from `first` on, until `accepted` were accepted or `most` were drawn; counts outcomes."""
    runner = runners.choose(directory)
    counts: collections.Counter = collections.Counter()
    for number in range(first, first + most):
        started = time.monotonic()
        case = draw.draw(number)
        verdict = judge.judge(case, directory / str(number), runner)
        bad = is_bad(case, verdict)
        counts[case.twist or "legal", verdict.end] += 1
        counts["bad"] += bad
        counts["accepted"] += verdict.end in ("right", "wrong")
        if bad or verbose:
            seconds = time.monotonic() - started
            ended = f"{number} [{case.twist}] {verdict.end} at {verdict.where} ({seconds:.1f} s)"
            print(f"{ended}: {verdict.text[:400]}", flush=True)
        if counts["accepted"] >= accepted:
            break
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--accepted", type=int, default=500, help="stop after this number of accepted cases")
    parser.add_argument("--cases", type=int, default=5000, help="draw no more")
    parser.add_argument("--directory", type=pathlib.Path, help="where the files of the cases stay")
    parser.add_argument("--verbose", action="store_true", help="a line for each case")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="shader_fuzz_") as scratch:
        directory = args.directory or pathlib.Path(scratch)
        directory.mkdir(parents=True, exist_ok=True)
        counts = run(args.first, args.accepted, args.cases, directory, args.verbose)
    bad, accepted = counts.pop("bad"), counts.pop("accepted")
    for (kind, end), count in sorted(counts.items()):
        print(f"{count:5} {kind}: {end}")
    print(f"{accepted} accepted, {bad} to look at")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
