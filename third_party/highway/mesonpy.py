"""Has pip unpack Highway from NumPy's source archive: a build backend that stands in for NumPy's own.

pip fetches the archive by its hash, from wherever the site has pip look, and asks the backend that the
archive names, mesonpy, for a wheel. This one packs the archive's copy of Highway, and compiles nothing.
"""

import pathlib
import zipfile

HIGHWAY = pathlib.Path("numpy/_core/src/highway")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Makes the wheel; pip runs this in the directory of the unpacked archive. Returns the wheel's name."""
    lines = pathlib.Path("PKG-INFO").read_text().splitlines()
    version = next(line.split()[1] for line in lines if line.startswith("Version:"))
    info = f"numpy-{version}.dist-info"
    name = f"numpy-{version}-py3-none-any.whl"
    sources = [*HIGHWAY.glob("LICENSE*"), *HIGHWAY.glob("hwy/**/*.h")]
    sources += [HIGHWAY / "hwy" / each for each in ("abort.cc", "targets.cc")]
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w") as wheel:
        for path in sorted(sources):
            wheel.write(path, path.relative_to(HIGHWAY).as_posix())
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: numpy\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return name
