"""Selections are compatible with ExecuTorch's own tools: each side reads the other's files."""

import subprocess
import sys

import pytest
import yaml
from conftest import MODELS, ROOT, run_etgen
from etgen import opset
from etgen.schema import parse_op_name

pytest.importorskip("executorch.codegen.gen")
from test_upstream_yaml import WHEEL, registered_by_them, registered_by_us

selective_build = pytest.importorskip("torchgen.selective_build.selector")


def test_executorch_reads_ours(tmp_path):
    models = [arg for path in sorted(MODELS.glob("*.pte")) for arg in ("--model", path)]
    path = tmp_path / "selected_operators.yaml"
    assert run_etgen("select", *models, "--op", "aten::mm.out", "--output", path).returncode == 0
    selector = selective_build.SelectiveBuilder.from_yaml_path(str(path))
    assert selector.is_operator_selected("aten::mm.out")
    assert selector.is_operator_selected("aten::convolution.out")
    assert not selector.is_operator_selected("aten::sort.values")
    assert selector.et_get_selected_kernels("aten::mm.out", ["default"]) == ["default"]
    keys = ["v1/6;0,1|6;0,1|6;0,1", "v1/6;0,1,2,3|6;0,1,2,3|6;0,1,2,3"]
    assert set(selector.et_get_selected_kernels("aten::relu.out", [*keys, "default"])) == set(keys)
    assert selector.et_get_selected_kernels("aten::relu.out", ["default"]) == ["default"]


def run_tool(name: str, *args: object) -> None:
    """Runs one of ExecuTorch's own tools."""
    subprocess.run(
        [sys.executable, "-m", f"executorch.codegen.tools.{name}", *map(str, args)],
        check=True,
        capture_output=True,
    )


def keys_of(path) -> dict[str, list[str]]:
    return yaml.safe_load(path.read_text())["et_kernel_metadata"]


MODEL_FILES = [*sorted(MODELS.glob("*.pte")), ROOT / "tests/registration/specialised/specialised.pte"]


@pytest.mark.parametrize("pte", MODEL_FILES, ids=lambda path: path.stem)
def test_we_read_theirs(tmp_path, pte):
    """For any tool that has read the model, the keys equal those that the runtime will look up."""
    theirs, ours, read = (tmp_path / name for name in ("theirs.yaml", "ours.yaml", "read.yaml"))
    run_tool("gen_oplist", "--model_file_path", pte, "--output_path", theirs)
    assert run_etgen("select", "--model", pte, "--output", ours).returncode == 0
    assert run_etgen("select", "--selection", theirs, "--output", read).returncode == 0
    their_keys, our_keys = keys_of(read), keys_of(ours)
    assert set(their_keys) == set(our_keys)
    for op, keys in our_keys.items():
        # There may be more keys: the file does not say which optional tensors are absent. It also does not
        # say that the last argument is a list, which only a schema says.
        ends = ("",) if opset.aten_schema(parse_op_name(op)) else ("", "|7;0")
        assert all(any(key + end in their_keys[op] for end in ends) for key in keys)
        assert len(their_keys[op]) == len(keys) or op == "aten::native_layer_norm.out"


def test_their_tools_read_ours(tmp_path):
    """ExecuTorch's tools give the same result for our file as for their own, for the same model."""
    pte = MODELS / "mlp.pte"
    (tmp_path / "ours").mkdir()
    (tmp_path / "theirs").mkdir()
    paths = {side: tmp_path / side / "selected_operators.yaml" for side in ("ours", "theirs")}
    assert run_etgen("select", "--model", pte, "--output", paths["ours"]).returncode == 0
    run_tool("gen_oplist", "--model_file_path", pte, "--output_path", paths["theirs"])
    made = {}
    for side, path in paths.items():
        out = tmp_path / f"made_by_{side}"
        out.mkdir()
        run_tool("gen_selected_op_variants", "--yaml-file-path", path, "--output-dir", out)
        run_tool("gen_selected_prim_ops", "--op-selection-yaml-path", path, "--output-dir", out)
        run_tool("gen_all_oplist", "--model-file-list-path", f"@{_listed(out, path)}", "--output-dir", out)
        made[side] = {p.name: p.read_text() for p in out.iterdir() if p.suffix == ".h"}
        made[side]["keys"] = keys_of(out / "selected_operators.yaml")
    assert made["ours"] == made["theirs"]


def _listed(directory, path):
    (directory / "list.txt").write_text(str(path))
    return directory / "list.txt"


def test_merged_yamls_are_read_by_both(tmp_path):
    """Our merged yaml and ExecuTorch's, made from the same files, name the same kernels for both sides."""
    first = WHEEL / "backends/cadence/aot/functions_hifi.yaml"
    fallback = WHEEL / "kernels/portable/functions.yaml"
    flags = ["--functions-yaml", first, "--fallback-yaml", fallback]
    assert run_etgen("merge", *flags, "--output", tmp_path / "ours.yaml").returncode == 0
    flags = ["--functions-yaml-path", first, "--fallback-yaml-path", fallback]
    run_tool("merge_yaml", *flags, "--output_dir", tmp_path)
    (tmp_path / "merged.yaml").rename(tmp_path / "theirs.yaml")
    expected = registered_by_them(tmp_path / "theirs.yaml")
    assert len(expected) > 220
    assert registered_by_them(tmp_path / "ours.yaml") == expected
    assert registered_by_us(tmp_path / "ours.yaml", tmp_path) == expected
    assert registered_by_us(tmp_path / "theirs.yaml", tmp_path) == expected


def test_the_first_file_wins_alone_in_both(tmp_path):
    """The first file has an operator for Float only, and the other file has a default kernel."""
    case = ROOT / "tests/tools/golden/merge/first_wins_alone"
    files = ["--functions-yaml", case / "fast.yaml", "--fallback-yaml", case / "slow.yaml"]
    assert run_etgen("merge", *files, "--output", tmp_path / "ours.yaml").returncode == 0
    run_tool("merge_yaml", *(f"{f}-path" if str(f)[0] == "-" else f for f in files), "--output_dir", tmp_path)

    def kernels(path):
        return {e["op"]: [k["kernel_name"] for k in e["kernels"]] for e in yaml.safe_load(path.read_text())}

    assert kernels(tmp_path / "ours.yaml") == kernels(tmp_path / "merged.yaml")
