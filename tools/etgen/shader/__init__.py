"""`etgen shader`: custom operators with a shader, from a yaml entry and a GLSL file to Arm's `tosa.CUSTOM`.

    declaration     the data of a yaml entry with a shader
    read_entry      reads such entries; entry_fields has the kinds of fields
    spirv           the properties of the compiled shader
    contract        the rules for both; README.md lists them
    runtime_rules   the rules that need shapes, on an operator_contract
    package         the generated Python, which keeps the operator in the delegate and lowers it

`formats`, `operator_contract` and `runtime_rules` import nothing but each other and the standard library:
generated packages contain a copy.
"""

import argparse

HELP = "compile the shaders of custom operators, check their contract, generate what lowers them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from etgen.shader import commands  # imports the whole package

    commands.add_arguments(parser)


def run(args: argparse.Namespace) -> None:
    args.run_shader(args)
