"""The files of this repository according to git: tracked files, and new files that are not ignored."""

import pathlib
import shutil
import subprocess

from conftest import ROOT


def files(*patterns: str) -> list[str]:
    """The files that match a pattern of git, or all files, by their paths from the root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in filter(None, listed.split("\0")) if (ROOT / name).is_file()]


def copy_to(directory: pathlib.Path) -> None:
    """Copies all files."""
    for name in files():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, directory / name)
