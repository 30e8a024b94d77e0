"""Copies the Python that runs this into a directory, with all that it needs to run on another machine.

python copy_interpreter.py DIRECTORY

    bin/python3                 the executable
    lib/libpython3.11.so.1.0    the library that it is linked with, if that is a shared one
    lib/libz.so.1, …            zlib and Expat, if they are shared ones
    lib/python311.zip           the standard library, compiled
    lib/python3.11/lib-dynload  its extension modules

Modules that need other libraries than these and those of C are left out, as are tests and what has a window.
The interpreter finds the rest when PYTHONHOME names the directory, and LD_LIBRARY_PATH its lib.
"""

import contextlib
import importlib
import os
import pathlib
import py_compile
import re
import shutil
import sys
import sysconfig
import tempfile
import zipfile

# What is no use without a terminal, a window or a network, or serves to develop Python itself.
_PACKAGES = """config- ensurepip idlelib lib2to3 pydoc_data site-packages test tkinter turtledemo venv
    __pycache__"""
_MODULES = "antigravity turtle"
_EXTENSIONS = """_bz2 _codecs_ _crypt _ctypes _curses _dbm _elementtree _gdbm _hashlib _lzma _sqlite3 _ssl
    _test _tkinter _uuid _xx nis ossaudiodev readline xx"""
_DATE = (1980, 1, 1, 0, 0, 0)


def main(directory: pathlib.Path) -> None:
    library = directory / sys.platlibdir
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    extensions = library / version / "lib-dynload"
    extensions.mkdir(parents=True)
    (directory / "bin").mkdir()
    shutil.copy(os.path.realpath(sys.executable), directory / "bin" / "python3")
    for name, path in _shared_libraries().items():
        shutil.copy(path, library / name)
    for path in sorted(pathlib.Path(sysconfig.get_path("platstdlib"), "lib-dynload").glob("*.so")):
        if not path.name.startswith(tuple(_EXTENSIONS.split())):
            shutil.copy(path, extensions / path.name)
    _write_zip(library / f"{version.replace('.', '')}.zip", version)


def _shared_libraries() -> dict[str, pathlib.Path]:
    """The libraries in memory that are not in the executable, by the names that the loader asks for."""
    if sys.platform == "linux":
        for module in ("zlib", "pyexpat"):
            with contextlib.suppress(ImportError):
                importlib.import_module(module)
        mapped = pathlib.Path("/proc/self/maps").read_text()
        # Of others than Python's, the file has more of the version than the name.
        found = re.findall(r"(/\S*/(libpython3\.\d+\S*\.so\S*|lib(?:z|expat)\.so\.\d+)\S*)", mapped)
        return {name: pathlib.Path(path) for path, name in sorted(set(found))}
    name = sysconfig.get_config_var("INSTSONAME") or ""
    path = pathlib.Path(sysconfig.get_config_var("LIBDIR") or "", name)
    return {name: path} if name and not name.endswith(".a") and path.is_file() else {}


def _write_zip(path: pathlib.Path, version: str) -> None:
    """Writes the standard library as a zip file with reproducible bytes."""
    root = pathlib.Path(sysconfig.get_path("stdlib"))
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH  # There is no source to check it against.
    with zipfile.ZipFile(path, "w") as archive, tempfile.TemporaryDirectory() as temporary:
        for source in sorted(root.rglob("*.py")):
            name = source.relative_to(root).as_posix()
            if name.startswith(tuple(_PACKAGES.split())) or source.stem in _MODULES.split():
                continue
            if "/tests/" in name or "/test/" in name:
                continue
            compiled = os.path.join(temporary, "compiled.pyc")
            shown = f"{version}/{name}"
            py_compile.compile(str(source), compiled, shown, doraise=True, invalidation_mode=unchecked)
            archive.writestr(zipfile.ZipInfo(name + "c", _DATE), pathlib.Path(compiled).read_bytes())


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
