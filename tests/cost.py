"""Measures the cost of a process: CPU seconds, which other programs hardly influence, and memory."""

import subprocess
import sys

# A process inherits the peak memory of the process that forks it, which must therefore be small.
_MEASURE = """
import os, resource, sys
if (pid := os.fork()) == 0:
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(pid, 0)
sys.exit(f"{usage.ru_utime + usage.ru_stime} {usage.ru_maxrss}" if status == 0 else "failed")
"""


def measure(*command: object, **env: str) -> tuple[float, int]:
    """CPU seconds and peak KiB of a process with an environment of only the given variables."""
    measured = subprocess.run(
        [sys.executable, "-S", "-c", _MEASURE, *map(str, command)],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    *said, cost = measured.stderr.splitlines()
    assert cost != "failed", "\n".join(said)
    seconds, kib = cost.split()
    return float(seconds), int(kib)
