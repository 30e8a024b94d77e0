"""What a process costs: CPU seconds, which other programs on the machine do not change, and memory."""

import subprocess
import sys

# A process starts with the peak memory of the one that forks it, which therefore has to be small.
_MEASURE = """
import os, resource, sys
if (pid := os.fork()) == 0:
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(pid, 0)
sys.exit(f"{usage.ru_utime + usage.ru_stime} {usage.ru_maxrss}" if status == 0 else "failed")
"""


def measure(*command: object, **env: str) -> tuple[float, int]:
    """CPU seconds and peak KiB of a process, with nothing of the caller's environment but what is given."""
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
