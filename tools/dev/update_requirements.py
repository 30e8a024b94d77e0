"""Rewrites a requirements file so that each package is pinned by the hashes of all its wheels.

    python tools/dev/update_requirements.py tools/requirements.txt [package==version ...]

Without packages, the packages in the file are pinned again. pip fetches the wheels from its configured index.
"""

import hashlib
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
PLATFORMS = (
    "manylinux_2_28_x86_64",
    "manylinux_2_17_x86_64",
    "manylinux_2_28_aarch64",
    "manylinux_2_17_aarch64",
    "macosx_14_0_arm64",
    "macosx_11_0_arm64",
)


def hashes(requirement: str) -> list[str]:
    """The SHA-256 of every wheel of the package for the Pythons and platforms above."""
    with tempfile.TemporaryDirectory() as directory:
        for python, platform in itertools.product(PYTHONS, PLATFORMS):
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
            command += ["--only-binary=:all:", "--implementation=cp", "--dest", directory]
            command += ["--python-version", python, "--platform", platform, requirement]
            subprocess.run(command, check=False, stderr=subprocess.DEVNULL)
        wheels = sorted(pathlib.Path(directory).iterdir())
        if not wheels:
            sys.exit(f"error: {requirement}: pip finds no wheel for it; nothing was written")
        return sorted(hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in wheels)


def main(argv: list[str]) -> None:
    path = pathlib.Path(argv[0])
    old = path.read_text() if path.exists() else ""
    requirements = argv[1:] or re.findall(r"^(\S+==\S+)", old, re.MULTILINE)
    header = "".join(line + "\n" for line in old.splitlines() if line.startswith("#"))
    blocks = [
        " \\\n    ".join([requirement, *(f"--hash=sha256:{digest}" for digest in hashes(requirement))])
        for requirement in requirements
    ]
    path.write_text(header + "\n".join(blocks) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
