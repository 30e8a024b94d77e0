"""The contract of shaders, rule by rule: declarations that break a rule are refused, valid ones pass."""

import contextlib
import json
import re
import shutil
import struct

import cases
import pytest
import shaders
import yaml
from conftest import ROOT
from etgen import cli
from etgen.shader import spirv

README = ROOT / "tools/etgen/shader/README.md"
# Rules that generated code keeps for every operator.
BY_CONSTRUCTION = {"E1", "E4", "E5", "P3", "P8", "S8", "H1", "H8", "H9", "H11", "H13", "H14"}

# Shaders that necessarily break a second rule.
ALSO = {"S5: no qualifier": {"S10"}, "S10: doubles": {"S3"}}


def check(directory, yaml: str, *binaries: tuple[str, bytes]) -> int:
    """Runs `etgen shader check` in this process, as there are many cases."""
    (directory / "ops.yaml").write_text(yaml)
    for name, binary in binaries:
        (directory / name).write_bytes(binary)
    flags = ["--custom-ops-yaml", str(directory / "ops.yaml"), "--spirv-dir", str(directory)]
    return cli.main(["shader", "check", *flags])


def rules(stderr: str, kind: str = "error") -> set[str]:
    """The rules that the messages name."""
    return set(re.findall(rf"^{kind}: .*? \[([EPSHT]\d+)\]: ", stderr, re.MULTILINE))


@pytest.mark.parametrize("case", cases.CASES, ids=str)
def test_contract(case, tmp_path, capsys):
    status = check(tmp_path, case.yaml(), ("acme_op.spv", shaders.spirv(case.shader)))
    stderr = capsys.readouterr().err
    if not case.broken:
        assert (status, rules(stderr)) == (0, set()), stderr
        assert rules(stderr, "warning") == set(filter(None, [case.warned])), stderr
        return
    assert status == 1
    assert rules(stderr) == {case.broken} | ALSO.get(str(case), set()), stderr
    lines = stderr.splitlines()
    assert all(line.startswith("error: ") for line in lines[::2])
    assert all(line.startswith("hint: ") and len(line) > len("hint: ") for line in lines[1::2])
    assert all(
        re.match(rf"error: {tmp_path}/ops\.yaml:\d+: acme::op(\.\w+)? \[", line) for line in lines[::2]
    )


def test_every_rule_has_a_case():
    """Every rule of README.md has a case; a rule that can be broken must be testable."""
    listed = set(re.findall(r"^\| ([EPSHT]\d+) \|", README.read_text(), re.MULTILINE))
    assert len(listed) > 30
    tested = {rule for case in cases.CASES for rule in (case.broken, case.warned) if rule}
    assert tested | BY_CONSTRUCTION == listed


def test_listed_messages_are_said(tmp_path, capsys):
    """The table has messages as users see them."""
    said = set()
    for i, case in enumerate(case for case in cases.CASES if case.broken or case.warned):
        (tmp_path / str(i)).mkdir()
        check(tmp_path / str(i), case.yaml(), ("acme_op.spv", shaders.spirv(case.shader)))
        said.update(re.findall(r" \[(\w+)\]: (.*)", capsys.readouterr().err))
    check(tmp_path, cases.AS_IT_IS.yaml(), ("acme_op.spv", b"GLSL"))
    said.update(re.findall(r" \[(\w+)\]: (.*)", capsys.readouterr().err))
    rows = re.findall(r"^\| (\w+) \| .* \| ([a-z ,]+) \| `(.+)` \|$", README.read_text(), re.MULTILINE)
    assert len(rows) > 25
    for rule, by, message in rows:
        if by != "lowering":
            assert (rule, message) in said
    warnings = re.findall(r"^\| (\w+) \| [^|]* \| `([^`]+)` \|$", README.read_text(), re.MULTILINE)
    assert len(warnings) >= 4
    assert set(warnings) <= said


def test_two_operators_of_one_name(tmp_path, capsys):
    entries = []
    for name in ("a", "b"):
        entry = json.loads(cases.AS_IT_IS.yaml())[0]
        entries.append(
            entry | {"func": f"acme::{name}(Tensor x) -> Tensor", "tosa": {"operator_name": "acme.same"}}
        )
    binary = shaders.spirv("buffer")
    assert check(tmp_path, json.dumps(entries, indent=1), ("acme_a.spv", binary), ("acme_b.spv", binary)) == 1
    assert "acme::b [E3]: operator_name is acme.same, as is that of acme::a on" in capsys.readouterr().err


class TestNotSpirv:
    """Rule P3, for arbitrary bytes."""

    def broken(self, directory, capsys, binary: bytes) -> str:
        assert check(directory, cases.AS_IT_IS.yaml(), ("acme_op.spv", binary)) == 1
        stderr = capsys.readouterr().err
        assert rules(stderr) == {"P3"}
        return stderr

    @pytest.mark.parametrize(
        ("binary", "why"),
        [
            (b"", "magic number"),
            (b"#version 450\n   ", "magic number"),
            (bytes(64), "magic number"),
            (b"\x07\x23\x02\x03" + bytes(60), "magic number"),
            (b"\x03\x02\x23\x07" + bytes(3), "not a multiple of 4"),
            (b"\x03\x02\x23\x07" + bytes(8), "header"),
            (b"\x03\x02\x23\x07" + bytes(16), "0 ids"),
        ],
    )
    def test_foreign(self, tmp_path, capsys, binary, why):
        assert why in self.broken(tmp_path, capsys, binary)

    def test_cut_anywhere(self):
        binary = shaders.spirv("image")
        for length in range(len(binary)):
            with pytest.raises(spirv.SpirvError):
                spirv.reflect(binary[:length])

    def test_words_that_point_nowhere(self):
        """Each word of each shader is replaced: the result is an error or a valid reading."""
        for name in ("buffer_rgb", "image", "tensor"):
            words = list(struct.unpack(f"<{len(shaders.spirv(name)) // 4}I", shaders.spirv(name)))
            for i, word in enumerate(words):
                for wrong in (0, word ^ 1, 0xFFFF, 0xFFFFFFFF):
                    with contextlib.suppress(spirv.SpirvError):
                        spirv.reflect(struct.pack(f"<{len(words)}I", *words[:i], wrong, *words[i + 1 :]))


def test_a_group_too_deep(tmp_path, capsys):
    """Compilers refuse it, so it is made from a shader with the maximum depth."""
    binary = shaders.spirv("buffer_group_of_64_deep")
    words = [65 if word == 64 else word for word in struct.unpack(f"<{len(binary) // 4}I", binary)]
    deeper = struct.pack(f"<{len(words)}I", *words)
    assert check(tmp_path, cases.AS_IT_IS.yaml(), ("acme_op.spv", deeper)) == 1
    assert rules(capsys.readouterr().err) == {"H12"}


TOO_MUCH = [
    case
    for case in cases.CASES
    if case.broken == "H12" and case.shader in ("buffer_group_of_129", "buffer_shares_4097")
]


@pytest.mark.parametrize("case", TOO_MUCH, ids=str)
def test_the_limits_of_a_hint_are_those_that_the_shader_needs(case, tmp_path, capsys):
    check(tmp_path, case.yaml(), ("acme_op.spv", shaders.spirv(case.shader)))
    (limits,) = re.findall(r"^hint: .* as limits: (\{.*\})$", capsys.readouterr().err, re.MULTILINE)
    entry = json.loads(case.yaml())[0]
    entry["limits"] = entry.get("limits", {}) | yaml.safe_load(limits)
    assert check(tmp_path, json.dumps([entry]), ("acme_op.spv", shaders.spirv(case.shader))) == 0


@pytest.mark.parametrize("name", [name for name in shaders.SHADERS if not name.startswith("tensor")])
def test_compiled_shaders_are_of_these_sources(name):
    """Recompiled shaders have the same properties as the stored ones."""
    glslc = shutil.which("glslc")
    if glslc is None:
        pytest.skip("no glslc: tools/dev/setup_shaders.sh installs it")
    assert spirv.reflect(shaders.compile_shader(name, glslc)) == spirv.reflect(shaders.spirv(name))
