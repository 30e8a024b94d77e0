"""Exports programs with each kind of input and output that tools/model_runner supports.

    python tests/models/programs/export_programs.py

Writes `<program>.pte`, or `.bpte` and `.ptd`, next to this script, and inputs with the outputs of eager
PyTorch: `<program>.<method>.input<i>.npy` and `.output<i>.npy`. Needs torch and executorch; the files are
committed.
"""

import pathlib

import numpy
import torch
from executorch.devtools import BundledProgram
from executorch.devtools.bundled_program.config import MethodTestCase, MethodTestSuite
from executorch.devtools.bundled_program.serialize import serialize_from_bundled_program_to_flatbuffer
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge
from torch import nn
from torch.export import export

HERE = pathlib.Path(__file__).parent


class Linear(nn.Module):
    """relu(linear(x)), in any dtype."""

    def __init__(self, dtype=torch.float32):
        super().__init__()
        self.linear = nn.Linear(4, 3, dtype=dtype)

    def forward(self, x):
        return torch.relu(self.linear(x))


class ChannelsLast(nn.Module):
    """Rows of a channels-last image: the result depends on the memory layout."""

    def forward(self, x):
        return x.mean(dim=2), x + 1


class Constants(nn.Module):
    """Takes one input of each type other than tensor, and returns some of them."""

    def forward(self, x, count: int, offset: float, negate: bool, name: str, nothing=None):
        y = x * count + offset
        return (-y if negate else y), count, nothing


class Nonzero(nn.Module):
    """Returns a tensor whose columns are contiguous."""

    def forward(self, x):
        return torch.nonzero(x > 0)


class Alone(nn.Module):
    """Takes no inputs."""

    def forward(self):
        return torch.arange(4, dtype=torch.float32) * 2


class Spectrum(nn.Module):
    """Takes and returns complex numbers."""

    def forward(self, x):
        return torch.fft.ifft(x)


class Encode(nn.Module):
    def forward(self, x):
        return x * 2 + 1


class Decode(nn.Module):
    def forward(self, x, y):
        return x - y


def save(name: str, methods: dict[str, tuple[nn.Module, tuple]], **config):
    """Exports the methods of a program, and the outputs of each for its inputs."""
    exported = {method: export(module, inputs) for method, (module, inputs) in methods.items()}
    edge = to_edge(exported, compile_config=EdgeCompileConfig(_check_ir_validity=False))
    program = edge.to_executorch(config=ExecutorchBackendConfig(**config))
    (HERE / f"{name}.pte").write_bytes(program.buffer)
    for method, (module, inputs) in methods.items():
        outputs = module(*inputs)
        for kind, values in (
            ("input", inputs),
            ("output", outputs if isinstance(outputs, tuple) else (outputs,)),
        ):
            for i, value in enumerate(value for value in values if isinstance(value, torch.Tensor)):
                value = value.detach()
                array = value.float() if value.dtype == torch.bfloat16 else value
                numpy.save(HERE / f"{name}.{method}.{kind}{i}.npy", numpy.ascontiguousarray(array.numpy()))
    return program


def save_bundle(name: str, module: nn.Module, inputs: list[tuple]) -> None:
    """Exports a bundled program, which contains its inputs and outputs."""
    program = to_edge(export(module, inputs[0])).to_executorch()
    cases = [MethodTestCase(inputs=case, expected_outputs=module(*case)) for case in inputs]
    bundle = BundledProgram(program, [MethodTestSuite(method_name="forward", test_cases=cases)])
    (HERE / f"{name}.bpte").write_bytes(serialize_from_bundled_program_to_flatbuffer(bundle))


def image():
    return torch.randn(1, 2, 3, 4).to(memory_format=torch.channels_last)


def main():
    torch.manual_seed(0)
    save("channels_last", {"forward": (ChannelsLast(), (image(),))})
    save("constants", {"forward": (Constants(), (torch.randn(2, 3), 3, 0.5, True, "name", None))})
    save("nonzero", {"forward": (Nonzero(), (torch.randn(3, 4),))})
    save("alone", {"forward": (Alone(), ())})
    save("spectrum", {"forward": (Spectrum(), (torch.randn(2, 4, dtype=torch.complex64),))})
    for name, dtype in ("half", torch.float16), ("bfloat16", torch.bfloat16):
        save(name, {"forward": (Linear(dtype), (torch.randn(2, 4, dtype=dtype),))})
    x, y = torch.randn(2, 3), torch.randn(2, 3)
    save("methods", {"encode": (Encode(), (x,)), "decode": (Decode(), (x, y))})
    program = save(
        "external", {"forward": (Linear(), (torch.randn(2, 4),))}, external_constants=lambda _: "external"
    )
    program.write_tensor_data_to_file(HERE)
    save_bundle("bundled", Encode(), [(image(),), (image(),)])


if __name__ == "__main__":
    main()
