"""Outputs are reproducible, only written if they change, and either all or none."""

import os
import pathlib
import tempfile

import pytest
from conftest import MODELS, ROOT, run_etgen

PORTABLE = ROOT / "kernels" / "portable" / "functions.yaml"
QUANTIZED = ROOT / "kernels" / "quantized" / "quantized.yaml"


def generate_everything(directory, **env):
    """Runs the whole pipeline over all models; returns the bytes of every file it writes."""
    (directory / "functions.yaml").write_bytes(PORTABLE.read_bytes())
    (directory / "op_add.cpp").write_text("// add\n")
    (directory / "library.json").write_text(
        '{"name": "portable", "functions_yaml": ["functions.yaml"], "srcs": ["op_add.cpp"]}'
    )
    (directory / "quantized.yaml").write_bytes(QUANTIZED.read_bytes())
    (directory / "quantized.json").write_text('{"name": "quantized", "custom_ops_yaml": ["quantized.yaml"]}')
    backends = '{"label": "//vendor:all", "backends": ["BackendWithCompilerDemo", "XnnpackBackend"]}'
    (directory / "backends.json").write_text(backends)
    # That model has a dtype that no kernel supports.
    paths = [path for path in sorted(MODELS.glob("*.pte")) if path.stem != "float8"]
    models = [arg for path in paths for arg in ("--model", path)]
    libraries = ["--kernel-library", "library.json", "--kernel-library", "quantized.json"]
    flags = ["--dtype-selective-build", *libraries]
    for command in (
        ["select", *models, "--output", "selection.yaml"],
        ["resolve", "--selection", "selection.yaml", *flags, "--output", "resolution.json"],
        ["generate", "--resolution", "resolution.json", "--output-dir", "out", "--kernel-sources-dir", "src"],
        [
            *("check", "--resolution", "resolution.json", "--backend-library", "backends.json", *models),
            *("--output", "proof.txt"),
        ],
        ["merge", "--functions-yaml", "functions.yaml", "--output", "merged.yaml"],
    ):
        result = run_etgen(*command, cwd=directory, **env)
        assert result.returncode == 0, result.stderr
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


def test_outputs_do_not_depend_on_hash_seed_or_path(tmp_path):
    first = None
    for seed in range(10):
        directory = tmp_path / f"path{seed}" / ("deeper" * (seed % 3))
        directory.mkdir(parents=True)
        outputs = generate_everything(directory, PYTHONHASHSEED=str(seed))
        first = first or outputs
        assert outputs == first
    for name, content in first.items():
        assert str(tmp_path).encode() not in content, name
        assert str(ROOT).encode() not in content, name


def test_what_does_not_change_is_not_written(tmp_path):
    generate_everything(tmp_path)
    old = 1_000_000_000
    paths = [path for path in tmp_path.rglob("*") if path.is_file()]
    for path in paths:
        os.utime(path, (old, old))
    generate_everything(tmp_path)
    inputs = {"functions.yaml", "op_add.cpp", "library.json", "quantized.yaml", "quantized.json"}
    inputs |= {"backends.json"}
    assert {p.name for p in paths if p.stat().st_mtime != old} == inputs


def test_what_is_not_a_file_is_written_to(tmp_path):
    (tmp_path / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "directory").mkdir()
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    for name in ("link", "pipe"):
        result = run_etgen("select", "--op", "aten::add.out", "--output", name, cwd=tmp_path)
        assert result.returncode == 0, result.stderr
    text = os.read(reader, 1 << 16)
    os.close(reader)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "pipe").is_fifo()
    assert b"aten::add.out" in text
    assert text == (tmp_path / "file").read_bytes()
    result = run_etgen("select", "--op", "aten::add.out", "--output", "directory", cwd=tmp_path)
    assert result.stderr.startswith("error: directory: cannot write: Is a directory\nhint: ")


@pytest.mark.parametrize(
    "command", [["select", "--op", "aten::add.out"], ["merge", "--functions-yaml", PORTABLE]]
)
def test_a_dash_is_standard_output(etgen, tmp_path, command):
    result = etgen(*command, "--output", "-")
    assert etgen(*command, "--output", "file").returncode == 0
    assert result.stdout == (tmp_path / "file").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="no directory in memory")
def test_a_directory_in_memory_has_files():
    """It is in /dev, as streams are."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as directory:
        output = f"{directory}/deeper/merged.yaml"
        for yaml in (PORTABLE, QUANTIZED):
            result = run_etgen("merge", "--functions-yaml", yaml, "--output", output)
            assert result.returncode == 0, result.stderr
        assert "aten::add.out" not in pathlib.Path(output).read_text()


@pytest.mark.parametrize("command", ["select", "resolve"])
def test_an_error_leaves_the_old_output(etgen, tmp_path, command):
    (tmp_path / "out").write_text("old")
    arguments = {"select": ["--op", "aten::addd.out"], "resolve": ["--selection", "none.yaml"]}
    result = etgen(command, *arguments[command], "--output", "out")
    assert result.returncode == 2
    assert (tmp_path / "out").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_flags_may_come_from_a_file(etgen, tmp_path):
    (tmp_path / "params").write_text("--op\naten::add.out\n--output\nout.yaml\n")
    assert etgen("select", "@params").returncode == 0
    assert "aten::add.out" in (tmp_path / "out.yaml").read_text()
