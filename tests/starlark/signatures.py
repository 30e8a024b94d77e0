"""Reads the parameters of macros from the files that define them."""

import pathlib
import re


def parameters(path: pathlib.Path) -> dict[str, str]:
    """The parameters of the macro that a file is named after, with the source text of their defaults."""
    (text,) = re.findall(rf"^def {path.stem}\((.*?)\):$", path.read_text(), re.MULTILINE | re.DOTALL)
    pairs = [parameter.strip().partition(" = ") for parameter in text.split(",") if parameter.strip()]
    return {name: default for name, _, default in pairs if name != "**kwargs"}
