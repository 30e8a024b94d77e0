"""Makes specialised.pte: one operator called with many dtypes, ranks and dim orders, lists and several outs.

Run it from the root of the repository: `.venv/bin/python tests/registration/specialised/export_model.py`.
"""

import pathlib

import torch
from executorch.exir import to_edge


class Calls(torch.nn.Module):
    def forward(self, x, double, half, image):
        last = image.to(memory_format=torch.channels_last)
        return (
            x + x,
            double + double,
            half + half,
            image + image,
            last + last,
            x[0] + x[0],
            x[0, 0] + x[0, 0],
            torch.cat([x, x]),
            torch.where(x > 0, x, x),
            torch.nn.functional.layer_norm(x, (4,)),
            torch.nn.functional.layer_norm(x, (4,), x[0], x[1]),
        )


def main():
    image = torch.ones(1, 2, 3, 3)
    inputs = (torch.ones(2, 4), torch.ones(2, 4).double(), torch.ones(2, 4).half(), image)
    program = to_edge(torch.export.export(Calls(), inputs)).to_executorch()
    (pathlib.Path(__file__).parent / "specialised.pte").write_bytes(program.buffer)


if __name__ == "__main__":
    main()
