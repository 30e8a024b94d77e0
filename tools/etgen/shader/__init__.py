"""Custom operators with a shader: from one yaml entry and a GLSL file to Arm's `tosa.CUSTOM`.

    declaration     what an entry of a yaml file says of its shader
    spirv           what the compiled shader says of itself
    contract        the rules both have to keep; README.md lists them
    runtime_rules   those of the rules that need shapes; generated packages carry a copy

`formats` and `runtime_rules` import nothing but each other and the standard library, for that copy.
"""
