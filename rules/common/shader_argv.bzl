"""The command lines of etgen for shaders, in the form of argv.bzl."""

def shader_compile_flags(custom_ops_yaml, sources, glslc, output_dir):
    """Flags of `etgen shader compile`.

    Args:
      custom_ops_yaml: file.
      sources: list of files.
      glslc: the compiler.
      output_dir: the directory of the compiled shaders.

    Returns:
      list of pairs.
    """
    return [
        ("--custom-ops-yaml", [custom_ops_yaml]),
        ("--source", sources),
        ("--glslc", [glslc]),
        ("--output-dir", [output_dir]),
    ]

def shader_generate_flags(custom_ops_yaml, spirv_dir, output_dir):
    """Flags of `etgen shader generate`.

    Args:
      custom_ops_yaml: file.
      spirv_dir: the directory of the compiled shaders.
      output_dir: the directory of the Python package.

    Returns:
      list of pairs.
    """
    return [
        ("--custom-ops-yaml", [custom_ops_yaml]),
        ("--spirv-dir", [spirv_dir]),
        ("--output-dir", [output_dir]),
    ]
