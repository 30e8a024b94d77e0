"""`etgen batch` runs only the commands whose inputs have changed."""

import os
import shutil

import pytest
from conftest import MODELS, ROOT

PORTABLE = ROOT / "kernels/portable"


def library(directory) -> None:
    operators = ("add", "addmm", "mul", "permute_copy", "relu")
    sources = ", ".join(f'"{PORTABLE}/op_{name}.cpp"' for name in operators)
    (directory / "portable.json").write_text(
        f'{{"name": "portable", "functions_yaml": ["{PORTABLE}/functions.yaml"], "srcs": [{sources}]}}'
    )


def commands(*of_models: str) -> str:
    """The commands that select, resolve and generate for each model."""
    text = ""
    for name in of_models:
        for command, *flags in (
            ("select", "--model", f"{name}.pte", "--output", f"{name}.yaml"),
            (
                *("resolve", "--selection", f"{name}.yaml", "--kernel-library", "portable.json"),
                *("--output", f"{name}.json"),
            ),
            (
                *("generate", "--resolution", f"{name}.json", "--output-dir", name, "--kernel-sources-dir"),
                *(f"{name}/kernels", "--unit-list", f"{name}.units"),
            ),
        ):
            text += "\n".join([f"{command} {len(flags)} //app:{name}", *flags, ""])
    return text


@pytest.fixture
def batch(etgen, tmp_path):
    """Runs the commands of the models in the test's directory."""
    library(tmp_path)

    def run(*names: str, flags: tuple[str, ...] = ()):
        (tmp_path / "commands.txt").write_text(commands(*names))
        files = ["--commands", "commands.txt", "--state", "state.json", "--inputs", "inputs.txt"]
        return etgen("batch", *files, "--units", "units.txt", *flags)

    return run


def test_only_what_has_changed_is_read_again(batch, tmp_path):
    models = ("add_mul_relu", "linear_relu_add", "mlp")
    for model in models:
        shutil.copy(MODELS / f"{model}.pte", tmp_path)
    assert batch(*models).stdout == "etgen: 9 of 9 commands done\n"
    assert batch(*models).stdout == "etgen: 0 of 9 commands done\n"
    listed = (tmp_path / "units.txt").read_text()
    assert "linear_relu_add.units\nportable/op_add.cpp\nportable/op_addmm.cpp\n" in listed

    # The calls have not changed, so no output changes.
    os.utime(tmp_path / "mlp.pte", (1, 1))
    assert batch(*models).stdout == "etgen: 1 of 9 commands done\n"

    # Another model with the same modification time.
    shutil.copy(MODELS / "linear_relu_add.pte", tmp_path / "add_mul_relu.pte")
    os.utime(tmp_path / "add_mul_relu.pte", (1, 1))
    assert batch(*models).stdout == "etgen: 3 of 9 commands done\n"
    assert (
        "add_mul_relu.units\nportable/op_add.cpp\nportable/op_addmm.cpp\n"
        in (tmp_path / "units.txt").read_text()
    )

    # A deleted file, a removed command, other flags, another version of the tool.
    (tmp_path / "mlp.json").unlink()
    assert batch(*models).stdout == "etgen: 2 of 9 commands done\n"
    assert batch(*models[1:]).stdout == "etgen: 0 of 6 commands done\n"
    assert batch(*models).stdout == "etgen: 3 of 9 commands done\n"
    (tmp_path / "state.json").write_text('{"form": 0}')
    assert batch(*models).stdout == "etgen: 9 of 9 commands done\n"


def test_outputs_are_those_of_the_commands(batch, etgen, tmp_path):
    shutil.copy(MODELS / "mlp.pte", tmp_path)
    assert batch("mlp").returncode == 0
    assert etgen("select", "--model", "mlp.pte", "--output", "alone.yaml").returncode == 0
    assert (tmp_path / "mlp.yaml").read_text() == (tmp_path / "alone.yaml").read_text()
    assert etgen("generate", "--resolution", "mlp.json", "--output-dir", "alone").returncode == 0
    for path in (tmp_path / "alone").glob("[!.]*"):
        assert (tmp_path / "mlp" / path.name).read_text() == path.read_text()


def test_a_mistake_stops_what_depends_on_it_and_nothing_else(batch, tmp_path):
    shutil.copy(MODELS / "mlp.pte", tmp_path)
    (tmp_path / "broken.pte").write_text("none")
    for _ in range(2):
        result = batch("broken", "mlp", "absent")
        assert result.returncode == 2
        lines = [line for line in result.stderr.splitlines() if not line.startswith("hint:")]
        assert lines[0].startswith("error: broken.pte: not an ExecuTorch program")
        assert lines[1:] == [
            "in //app:broken",
            "error: absent.pte: cannot read: No such file or directory",
            "in //app:absent",
        ]
    assert (tmp_path / "mlp/kernels/portable/op_addmm.cpp").exists()
    # Files that have an influence on the result are watched; outputs of commands are not.
    watched = [line.split("\t")[1] for line in (tmp_path / "inputs.txt").read_text().splitlines()]
    assert {"broken.pte", "absent.pte", "mlp.pte", "portable.json"} < set(watched)
    assert not {"broken.yaml", "mlp.yaml", "mlp.json"} & set(watched)
    shutil.copy(MODELS / "mlp.pte", tmp_path / "broken.pte")
    shutil.copy(MODELS / "mlp.pte", tmp_path / "absent.pte")
    assert batch("broken", "mlp", "absent").stdout == "etgen: 6 of 9 commands done\n"


def test_a_build_that_knows_its_sources(batch, tmp_path):
    shutil.copy(MODELS / "mlp.pte", tmp_path)
    assert batch("mlp").returncode == 0
    assert batch("mlp", flags=("--fixed-units",)).returncode == 0
    shutil.copy(MODELS / "add_mul_relu.pte", tmp_path / "mlp.pte")
    result = batch("mlp", flags=("--fixed-units",))
    assert result.returncode == 1
    assert "error: the sources to compile have changed\nhint: build again" in result.stderr
    assert batch("mlp", flags=("--fixed-units",)).returncode == 0


def test_a_file_of_commands_that_is_none(etgen, tmp_path):
    (tmp_path / "commands.txt").write_text("select 3 //app:ops\n--op\n")
    files = ["--commands", "commands.txt", "--state", "state.json", "--inputs", "inputs.txt"]
    result = etgen("batch", *files, "--units", "units.txt")
    assert result.returncode == 2
    assert "error: commands.txt: not a command: select 3 //app:ops\nhint: write COMMAND" in result.stderr
