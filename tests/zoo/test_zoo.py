"""Programs of real architectures: each is selected, resolved and proven, and gives the outputs of eager
PyTorch.
"""

import pathlib
import subprocess

import pytest
from conftest import build

PROGRAMS = sorted((pathlib.Path(__file__).parent / "programs").glob("*.pte"))
MOST_BYTES = 8_000_000


@pytest.fixture(scope="module")
def runners():
    """The model runners with portable and optimized kernels. Building their tests proves all programs."""
    names = ("portable", "optimized")
    binaries = build(*(f"//tests/zoo:{name}_{kind}" for name in names for kind in ("runner", "test")))
    return {name: binaries / f"tests/zoo/{name}_runner" for name in names}


def arrays(program: pathlib.Path, kind: str) -> list[pathlib.Path]:
    return sorted(program.parent.glob(f"{program.stem}.{kind}*.npy"))


@pytest.mark.parametrize("kernels", ["portable", "optimized"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_outputs_are_eagers(runners, program, kernels):
    """model_runner compares with the tolerance of the outputs' dtype."""
    outputs = arrays(program, "output")
    assert outputs
    command = [runners[kernels], program]
    for file in arrays(program, "input"):
        command += ["--input", file]
    for file in outputs:
        command += ["--expect", file]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_corpus_stays_small():
    assert len(PROGRAMS) >= 60
    files = list(PROGRAMS[0].parent.iterdir())
    assert max(path.stat().st_size for path in PROGRAMS) <= 300 * 1024
    assert sum(path.stat().st_size for path in files) <= MOST_BYTES
