"""Where pip has put the rules: this directory has the repository's layout."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent
