"""The rule of etgen/choice.py, row by row, through the command line."""

import json

import pytest
from conftest import ROOT, run_etgen
from etgen import functions_yaml

FLOAT = "v1/6;0|6;0|6;0"
DOUBLE = "v1/7;0|7;0|7;0"


def kernels(*wanted: str, **fields: str) -> list[dict]:
    """Kernels of relu.out: `float:fast`, `default:slow` and `default:some:Float`, which supports Float only.

    The given fields are added to each.
    """
    result = []
    for text in wanted:
        dtype, name, *dtypes = text.split(":")
        kernel = {"kernel_name": name} | fields | ({"dtypes": dtypes} if dtypes else {})
        if dtype != "default":
            kernel["arg_meta"] = {a: [dtype.capitalize(), "D1"] for a in ("self", "out")}
        result.append(kernel)
    return result


def write_library(directory, name: str, items: list[dict], place: str = "cpu"):
    entry = {
        "op": "relu.out",
        "type_alias": {"Float": ["Float"], "Double": ["Double"]},
        "dim_order_alias": {"D1": [0]},
        "kernels": items,
    }
    (directory / f"{name}.yaml").write_text(json.dumps([entry]))
    description = {"name": name, "place": place, "functions_yaml": [f"{name}.yaml"]}
    (directory / f"{name}.json").write_text(json.dumps(description))


def resolve(directory, calls: list[str], libraries: dict, *flags: str):
    """Resolves relu.out for calls; returns the kernel of each key, or the error message."""
    calls_json = json.dumps({"aten::relu.out": calls})
    run_etgen("select", "--ops-dict", calls_json, "--output", "selection.yaml", cwd=directory)
    arguments = []
    for name, library in libraries.items():
        items, place = library if isinstance(library, tuple) else (library, "cpu")
        write_library(directory, name, items, place)
        arguments += ["--kernel-library", f"{name}.json"]
    result = run_etgen(
        "resolve", "--selection", "selection.yaml", *arguments, *flags, "--output", "out.json", cwd=directory
    )
    if result.returncode:
        return result.stderr
    op = json.loads((directory / "out.json").read_text())["operators"]["aten::relu.out"]
    return {kernel["key"]: kernel["kernel"] for kernel in op["kernels"]}


ROWS = {
    "specialised for exactly this call": (
        [FLOAT],
        {"a": kernels("default:slow", "float:fast"), "b": kernels("float:other")},
        {FLOAT: "fast"},
    ),
    "no such kernel, but a default kernel": (
        [DOUBLE],
        {"a": kernels("float:fast", "default:slow"), "b": kernels("double:other")},
        {"default": "slow"},
    ),
    "neither: the next library's specialised kernel": (
        [DOUBLE],
        {"a": kernels("float:fast"), "b": kernels("double:second", "default:slow")},
        {DOUBLE: "second"},
    ),
    "neither: the next library's default kernel": (
        [FLOAT, DOUBLE],
        {"a": kernels("float:fast"), "b": kernels("default:slow"), "c": kernels("double:late")},
        {FLOAT: "fast", "default": "slow"},
    ),
    "kernels for other places only": (
        [FLOAT],
        {"npu": (kernels("float:fast", "default:fast"), "npu"), "b": kernels("default:slow")},
        {"default": "slow"},
    ),
    "an entry's own place": (
        [FLOAT],
        {"a": kernels("float:fast", place="npu") + kernels("default:slow")},
        {"default": "slow"},
    ),
    "any call: specialised kernels of all libraries up to a default one": (
        [],
        {
            "a": kernels("float:first"),
            "b": kernels("float:b", "double:b", "default:b"),
            "c": kernels("float:c"),
        },
        {FLOAT: "first", DOUBLE: "b", "default": "b"},
    ),
    "any call and no default kernel: what there is": (
        [],
        {"a": kernels("float:first"), "b": kernels("double:b")},
        {FLOAT: "first", DOUBLE: "b"},
    ),
    "calls by dtype are any calls": (
        ["Float"],
        {"a": kernels("float:first"), "b": kernels("default:b")},
        {FLOAT: "first", "default": "b"},
    ),
    "a default kernel that does not take the dtypes: the next library's answer": (
        [FLOAT, DOUBLE],
        {"a": kernels("default:some:Float"), "b": kernels("double:special", "default:late")},
        {"default": "some", DOUBLE: "special"},
    ),
    "nor the next one's: the default kernel after it, for this call": (
        [FLOAT, DOUBLE],
        {"a": kernels("default:some:Float"), "b": kernels("default:half:Half"), "c": kernels("default:all")},
        {"default": "some", DOUBLE: "all"},
    ),
    "no call whose dtypes the first default kernel takes": (
        [DOUBLE],
        {"a": kernels("default:some:Float"), "b": kernels("default:all")},
        {"default": "all"},
    ),
    "two default kernels of one entry": (
        [FLOAT, DOUBLE],
        {"a": kernels("default:some:Float", "default:all")},
        {"default": "some", DOUBLE: "all"},
    ),
    "any call: the first default kernel": (
        [],
        {"a": kernels("default:some:Float"), "b": kernels("default:all")},
        {"default": "some"},
    ),
    "an entry of another library ranks with that library": (
        [FLOAT],
        {"a": kernels("default:late", library="b"), "b": kernels("float:fast")},
        {FLOAT: "fast"},
    ),
    "an entry of a library of its own ranks with its file": (
        [FLOAT],
        {"a": kernels("default:own", library="mine"), "b": kernels("float:fast")},
        {"default": "own"},
    ),
}


@pytest.mark.parametrize("row", ROWS)
def test_row(tmp_path, row):
    calls, libraries, expected = ROWS[row]
    assert resolve(tmp_path, calls, libraries) == expected


def test_nobody(tmp_path):
    said = resolve(tmp_path, [FLOAT, DOUBLE], {"a": kernels("float:fast")})
    assert said.startswith("error: aten::relu.out: no kernel for a call with Double(0), Double(0), Double(0)")
    assert "there are kernels for Float(0)" in said


def test_nobody_at_this_place(tmp_path):
    libraries = {"a": (kernels("default:slow"), "npu")}
    assert "its kernels are for npu, and the app runs on cpu" in resolve(tmp_path, [], libraries)
    assert resolve(tmp_path, [], libraries, "--place", "npu") == {"default": "slow"}


AT_CORTEX_M = ("--place", "cortex_m")
CMSIS = (kernels("float:fast"), "cortex_m")
FILLED_IN = {
    "a call that the place's library does not serve": (
        [FLOAT, DOUBLE],
        {"cmsis": CMSIS, "portable": kernels("default:slow")},
        {FLOAT: "fast", "default": "slow"},
    ),
    "in any order of the libraries": (
        [FLOAT, DOUBLE],
        {"portable": kernels("default:slow", "float:special"), "cmsis": CMSIS},
        {FLOAT: "fast", "default": "slow"},
    ),
    "any call": (
        [],
        {"cmsis": CMSIS, "portable": kernels("float:special", "double:special", "default:slow")},
        {FLOAT: "fast", DOUBLE: "special", "default": "slow"},
    ),
    "nothing, if the place's default kernel serves each call": (
        [],
        {"portable": kernels("float:special", "default:slow"), "dsp": (kernels("default:all"), "cortex_m")},
        {"default": "all"},
    ),
    "an entry's own place": (
        [FLOAT, DOUBLE],
        {"a": kernels("default:slow") + kernels("float:fast", place="cortex_m")},
        {FLOAT: "fast", "default": "slow"},
    ),
    "no kernel for another place": (
        [FLOAT, DOUBLE],
        {"npu": (kernels("default:npu"), "npu"), "cmsis": CMSIS, "portable": kernels("default:slow")},
        {FLOAT: "fast", "default": "slow"},
    ),
}


@pytest.mark.parametrize("row", FILLED_IN)
def test_kernels_for_the_cpu_fill_in(tmp_path, row):
    calls, libraries, expected = FILLED_IN[row]
    assert resolve(tmp_path, calls, libraries, *AT_CORTEX_M) == expected


def test_a_preferred_library_comes_before_those_for_the_place(tmp_path):
    libraries = {"cmsis": CMSIS, "portable": kernels("default:slow")}
    said = resolve(tmp_path, [FLOAT], libraries, *AT_CORTEX_M, "--prefer", "portable")
    assert said == {"default": "slow"}


def test_a_place_without_any_kernel_is_an_error(tmp_path):
    said = resolve(tmp_path, [FLOAT], {"portable": kernels("default:slow")}, *AT_CORTEX_M)
    assert "its kernels are for cpu, and the app runs on cortex_m" in said
    assert "hint: add a kernel library for cortex_m, or leave out the place" in said
    npu = {"npu": (kernels("default:npu"), "npu"), "cmsis": CMSIS}
    said = resolve(tmp_path, [DOUBLE], npu, *AT_CORTEX_M)
    assert "no kernel for a call with Double" in said


def test_why_a_kernel_for_the_cpu_lost(tmp_path):
    libraries = {"portable": kernels("default:slow"), "cmsis": CMSIS}
    resolve(tmp_path, [FLOAT, DOUBLE], libraries, *AT_CORTEX_M)
    op = json.loads((tmp_path / "out.json").read_text())["operators"]["aten::relu.out"]
    first, default = op["kernels"]
    assert first["losers"] == [
        {"kernel": "slow", "library": "portable", "reason": "it is for cpu, the other one for cortex_m"}
    ]
    assert (default["place"], default["losers"]) == ("cpu", [])


def test_preferred_libraries_come_first(tmp_path):
    libraries = {"a": kernels("default:a"), "b": kernels("default:b"), "c": kernels("default:c")}
    assert resolve(tmp_path, [], libraries) == {"default": "a"}
    assert resolve(tmp_path, [], libraries, "--prefer", "c", "--prefer", "b") == {"default": "c"}
    own = {"a": kernels("default:plain") + kernels("default:fast", library="cmsis_nn")}
    assert resolve(tmp_path, [], own) == {"default": "plain"}
    assert resolve(tmp_path, [], own, "--prefer", "cmsis_nn") == {"default": "fast"}
    said = resolve(tmp_path, [], own, "--prefer", "cmsis")
    assert "error: no kernel is from the preferred library cmsis" in said
    assert "did you mean cmsis_nn?" in said


def test_losers_and_their_reasons(tmp_path):
    libraries = {
        "a": kernels("float:fast", "default:slow"),
        "b": kernels("default:late"),
        "npu": (kernels("default:npu"), "npu"),
    }
    resolve(tmp_path, [FLOAT], libraries)
    op = json.loads((tmp_path / "out.json").read_text())["operators"]["aten::relu.out"]
    assert {loser["kernel"]: loser["reason"] for loser in op["kernels"][0]["losers"]} == {
        "slow": "the other one is specialised",
        "late": "a comes before b",
        "npu": "it is for npu, the app runs on cpu",
    }


# A merged yaml has one place; its entries are in the order of its files.
OF_FILES = [row for row in ROWS if "place" not in row and "an entry" not in row]


@pytest.mark.parametrize("row", OF_FILES)
def test_a_merged_yaml_resolves_to_the_same(tmp_path, row):
    calls, libraries, expected = ROWS[row]
    assert resolve(tmp_path, calls, libraries) == expected
    files = [f"{name}.yaml" for name in libraries]
    flags = ["--functions-yaml", files[0], *(f for file in files[1:] for f in ("--fallback-yaml", file))]
    merge = ["merge", "--fill-gaps", *flags, "--output", "merged.yaml"]
    assert run_etgen(*merge, cwd=tmp_path).returncode == 0
    inputs = ["--selection", "selection.yaml", "--functions-yaml", "merged.yaml"]
    result = run_etgen("resolve", *inputs, "--output", "merged.json", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    op = json.loads((tmp_path / "merged.json").read_text())["operators"]["aten::relu.out"]
    assert {kernel["key"]: kernel["kernel"] for kernel in op["kernels"]} == expected


PLACES = [("cpu", "cpu"), ("cortex_m", "cpu"), ("cortex_m", "cortex_m")]


@pytest.mark.parametrize(("place", "ours_at"), PLACES)
def test_a_library_for_cmsis_nn_before_ours(tmp_path, place, ours_at):
    """A user's own kernel of an operator wins on its place; kernels/cortex_m has the other operators."""
    ours = ROOT / "kernels/cortex_m/cortex_m.yaml"
    schemas = {str(entry.name): str(entry.schema) for entry in functions_yaml.read(str(ours))}
    names = ["cortex_m::quantized_add.out", "cortex_m::softmax.out"]
    keys = {"arg_meta": None, "library": "cmsis_nn", "place": "cortex_m"}
    entry = {"func": schemas[names[0]], "kernels": [keys | {"kernel_name": "users::add"}]}
    (tmp_path / "cmsis_nn.yaml").write_text(json.dumps([entry]))
    libraries = {
        "cmsis_nn": {"place": "cortex_m", "custom_ops_yaml": ["cmsis_nn.yaml"]},
        "cortex_m": {"place": ours_at, "custom_ops_yaml": [str(ours)]},
    }
    ops = [flag for name in names for flag in ("--op", name)]
    run_etgen("select", *ops, "--output", "selection.yaml", cwd=tmp_path)
    arguments = ["--selection", "selection.yaml", "--place", place]
    for name, library in libraries.items():
        (tmp_path / f"{name}.json").write_text(json.dumps({"name": name} | library))
        arguments += ["--kernel-library", f"{name}.json"]
    result = run_etgen("resolve", *arguments, "--output", "out.json", cwd=tmp_path)
    assert not result.returncode, result.stderr
    operators = json.loads((tmp_path / "out.json").read_text())["operators"]
    kernels_of = {name: each["kernels"][0] for name, each in operators.items()}
    won = {name: (kernel["library"], kernel["kernel"]) for name, kernel in kernels_of.items()}
    own = "torch::executor::cortex_m"
    first = ("cmsis_nn", "users::add") if place == "cortex_m" else ("cortex_m", f"{own}::quantized_add_out")
    assert won == {names[0]: first, names[1]: ("cortex_m", f"{own}::softmax_out")}
