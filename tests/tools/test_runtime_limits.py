"""Programs at each limit of the runtime: etgen reads what the runtime loads, and refuses what it refuses."""

import copy
import subprocess

import pytest
from conftest import MODELS, ROOT
from etgen import program
from etgen.errors import InputError
from runtime_binary import compiled

serialize = pytest.importorskip("executorch.exir._serialize._program")
from executorch.exir.schema import EValue, Tensor  # noqa: E402


@pytest.fixture(scope="module")
def loads(tmp_path_factory):
    """A function that tells whether the runtime loads a program, with kernels for these operators."""
    source = ROOT / "tests/tools/load_program.cpp"
    loader = compiled(tmp_path_factory.mktemp("loader"), {"load_program": (source, [])})

    def run(path, *operators: str) -> bool:
        done = subprocess.run([loader, path, *operators], capture_output=True, text=True, check=True)
        # If the key is too long, the runtime logs it, returns no error, and leaves the instruction without a
        # kernel.
        return done.stdout.strip() == "0" and "Failed to make kernel key string" not in done.stderr

    return run


def pte_of(name: str):
    """A model that can be changed, and its method."""
    pte = serialize.deserialize_pte_binary((MODELS / f"{name}.pte").read_bytes())
    return pte, pte.program.execution_plan[0]


def write(pte, path):
    path.write_bytes(bytes(serialize.serialize_pte_binary(pte)))
    return path


def of_version(version: int):
    pte, _ = pte_of("identity")
    pte.program.version = version
    return pte, []


def of_rank(rank: int):
    pte, plan = pte_of("identity")
    for value in plan.values:
        if isinstance(value.val, Tensor):
            value.val.sizes, value.val.dim_order = [1] * rank, list(range(rank))
    return pte, []


def with_name(length: int):
    pte, plan = pte_of("add_mul_relu")
    name = "my::" + "a" * (length - len("my::.out"))
    plan.operators = [type(plan.operators[0])(name, "out")] * 3
    return pte, [f"{name}.out"]


def with_key(length: int):
    """A call of tensors of rank 2, 1 and 0, which need 6, 4 and 3 characters of the key."""
    pte, plan = pte_of("add_mul_relu")
    numbers = {}
    for rank in range(3):
        value = copy.deepcopy(next(value.val for value in plan.values if isinstance(value.val, Tensor)))
        value.sizes, value.dim_order = [1] * rank, list(range(rank))
        numbers[rank] = len(plan.values)
        plan.values.append(EValue(value))
    left = length - len("v1/") + 1
    threes = left % 2
    fours = next(n for n in range(3) if (left - 3 * threes - 4 * n) % 6 == 0)
    sixes = (left - 3 * threes - 4 * fours) // 6
    call = plan.chains[0].instructions[0].instr_args
    call.args = [numbers[2]] * sixes + [numbers[1]] * fours + [numbers[0]] * threes
    return pte, ["aten::add.out", "aten::mul.out", "aten::relu.out"]


def with_chains(count: int):
    pte, plan = pte_of("identity")
    plan.chains = plan.chains[:count]
    return pte, []


def with_plans(count: int):
    pte, _ = pte_of("identity")
    pte.program.execution_plan = pte.program.execution_plan[:count]
    return pte, []


# A function that makes a program, the last value that the runtime accepts, the first that it refuses, and the
# message.
LIMITS = {
    "version": (of_version, 0, 1, "it has schema version 1, and runtimes load 0"),
    "rank": (of_rank, 16, 17, "a tensor has 17 dimensions, and runtimes take at most 16"),
    "name": (with_name, 99, 100, "its name has 100 characters, and runtimes take at most 99"),
    "key": (with_key, 658, 659, "whose kernel key has 659 characters; runtimes take at most 658"),
    "chains": (
        with_chains,
        1,
        0,
        "it has no chain of instructions, so runtimes cannot load it (method forward)",
    ),
    "plans": (with_plans, 1, 0, "it has no method"),
}


@pytest.mark.parametrize("limit", LIMITS)
def test_as_the_runtime_does(limit, loads, tmp_path):
    make, taken, refused, message = LIMITS[limit]
    pte, operators = make(taken)
    path = write(pte, tmp_path / "taken.pte")
    assert loads(path, *operators)
    program.read(str(path))
    pte, operators = make(refused)
    path = write(pte, tmp_path / "refused.pte")
    assert not loads(path, *operators)
    with pytest.raises(InputError) as error:
        program.read(str(path))
    assert message in str(error.value)
    assert "hint: " in str(error.value)
