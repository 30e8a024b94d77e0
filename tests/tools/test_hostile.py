"""Malicious inputs: each ends soon, with one error that describes the problem."""

import itertools
import os
import subprocess
import sys

import crafted
import pytest
from conftest import ROOT
from cost import measure

NINES = "9" * 5000
SELECT = ["select", "--output", "out"]
MERGE = ["merge", "--output", "out", "--functions-yaml"]
SIZE = ["size", "--binary", sys.executable]
KERNELS = "  kernels: [{arg_meta: null, kernel_name: 'a::b'}]\n"


def entry(**fields: str) -> str:
    return "- op: add.out\n" + "".join(f"  {key}: {value}\n" for key, value in fields.items()) + KERNELS


def custom(func: str, kernel: str = "my::f_out") -> str:
    return f"- func: '{func}'\n  kernels: [{{arg_meta: null, kernel_name: '{kernel}'}}]\n"


BOMB = "[&a [x, x, x, x, x, x, x, x, x, x]" + "".join(
    f", &{name} [{', '.join(10 * ['*' + before])}]" for before, name in itertools.pairwise("abcdefghi")
)
SPECIALISED = (
    "- op: add.out\n  type_alias: {T0: [%s], T1: [%s], T2: [%s]}\n"
    "  dim_order_alias: {D0: [0], D1: [0], D2: %s}\n"
    "  kernels: [{arg_meta: {self: [T0, D0], other: [T1, D1], out: [T2, D2]}, kernel_name: 'a::b'}]\n"
)
# By kind of attack: the text of the last file in the command line, the command line, and the message.
FILES = {
    "a typo in the return type": (
        custom("my::f.out(Tensor x, *, Tensor(a!) out) -> Tensr(a!)"),
        [*SELECT, "--ops-schema-yaml"],
        "it writes to out, so it returns Tensor(a!) or (), not Tensr(a!)",
    ),
    "a return of another alias": (
        custom("my::f.out(Tensor x, *, Tensor(a!) out) -> Tensor(b!)"),
        [*SELECT, "--ops-schema-yaml"],
        "it writes to out, so it returns Tensor(a!) or (), not Tensor(b!)",
    ),
    "a return that is not the out": (
        custom("my::f.out(Tensor x, *, Tensor(a!) out) -> Tensor"),
        [*SELECT, "--ops-schema-yaml"],
        "it writes to out, so it returns Tensor(a!) or (), not Tensor\n",
    ),
    "an out before the star": (
        custom("my::f.out(Tensor x, Tensor(a!) out) -> Tensor(a!)"),
        [*SELECT, "--ops-schema-yaml"],
        "out is written to, and comes before * or before an argument that is only read",
    ),
    "an out that is not last": (
        custom("my::f.out(Tensor x, *, Tensor(a!) out, int y) -> Tensor(a!)"),
        [*SELECT, "--ops-schema-yaml"],
        "out is written to, and comes before * or before an argument that is only read",
    ),
    "the document's optional tensor": (
        custom("my::f.out(Tensor x, Tensor(?) y, *, Tensor(a!) out) -> Tensor(a!)"),
        [*SELECT, "--ops-schema-yaml"],
        "hint: write Tensor? for an optional tensor\n",
    ),
    "a list size of many digits": (
        custom(f"my::f.out(Tensor x, int[{NINES}] y, *, Tensor(a!) out) -> Tensor(a!)"),
        [*SELECT, "--ops-schema-yaml"],
        "a list has more elements than fit into memory",
    ),
    "a dim order of many digits": (
        SPECIALISED % ("Float", "Float", "Float", f"[{NINES}]"),
        [*SELECT, "--ops-schema-yaml"],
        "is not a dim order",
    ),
    "a kernel for too many combinations": (
        SPECIALISED % (("Float, Half, Int, Long, Byte, Char, Short, Bool",) * 3 + (f"[{'[0], ' * 300}]",)),
        [*SELECT, "--ops-schema-yaml"],
        "arg_meta has more than 100,000 combinations",
    ),
    "a default with a newline": (
        '- func: "my::f.out(Tensor x, str s=\\"\\nevil();\\", *, Tensor(a!) out) -> Tensor(a!)"\n' + KERNELS,
        [*SELECT, "--ops-schema-yaml"],
        "is a default with characters that cannot be printed: escape them",
    ),
    "a default that is no value": (
        custom("my::f.out(Tensor x, int y=1;evil, *, Tensor(a!) out) -> Tensor(a!)"),
        [*SELECT, "--ops-schema-yaml"],
        "'1;evil' is not a default (a number, a name, a 'text', or a [list] of these)",
    ),
    "a keyword of C++ as a namespace": (
        custom("my::f.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", "class::f_out"),
        [*SELECT, "--ops-schema-yaml"],
        "'class::f_out' is not the name of a C++ function: class is a C++ keyword",
    ),
    "a keyword of C++ as a function": (
        custom("my::f.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", "my::delete"),
        [*SELECT, "--ops-schema-yaml"],
        "'my::delete' is not the name of a C++ function: delete is a C++ keyword",
    ),
    "anchors of anchors": (entry(tags=BOMB + "]"), MERGE, "its aliases expand to 1,2"),
    "a value in itself": (entry(tags="&a [x, *a]"), MERGE, ":2: a value contains itself"),
    "yaml lists in lists": (entry(tags="[" * 3000 + "]" * 3000), MERGE, ":2: nested too deeply"),
    "brackets without end": ("[" * 200_000, MERGE, ":1: nested too deeply"),
    "dashes without end": ("- " * 200_000, MERGE, ":1: nested too deeply"),
    "a selection of lists in lists": ("[" * 200_000, [*SELECT, "--selection"], ":1: nested too deeply"),
    "JSON in JSON": ('{"a":' * 100_000, [*SELECT, "--ops-dict"], "not valid JSON: nested too deeply"),
    "a resolution in a resolution": ('{"a":' * 100_000, ["report", "--resolution"], "nested too deeply"),
    "a number of many digits in JSON": (
        f'{{"aten::add.out": [{NINES}]}}',
        [*SELECT, "--ops-dict"],
        "not valid JSON: Exceeds the limit (4300 digits)",
    ),
    "a dim order of many digits in a key": (
        f'{{"aten::add.out": ["v1/6;{NINES}"]}}',
        [*SELECT, "--ops-dict"],
        "is neither a dtype nor a kernel key",
    ),
    "a key twice in JSON": (
        '{"aten::add.out": ["Float"], "aten::add.out": []}',
        [*SELECT, "--ops-dict"],
        "not valid JSON: key aten::add.out is given twice\nhint: keep one of the two\n",
    ),
    "half a character in JSON": (
        '{"name": "\\ud800"}',
        ["report", "--opset", "--kernel-library"],
        "is not valid text",
    ),
    "a budget of many digits": (
        f"bytes: {{total: {NINES}}}",
        [*SIZE, "--budget"],
        "is not a number of bytes",
    ),
    "flags that are no text": (b"--op\n\xff\n", ["select"], "not a text file in UTF-8"),
    "a flag with a null": (b"--op\naten::add.out\n--output\na\0b\n", ["select"], r"not UTF-8: a\x00b"),
}
FLAGS = {
    "a limit of many digits": ([*SIZE, "--limit", f"total={NINES}"], "is not a budget"),
    "a tolerance of many digits": ([*SIZE, "--limit", "total=1", "--tolerance", NINES], "is not a tolerance"),
    "percents of many digits": (
        [*SIZE, "--limit", "total=1", "--tolerance", f"{NINES}%"],
        "is not a tolerance",
    ),
    "many kernels": (["report", "--opset", "--more-kernels", NINES], "is not a whole number of at least 0"),
    "units of nothing": (["generate", "--sources-per-unit", "0"], "0 is not a whole number of at least 1"),
    "a file name that is no text": (
        ["select", "--model", b"\xff.pte", "--output", "out"],
        r"not UTF-8: \udcff.pte",
    ),
    "an output that is no text": (
        ["select", "--op", "aten::add.out", "--output", b"\xff"],
        r"not UTF-8: \udcff",
    ),
    "a name with an error in it": (
        ["select", "--op", "aten::add\nerror: forged\nhint: forged", "--output", "out"],
        r"error: 'aten::add\nerror: forged\nhint: forged' is not an operator name",
    ),
    "a name that moves the cursor": (
        ["select", "--model", "\x1b[2J\u202e.pte", "--output", "out"],
        r"error: \x1b[2J\u202e.pte: cannot read: No such file",
    ),
}


def check(result: subprocess.CompletedProcess, said: str) -> None:
    assert result.returncode == 2, result.stderr
    assert said in result.stderr
    error, hint, *more = result.stderr.splitlines()
    assert (error[:7], hint[:6], more) == ("error: ", "hint: ", [])
    assert len(result.stderr) < 2500


@pytest.mark.parametrize("what", FILES)
def test_a_file(etgen, tmp_path, what):
    text, command, said = FILES[what]
    (tmp_path / "in").write_bytes(text if isinstance(text, bytes) else text.encode())
    check(etgen(*command, "@in" if isinstance(text, bytes) else "in"), said)
    assert os.listdir(tmp_path) == ["in"]


@pytest.mark.parametrize("what", FLAGS)
def test_a_flag(tmp_path, what):
    command, said = FLAGS[what]
    run = [sys.executable, "-m", "etgen", *command]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    check(subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True, check=False), said)
    assert os.listdir(tmp_path) == []


def test_names_in_a_model_are_only_shown(etgen, tmp_path):
    """A method's name may be any text; this one clears the screen, and claims that all is well."""
    method = "forward)\nhint: none\nerror: \x1b[2J\x9bforged"
    (tmp_path / "model.pte").write_bytes(crafted.program(["my::op"], method=method))
    assert etgen("select", "--op", "aten::add.out", "--output", "selection.yaml").returncode == 0
    result = etgen("check", "--baseline", "selection.yaml", "--model", "model.pte")
    assert result.returncode == 1
    first, hint = result.stderr.splitlines()
    assert first == (
        "error: model.pte: my::op: not an operator of the baseline (method "
        r"forward)\nhint: none\nerror: \x1b[2J\x9bforged, instruction 0)"
    )
    assert hint.startswith("hint: binaries of the baseline")


def test_what_is_selected_of_a_model_is_linear_in_it(tmp_path):
    """The models have many operators, or many calls of one operator."""
    orders = list(itertools.islice(itertools.permutations(range(8)), 30_000))
    for name, model in (
        ("operators", crafted.program([f"my::op{i}" for i in range(len(orders))], [()] * len(orders))),
        ("calls", crafted.program(["my::op"], orders)),
    ):
        path = tmp_path / f"{name}.pte"
        path.write_bytes(model)
        assert len(model) > 3_000_000
        run = [
            sys.executable,
            "-m",
            "etgen",
            "select",
            "--model",
            path,
            "--output",
            tmp_path / "selection.yaml",
        ]
        seconds, _ = measure(*run, PYTHONPATH=str(ROOT / "tools"))
        # It takes less than five; with a step for each pair of operators, minutes.
        assert seconds < 20, name


def in_shell(command: str, tmp_path) -> tuple[int, str]:
    """The exit status of `etgen …` in a shell command, and its stderr."""
    etgen = f"{sys.executable} -m etgen"
    run = ["bash", "-c", command.replace("etgen", etgen) + "; exit ${PIPESTATUS[0]}"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    result = subprocess.run(run, cwd=tmp_path, env=env, stderr=subprocess.PIPE, text=True, check=False)
    return result.returncode, result.stderr


class TestStandardOutput:
    REPORT = "etgen report --opset"
    BUDGET = f"etgen size --binary {sys.executable} --limit total=999999999"

    @pytest.mark.parametrize("command", [REPORT, BUDGET, "etgen --help", "etgen select --help"])
    def test_a_full_device(self, tmp_path, command):
        status, errors = in_shell(f"{command} >/dev/full", tmp_path)
        assert (status, errors.splitlines()[0]) == (
            2,
            "error: standard output: cannot write: No space left on device",
        )

    @pytest.mark.parametrize("command", [REPORT, BUDGET, "etgen --help"])
    def test_a_reader_that_has_seen_enough(self, tmp_path, command):
        """A reader that closes the pipe ends the command silently, as with other tools."""
        assert in_shell(f"{command} | true", tmp_path) == (128 + 13, "")

    def test_none(self, tmp_path):
        status, errors = in_shell(f"{self.REPORT} >&-", tmp_path)
        assert (status, errors.splitlines()[0]) == (
            2,
            "error: standard output: cannot write: Bad file descriptor",
        )

    @pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
    def test_no_standard_error(self, tmp_path, where):
        assert in_shell(f"etgen select --op aten::addd.out --output out {where}", tmp_path) == (2, "")

    def test_an_output_that_is_full(self, tmp_path):
        status, errors = in_shell("etgen select --op aten::add.out --output /dev/full", tmp_path)
        assert (status, errors.splitlines()[0]) == (
            2,
            "error: /dev/full: cannot write: No space left on device",
        )


def test_a_mistake_in_etgen_is_no_traceback(tmp_path, monkeypatch, capsys):
    """An internal error prints no traceback, unless the user asks for it."""
    from etgen import cli, select

    def fails(_):
        raise KeyError("x")

    monkeypatch.setattr(select, "run", fails)
    assert cli.main(["select", "--output", "out"]) == 2
    assert capsys.readouterr().err == (
        "error: KeyError: 'x'\nhint: this is a bug in etgen: please report it, "
        "with the output of a run with ETGEN_TRACEBACK=1\n"
    )
    monkeypatch.setenv("ETGEN_TRACEBACK", "1")
    with pytest.raises(KeyError):
        cli.main(["select", "--output", "out"])


def test_labels_of_other_repositories_are_no_files(etgen, tmp_path):
    (tmp_path / "params").write_text("--op\naten::add.out\n--label\n@repository//package:name\n")
    for flags in (["@params"], ["--op", "aten::add.out", "--label", "@repository//package:name"]):
        result = etgen("select", *flags, "--output", "out.yaml")
        assert result.returncode == 0, result.stderr
        assert "@repository//package:name" in (tmp_path / "out.yaml").read_text()
    result = etgen("select", "@nothing", "--output", "out.yaml")
    assert result.stderr.startswith("error: nothing: cannot read: No such file or directory\nhint: ")


def test_a_prim_operator_as_executorchs_tool_writes_it(etgen, tmp_path):
    dicts = ['{"executorch_prim::add.Scalar": ["v1"]}', '{"executorch_prim::add.Scalar": ["default"]}']
    texts = []
    for text in dicts:
        assert etgen("select", "--ops-dict", text, "--output", "out.yaml").returncode == 0
        texts.append((tmp_path / "out.yaml").read_text())
    assert texts[0] == texts[1]
    assert "executorch_prim::add.Scalar:\n  - default\n" in texts[0]


def test_a_dict_is_read_as_a_selection_is(etgen, tmp_path):
    """The keys are those of all calls with a dtype, and those of ExecuTorch's tools, which contain lists."""
    keys = {"aten::add.out": ["v1/6;", "v1/6;0|6;0|6;0|6;0"], "aten::cat.out": ["v1/6;0|6;0|6;0"]}
    calls = "".join(f"  {op}: [{', '.join(map(repr, texts))}]\n" for op, texts in keys.items())
    operators = "".join(f"  {op}: {{debug_info: [x]}}\n" for op in keys)
    (tmp_path / "theirs.yaml").write_text(f"et_kernel_metadata:\n{calls}operators:\n{operators}")
    text = str(keys).replace("'", '"')
    for flags in (["--ops-dict", text, "--label", "x"], ["--selection", "theirs.yaml"]):
        result = etgen("select", *flags, "--output", f"of{flags[0]}.yaml")
        assert result.returncode == 0, result.stderr
    ours = (tmp_path / "of--ops-dict.yaml").read_text()
    assert "v1/6;0|6;0\n" in ours
    assert ours == (tmp_path / "of--selection.yaml").read_text()
