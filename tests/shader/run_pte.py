"""Runs a `.pte` that is one delegate of the VGF backend, on Mesa's lavapipe through Arm's emulation.

    .venv/bin/python tests/shader/run_pte.py delegated.pte --input x.npy --output y.npy

Compares with the given outputs; the exit status is 1 if they differ. tools/dev/setup_shaders.sh installs the
requirements. On a device with Vulkan's tensors and data graphs, ExecuTorch's own runtime runs the same file.
"""

import argparse
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1] / "tools")]

import environment  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=pathlib.Path, help="a .pte")
    parser.add_argument("--input", action="append", default=[], help="a .npy; in the order of the model")
    parser.add_argument("--output", action="append", default=[], help="a .npy with what is expected")
    args = parser.parse_args()
    if reason := environment.running():
        sys.exit(f"error: {reason}")
    # Import after the flags were parsed: these modules need the packages above.
    import arm
    import numpy
    import torch

    inputs = tuple(torch.from_numpy(numpy.load(path)) for path in args.input)
    with tempfile.TemporaryDirectory() as directory:
        outputs = arm.run_model(args.model.read_bytes(), inputs, pathlib.Path(directory))
    for i, output in enumerate(outputs):
        print(f"output {i}: {output.numel()} values, the first {output.reshape(-1)[:4].tolist()}")
    for i, (path, output) in enumerate(zip(args.output, outputs, strict=False)):
        expected = torch.from_numpy(numpy.load(path))
        # Buffers are returned without their shape.
        if not torch.allclose(output.reshape(expected.shape), expected, rtol=1e-5, atol=1e-6):
            sys.exit(f"error: output {i} is not {path}")
    print("as expected" if args.output else "not compared: give --output")


if __name__ == "__main__":
    main()
