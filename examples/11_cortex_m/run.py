"""Runs an app in QEMU and compares the outputs that it prints with those that are expected.

python run.py BOARD APP.elf [OUTPUT.npy ...]
"""

import math
import pathlib
import re
import struct
import subprocess
import sys

import npy

# A difference that sums in another order can make, of the largest expected number.
TOLERANCE = 1e-6

SECONDS = 300


def run(board: str, app: str) -> tuple[int, str]:
    """The status that the app ends with, and what it prints."""
    command = ["qemu-system-arm", "-M", board, "-kernel", app, "-nographic", "-monitor", "none"]
    command += ["-serial", "none", "-semihosting-config", "enable=on,target=native"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except FileNotFoundError:
        raise SystemExit("error: qemu-system-arm is not on PATH") from None
    except subprocess.TimeoutExpired:
        raise SystemExit(f"error: {app} did not end within {SECONDS} seconds") from None
    # The output of semihosting is standard error.
    return done.returncode, done.stdout + done.stderr


def differs(printed: bytes, code: str, expected: bytes) -> bool:
    """Whether two arrays of the same dtype are not the same, but for rounding."""
    if len(printed) != len(expected):
        return True
    if code != "f":
        return printed != expected
    numbers, wanted = (struct.unpack(f"<{len(expected) // 4}f", part) for part in (printed, expected))
    most = TOLERANCE * max(map(abs, wanted), default=0)
    return not all(math.isclose(a, b, rel_tol=0, abs_tol=most) for a, b in zip(numbers, wanted, strict=True))


def main(board: str, app: str, *outputs: str) -> None:
    status, said = run(board, app)
    print(said, end="")
    if status != 0:
        raise SystemExit(f"error: {app} ended with status {status}")
    printed = re.findall(r"^output \d+: ([0-9a-f]*)$", said, re.MULTILINE)
    if len(printed) != len(outputs):
        raise SystemExit(f"error: {app} printed {len(printed)} outputs, {len(outputs)} are expected")
    for text, path in zip(printed, outputs, strict=True):
        code, _, expected = npy.read(pathlib.Path(path))
        if differs(bytes.fromhex(text), code, expected):
            raise SystemExit(f"error: the output differs from {path}")
        print(f"as in {pathlib.Path(path).name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
