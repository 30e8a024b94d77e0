"""ONNX Runtime, with the protocol of model_host: onnx_host MODEL.onnx INPUT.npy OUTPUT.

Runs the model once, and writes the bytes of its output to a file. For each number on the standard input, runs
the model that many times, and prints the time in seconds. The environment variable KERNEL_HOST_THREADS is the
number of threads.
"""

from __future__ import annotations

import os
import sys
import time

import numpy
import onnxruntime


def main(model: str, input_: str, output: str) -> None:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = int(os.environ["KERNEL_HOST_THREADS"])
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    inputs = {session.get_inputs()[0].name: numpy.load(input_)}
    session.run(None, inputs)[0].tofile(output)
    print(0, flush=True)
    for line in sys.stdin:
        start = time.perf_counter()
        for _ in range(int(line)):
            session.run(None, inputs)
        print(time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
