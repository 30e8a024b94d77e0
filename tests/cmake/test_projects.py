"""Ways for a project to get the rules and the runtime, and projects written for ExecuTorch."""

import pathlib
import re
import shutil
import subprocess
import venv

import pytest
from cmake_build import BIN, CMakeBuild, wheel
from conftest import MODELS, ROOT
from etgen import opset

OPS = {str(op) for op in opset.prim_ops()}


@pytest.fixture
def project(tmp_path):
    source = tmp_path / "project"
    shutil.copytree(ROOT / "tests/cmake/project", source)
    shutil.copy(MODELS / "add_mul_relu.pte", source / "model.pte")
    return CMakeBuild(source, tmp_path / "build")


def has_kernels(project: CMakeBuild, *flags: str) -> None:
    """Checks that the project's app has the kernels of its model."""
    result = project.configure(*flags)
    assert result.returncode == 0, result.stderr
    project.build()
    assert set(project.run("app").split()) == OPS | {"aten::add.out", "aten::mul.out", "aten::relu.out"}


def test_find_package_in_a_checkout(project):
    has_kernels(project, "-DHOW=find_package", f"-DRulesExecuTorch_DIR={ROOT}/rules/cmake")


def test_a_subdirectory(project):
    has_kernels(project, "-DHOW=add_subdirectory", f"-DRULES_EXECUTORCH={ROOT}")


def test_sources_one_directory_up(project):
    """The sources are compiled, and their copies stay in the build directory of the library."""
    lists = project.source / "app/CMakeLists.txt"
    lists.parent.mkdir()
    for name in ("CMakeLists.txt", "main.cpp", "model.pte", "functions.yaml"):
        (project.source / name).rename(lists.parent / name)
    text = lists.read_text()
    (sources,) = re.findall(r"SRCS (.*)", text)
    lists.write_text(text.replace(sources, " ".join(f"../{source}" for source in sources.split())))
    source = CMakeBuild(lists.parent, project.directory)
    has_kernels(source, "-DHOW=find_package", f"-DRulesExecuTorch_DIR={ROOT}/rules/cmake")
    assert (project.directory / "kernels/kernels/small/op_add.cpp").exists()
    assert not (project.directory / "kernels/op_add.cpp").exists()


# Characters of paths that CMake supports. Make does not support colons and number signs in paths.
ODD = {"Ninja": "it's [1] a:b#c, d$e&f", "Unix Makefiles": "it's [1], d$e&f"}


@pytest.mark.parametrize("generator", ODD)
def test_a_directory_with_any_name(generator, tmp_path):
    """The directories of the project, of the build and of the rules have the name."""
    directory = tmp_path / ODD[generator]
    shutil.copytree(ROOT / "tests/cmake/project", directory / "project")
    shutil.copy(MODELS / "add_mul_relu.pte", directory / "project/model.pte")
    (directory / "rules").symlink_to(ROOT)
    with (directory / "project/CMakeLists.txt").open("a") as file:
        file.write("executorch_generated_lib(NAME from_rules DEPS ops rules_executorch::portable)\n")
        file.write("executorch_ops_check(NAME check MODEL model.pte DEPS kernels)\n")
    project = CMakeBuild(directory / "project", directory / "build", generator)
    result = project.configure(f"-DRULES_EXECUTORCH={directory}/rules")
    assert result.returncode == 0, result.stderr
    project.build("app", "check")
    assert set(project.run("app").split()) == OPS | {"aten::add.out", "aten::mul.out", "aten::relu.out"}
    units = (directory / "build/from_rules/units.txt").read_text().split()
    assert {"portable/op_add.cpp", "portable/op_relu.cpp", "common/chunk.cpp"} < set(units)
    # A second build does nothing.
    assert "Building" not in project.build("app", "check")


@pytest.mark.parametrize("name", ["half[", "half]"])
def test_a_directory_that_cmake_cannot_build_in(name, tmp_path):
    shutil.copytree(ROOT / "tests/cmake/project", tmp_path / name)
    project = CMakeBuild(tmp_path / name, tmp_path / "build")
    result = project.configure(f"-DRULES_EXECUTORCH={ROOT}")
    assert result.returncode != 0
    assert f"{tmp_path / name}: CMake cannot build in a directory whose name has a semicolon" in result.stderr


def test_an_environment_that_was_stopped_halfway(project):
    """The environment is recreated if its creation or an installation into it was interrupted."""
    environment = project.directory / "rules_executorch/venv"
    venv.create(environment)  # pip, which is installed last, is missing
    flags = [f"-DRULES_EXECUTORCH={ROOT}", "-DRULES_EXECUTORCH_VENV=ON"]
    result = project.configure(*flags)
    assert result.returncode == 0, result.stderr

    (packages,) = environment.glob("lib/python*/site-packages")
    (metadata,) = packages.glob("[Pp]y[Yy][Aa][Mm][Ll]-*.dist-info")
    (metadata / "RECORD").unlink()
    (packages / "yaml/nodes.py").unlink()
    for stamp in environment.glob("*.installed"):
        stamp.unlink()
    has_kernels(project, *flags)
    assert (packages / "yaml/nodes.py").exists()
    linked = subprocess.run(["ldd", project.directory / "app"], capture_output=True, text=True, check=True)
    assert f"{environment}/lib" in linked.stdout


CONFIG = """\
get_filename_component(_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
add_library(executorch SHARED IMPORTED)
set_target_properties(executorch PROPERTIES
  IMPORTED_LOCATION "${_root}/lib/libexecutorch.so"
  INTERFACE_COMPILE_DEFINITIONS ET_EVENT_TRACER_ENABLED)
set(EXECUTORCH_INCLUDE_DIRS "${_root}/include" "${_root}/include/executorch/runtime/core/portable_type/c10")
set(EXECUTORCH_LIBRARIES executorch)
set(EXECUTORCH_FOUND ON)
"""


def test_an_executorch_that_was_installed_by_cmake(project, tmp_path):
    """An installed ExecuTorch that comes before the wheel; it defines the targets of such an installation."""
    prefix = tmp_path / "prefix"
    (prefix / "lib/cmake/ExecuTorch").mkdir(parents=True)
    (prefix / "lib/cmake/ExecuTorch/executorch-config.cmake").write_text(CONFIG)
    (prefix / "include").symlink_to(f"{wheel()}/include")
    shutil.copy(f"{wheel()}/lib/libexecutorch.so", prefix / "lib")
    has_kernels(project, f"-DRULES_EXECUTORCH={ROOT}", f"-DCMAKE_PREFIX_PATH={prefix}")
    linked = subprocess.run(
        ["ldd", project.directory / "app"], capture_output=True, text=True, check=True
    ).stdout
    assert f"{prefix}/lib/libexecutorch.so" in linked


def test_a_runtime_that_the_project_names(project):
    with (project.source / "CMakeLists.txt").open("a") as file:
        file.write(f"find_package(executorch REQUIRED CONFIG PATHS {wheel()})\n")
        file.write("add_library(my_runtime INTERFACE)\n")
        file.write("target_link_libraries(my_runtime INTERFACE executorch::runtime)\n")
        file.write("target_compile_definitions(my_runtime INTERFACE MINE)\n")
    with (project.source / "main.cpp").open("a") as file:
        file.write("#ifndef MINE\n#error another runtime\n#endif\n")
    with (project.source / "op_add.cpp").open("a") as file:
        file.write("#ifndef MINE\n#error the headers of another runtime\n#endif\n")
    has_kernels(project, f"-DRULES_EXECUTORCH={ROOT}", "-DRULES_EXECUTORCH_RUNTIME=my_runtime")


def test_projects_written_for_executorch(tmp_path):
    build = CMakeBuild(ROOT / "tests/cmake/ported", tmp_path)
    result = build.configure(f"-DEXECUTORCH_ROOT={wheel()}")
    assert result.returncode == 0, result.stderr
    build.build()
    assert set(build.run("executorch_binary").split()) == OPS | {"aten::add.out", "aten::mm.out"}
    assert set(build.run("app").split()) == OPS | {"aten::add.out", "aten::mul.out", "aten::relu.out"}
    merged = (tmp_path / "merged.yaml").read_text()
    assert "small::add_out" in merged
    assert "torch::executor::add_out" not in merged
    assert "torch::executor::sub_out" in merged
    selected = pathlib.Path((tmp_path / "selected.txt").read_text()).read_text()
    assert "v1/6;" in selected
    assert "include_all_operators: true" in pathlib.Path((tmp_path / "all.txt").read_text()).read_text()
    assert int(build.run("registry_size")) == len(OPS) + 3
    assert "own" in build.run("own_app").split()
    kernel = next((tmp_path / "shared_lib_static").rglob("op_mul.cpp"))
    assert "EXECUTORCH_SELECTIVE_BUILD_DTYPE" in kernel.read_text()


SIZES = """
enable_testing()
et_size_test(NAME size_test DEPS kernels BUDGET budget.yaml)
et_size_test(NAME too_large_test DEPS kernels LIMITS total=100 aten::relu.out=1000000)
"""


def test_a_budget_of_bytes(project):
    with (project.source / "CMakeLists.txt").open("a") as file:
        file.write(SIZES)
    (project.source / "budget.yaml").write_text("")
    result = project.configure(f"-DRULES_EXECUTORCH={ROOT}")
    assert result.returncode == 0, result.stderr
    project.build("size_test_update")
    project.build()
    budget = (project.source / "budget.yaml").read_text()
    assert "  aten::relu.out: " in budget
    ctest = [BIN / "ctest", "--test-dir", project.directory, "--output-on-failure"]
    done = subprocess.run([*ctest, "-R", "^size_test$"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    done = subprocess.run([*ctest, "-R", "too_large"], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "too_large_test: over the budget of bytes: total\n" in done.stdout
