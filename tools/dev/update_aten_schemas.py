"""Rewrites tools/etgen/data/aten_schemas.txt from the torch that is installed.

    python tools/dev/update_aten_schemas.py

One line an operator, sorted by name: the schema and, after a tab, `core` if the operator belongs to the core
ATen set. It holds the native functions and the out variants that torchgen derives from them, which is what a
`- op:` entry of a functions yaml may name. The build reads this table, so that it needs no torch.
"""

import pathlib

import torch
import torchgen
from torchgen.gen import parse_native_yaml

TABLE = pathlib.Path(__file__).parents[1] / "etgen" / "data" / "aten_schemas.txt"


def main() -> None:
    native = pathlib.Path(torchgen.__file__).parent / "packaged" / "ATen" / "native"
    functions = parse_native_yaml(
        str(native / "native_functions.yaml"), str(native / "tags.yaml")
    ).native_functions
    lines = sorted(f"{f.func}\tcore" if "core" in f.tags else str(f.func) for f in functions)
    header = (
        f"# The {len(lines)} operators of torch {torch.__version__.partition('+')[0]}; "
        "made by tools/dev/update_aten_schemas.py\n"
    )
    TABLE.write_text(header + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
