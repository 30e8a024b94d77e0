"""`etgen shader`: custom operators with a shader, from a yaml entry and a GLSL file to Arm's `tosa.CUSTOM`.

    declaration     what an entry of a yaml file says of its shader
    read_entry      reads such entries; entry_fields has the kinds of fields
    spirv           what the compiled shader says of itself
    contract        the rules both have to keep; README.md lists them
    runtime_rules   those of the rules that need shapes, on an operator_contract
    package         the generated Python, which keeps the operator in the delegate and lowers it

`formats`, `operator_contract` and `runtime_rules` import nothing but each other and the standard library:
generated packages carry a copy.
"""

import argparse

HELP = "compile the shaders of custom operators, check their contract, generate what lowers them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from etgen.shader import commands  # which imports all of this package

    commands.add_arguments(parser)


def run(args: argparse.Namespace) -> None:
    args.run_shader(args)
