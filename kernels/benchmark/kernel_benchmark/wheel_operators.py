"""A separate process that times the wheel's operators which are only registered with PyTorch.

It reads lines. `call FILE` loads an operator's name and arguments from a file, makes the call, and writes the
result to the file, or prints that the operator refuses it; a number repeats the call that many times, and
prints the seconds.
"""

import os
import sys
import time

# The parent process may be bound to one processor, which the threads of the pool would inherit.
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, range(os.cpu_count() or 1))

import torch
from executorch.extension.llm.custom_ops import custom_ops  # noqa: F401 - defines the operators
from executorch.extension.pybindings import portable_lib


def main(threads: int) -> None:
    torch.set_num_threads(threads)
    portable_lib._unsafe_reset_threadpool(threads)
    function, arguments = tuple, ()
    print("ready", flush=True)
    for line in sys.stdin:
        if line.startswith("call "):
            path = line.removeprefix("call ").strip()
            op, arguments = torch.load(path)
            namespace, _, name = op.partition("::")
            function = getattr(getattr(torch.ops, namespace), name.partition(".")[0]).default
            try:
                torch.save(function(*arguments), path)
                print("made", flush=True)
            except RuntimeError:
                print("refused", flush=True)
            continue
        with torch.no_grad():
            start = time.perf_counter()
            for _ in range(int(line)):
                function(*arguments)
            print(time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
