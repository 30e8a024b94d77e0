"""Runs a program that is linked with tools/model_runner on a Cortex-M of QEMU; ends with its status.

python run_in_qemu.py BOARD PROGRAM [ARGUMENT ...]

The program reads files of this machine, by semihosting.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

# An emulated processor takes some hundred times as long as this one.
SECONDS = 900


def main(board: str, program: str, *arguments: str) -> int:
    # The C library has 255 bytes for the command line; the program reads longer ones from a file.
    with tempfile.NamedTemporaryFile("w", prefix="arguments", suffix=".txt") as file:
        for argument in arguments:
            # The program does not look for other files of arguments in this one.
            is_file = argument.startswith("@")
            file.write(pathlib.Path(argument[1:]).read_text() if is_file else f"{argument}\n")
        file.flush()
        # Commas separate the options of QEMU.
        words = ["model_runner", "@" + file.name.replace(",", ",,")]
        options = ",".join(["enable=on", "target=native", *(f"arg={word}" for word in words)])
        command = ["qemu-system-arm", "-M", board, "-kernel", os.path.abspath(program), "-display", "none"]
        command += ["-monitor", "none", "-serial", "none", "-semihosting-config", options]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, timeout=SECONDS, check=False)
        except FileNotFoundError:
            print("error: qemu-system-arm is not on PATH", file=sys.stderr)
            print("hint: install it (Debian: apt-get install qemu-system-arm)", file=sys.stderr)
            return 1
        except subprocess.TimeoutExpired:
            print(f"error: {program} has not ended within {SECONDS} seconds", file=sys.stderr)
            return 1
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
