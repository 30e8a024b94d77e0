"""`etgen shader compile`: includes, compilers and their messages, and reproducible output."""

import pathlib
import shutil

import environment
import pytest
from etgen.errors import InputError
from etgen.shader import glsl

ENTRY = """\
- func: acme::op(Tensor x) -> Tensor
  shader: {glsl: shaders/op.comp, defines: {SCALE: %s, FLAG: }}
  resources:
    x: {kind: buffer, binding: 0, format: R32_SFLOAT}
    out: {kind: buffer, binding: 1, format: R32_SFLOAT}
  reference: reference.py:op
"""
SOURCE = """\
#version 450
#extension GL_GOOGLE_include_directive : require
#include "scale.glsl"
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer X { float x[]; };
layout(set = 0, binding = 1) writeonly buffer Out { float result[]; };
#ifdef FLAG
void main() { result[gl_GlobalInvocationID.x] = scaled(x[0]); }
#endif
"""
SCALE = "float scaled(float x) {\n  return SCALE * x;\n}\n"


@pytest.fixture(params=["shaderc", "arm"])
def glslc(request) -> str:
    path = shutil.which("glslc") if request.param == "shaderc" else environment.tensor_glslc()
    if path is None or not pathlib.Path(path).exists():
        pytest.skip(f"no glslc of {request.param}: tools/dev/setup_shaders.sh installs it")
    return str(path)


def project(directory: pathlib.Path, scale: str = "2.0", source: str = SOURCE) -> pathlib.Path:
    """A yaml file, its shader, and the shader's includes."""
    (directory / "shaders").mkdir(parents=True)
    (directory / "ops.yaml").write_text(ENTRY % scale)
    (directory / "shaders/op.comp").write_text(source)
    (directory / "shaders/scale.glsl").write_text(SCALE)
    return directory


def compile_shader(run, glslc, *flags):
    return run(
        "shader", "compile", "--custom-ops-yaml", "ops.yaml", "--glslc", glslc, "--output-dir", "out", *flags
    )


def test_same_bytes_in_every_directory(glslc, tmp_path):
    from conftest import run_etgen

    made = []
    for name in ("a", "b/c"):
        directory = project(tmp_path / name)
        result = compile_shader(lambda *args, at=directory: run_etgen(*args, cwd=at), glslc)
        assert result.returncode == 0, result.stderr
        made.append((directory / "out/acme_op.spv").read_bytes())
    assert made[0] == made[1]
    assert str(tmp_path).encode() not in made[0]


def test_defines_and_includes_are_used(glslc, etgen, tmp_path):
    made = set()
    for scale in ("2.0", "3.0"):
        project(tmp_path / scale, scale)
        flags = ["--custom-ops-yaml", f"{scale}/ops.yaml", "--output-dir", f"{scale}/out", "--glslc", glslc]
        assert etgen("shader", "compile", *flags).returncode == 0
        made.add((tmp_path / scale / "out/acme_op.spv").read_bytes())
    assert len(made) == 2


def test_depfile_has_what_was_read(glslc, etgen, tmp_path):
    project(tmp_path)
    assert compile_shader(etgen, glslc, "--depfile", "made.d", "made").returncode == 0
    files = " ".join(str(tmp_path / name) for name in ("ops.yaml", "shaders/op.comp", "shaders/scale.glsl"))
    assert (tmp_path / "made.d").read_text() == f"made: {files}\n"


def test_mistakes_are_where_they_are(glslc, etgen, tmp_path):
    """An error names the included file and its own line."""
    project(tmp_path)
    (tmp_path / "shaders/scale.glsl").write_text(SCALE.replace("* x", "* y"))
    result = compile_shader(etgen, glslc)
    assert result.returncode == 2
    assert (
        result.stderr.splitlines()[0] == "error: shaders/scale.glsl:2: acme::op: 'y' : undeclared identifier"
    )
    assert (
        result.stderr.splitlines()[1]
        == "hint: fix shaders/op.comp, or the defines of the entry on ops.yaml:1"
    )
    assert not (tmp_path / "out").exists()


def test_a_byte_order_mark_is_no_mistake(glslc, etgen, tmp_path):
    project(tmp_path, source="\ufeff" + SOURCE)
    assert compile_shader(etgen, glslc).returncode == 0


def test_a_wrong_define_is_at_the_entry(glslc, etgen, tmp_path):
    project(tmp_path, scale="2.0 +")
    result = compile_shader(etgen, glslc)
    assert result.returncode == 2
    if glslc == "glslc":
        assert "scale.glsl:2: acme::op: '' :  syntax error" in result.stderr


class TestShaderc:
    """Features of shaderc's compiler only."""

    @pytest.fixture(autouse=True)
    def glslc(self):
        if shutil.which("glslc") is None:
            pytest.skip("no glslc of shaderc: tools/dev/setup_shaders.sh installs it")

    def entry(self, directory, flags: str) -> None:
        text = (directory / "ops.yaml").read_text().replace("FLAG: }", f"FLAG: }}, flags: {flags}")
        (directory / "ops.yaml").write_text(text)

    def test_no_version_is_the_first_error(self, etgen, tmp_path):
        project(tmp_path, source=SOURCE.partition("\n")[2])
        lines = compile_shader(etgen, "glslc").stderr.splitlines()
        assert lines[0].startswith("error: shaders/op.comp: acme::op: #version: compute shaders require")
        assert lines[1] == "hint: write #version 450 in the first line of shaders/op.comp"

    def test_is_for_vulkan_1_3(self, etgen, tmp_path):
        extension = "#extension GL_KHR_shader_subgroup_arithmetic : require"
        source = SOURCE.replace("#extension GL_GOOGLE_include_directive : require", extension)
        project(tmp_path, source=source.replace("scaled(x[0])", "subgroupAdd(scaled(x[0]))"))
        assert compile_shader(etgen, "glslc").returncode == 0
        assert (tmp_path / "out/acme_op.spv").read_bytes()[4:8] == bytes([0, 6, 1, 0])

    def test_flags_are_given(self, etgen, tmp_path):
        made = set()
        for flags in ("[]", "[-O]", "[--target-spv=spv1.5]"):
            project(tmp_path / flags)
            self.entry(tmp_path / flags, flags)
            command = ["--custom-ops-yaml", f"{flags}/ops.yaml", "--output-dir", f"{flags}/out"]
            assert etgen("shader", "compile", *command).returncode == 0
            made.add((tmp_path / flags / "out/acme_op.spv").read_bytes())
        assert len(made) == 3

    @pytest.mark.parametrize("flag", ["-o", "-I/usr/include", "other.comp", "-fshader-stage=vertex"])
    def test_flags_that_are_not_for_entries(self, etgen, tmp_path, flag):
        project(tmp_path)
        self.entry(tmp_path, f"[{flag}]")
        result = compile_shader(etgen, "glslc")
        assert result.returncode == 2
        message = f"error: ops.yaml:2: acme::op: {flag} cannot be set by an entry"
        assert result.stderr.splitlines()[0] == message


def test_arms_compiler_has_no_flags(etgen, tmp_path):
    if not environment.tensor_glslc().exists():
        pytest.skip("no glslc of Arm's: tools/dev/setup_shaders.sh installs it")
    project(tmp_path)
    TestShaderc().entry(tmp_path, "[-O]")
    result = compile_shader(etgen, str(environment.tensor_glslc()))
    assert "error: ops.yaml:2: acme::op: Arm's glslc takes no flags" in result.stderr


def test_a_program_that_is_no_glslc(etgen, tmp_path):
    project(tmp_path)
    result = compile_shader(etgen, "/bin/echo")
    assert result.returncode == 2
    lines = result.stderr.splitlines()
    assert lines[0] == "error: /bin/echo: it is not a glslc: --version names neither shaderc nor Arm's"
    assert lines[1].startswith("hint: give --glslc the path of one")


def test_no_compiler(etgen, tmp_path):
    project(tmp_path)
    result = compile_shader(etgen, "no/such/glslc")
    assert (result.returncode, result.stderr.splitlines()[0]) == (
        2,
        "error: no/such/glslc: cannot run: No such file or directory",
    )


def test_a_compiler_without_tensors_is_named(etgen, tmp_path):
    if shutil.which("glslc") is None:
        pytest.skip("no glslc: tools/dev/setup_shaders.sh installs it")
    project(tmp_path, source="#version 450\n#extension GL_ARM_tensors : require\nvoid main() {}\n")
    result = compile_shader(etgen, "glslc")
    if result.returncode == 0:
        pytest.skip("this glslc knows tensors")
    assert "hint: this compiler has no tensors: give --glslc" in result.stderr


class TestIncludes:
    """Tests that need no compiler."""

    def read(self, directory, **files) -> glsl.Glsl:
        for name, text in files.items():
            path = directory / name.replace("__", "/").replace("_glsl", ".glsl")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        sources = [str(path) for path in directory.rglob("*.glsl")]
        return glsl.read(str(directory / "main.glsl"), sources)

    def test_lines_know_where_they_come_from(self, tmp_path):
        source = self.read(tmp_path, main_glsl='a\n#include "b.glsl"\nc\n', b_glsl="b1\nb2\n")
        assert source.text == "a\nb1\nb2\nc\n"
        assert [(pathlib.Path(o.file).name, o.line) for o in source.origins] == [
            ("main.glsl", 1),
            ("b.glsl", 1),
            ("b.glsl", 2),
            ("main.glsl", 3),
        ]

    def test_beside_the_including_file_comes_first(self, tmp_path):
        source = self.read(
            tmp_path,
            main_glsl='#include "sub/one.glsl"\n',
            sub__one_glsl='#include "two.glsl"\n',
            sub__two_glsl="near\n",
            two_glsl="far\n",
        )
        assert source.text == "near\n"

    def test_elsewhere_among_the_sources(self, tmp_path):
        assert self.read(tmp_path, main_glsl="#include <two.glsl>\n", sub__two_glsl="two\n").text == "two\n"

    def test_comments_include_nothing(self, tmp_path):
        text = '/* see\n#include "none.glsl"\n*/ a\n// #include "none.glsl"\n'
        assert self.read(tmp_path, main_glsl=text).text == text

    @pytest.mark.parametrize(
        ("files", "what"),
        [
            ({"main_glsl": '\n#include "none.glsl"\n'}, "main.glsl:2: there is no none.glsl"),
            ({"main_glsl": '#include "main.glsl"\n'}, "includes itself"),
            (
                {"main_glsl": "#include <c.glsl>\n", "a__c_glsl": "", "b__c_glsl": ""},
                "c.glsl is more than one source",
            ),
        ],
    )
    def test_refused(self, tmp_path, files, what):
        with pytest.raises(InputError, match=what):
            self.read(tmp_path, **files)
