"""Reads the arrays that PyTorch's inputs and outputs are kept in, without NumPy."""

import ast
import pathlib

# The characters of the struct module, by the dtypes of NumPy.
_CODES = {"<f4": "f", "<i8": "q", "<i4": "i", "|i1": "b", "|u1": "B", "|b1": "?"}


def read(path: pathlib.Path) -> tuple[str, tuple[int, ...], bytes]:
    """The struct character of the elements, the sizes, and the bytes of an array in row-major order."""
    whole = path.read_bytes()
    if whole[:8] != b"\x93NUMPY\x01\x00":
        raise SystemExit(f"error: {path}: not an array of NumPy, version 1.0")
    begin = 10 + int.from_bytes(whole[8:10], "little")
    header = ast.literal_eval(whole[10:begin].decode())
    if header["fortran_order"] or header["descr"] not in _CODES:
        raise SystemExit(f"error: {path}: {header['descr']} with this order is not supported")
    return _CODES[header["descr"]], header["shape"], whole[begin:]
