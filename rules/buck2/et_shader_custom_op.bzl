"""Makes custom operators that run as shaders in Arm's delegates."""

load("//rules/buck2/private:shader_custom_op.bzl", "shader_custom_op")

def et_shader_custom_op(
        name,
        custom_ops_yaml,
        srcs,
        references = [],
        deps = [],
        glslc = None,
        **kwargs):
    """Compiles the shaders of custom operators, proves their contract, and generates the Python package that exports models with them.

        et_shader_custom_op(
            name = "my_shader_ops",
            srcs = glob(["*.comp", "*.glsl"]),
            custom_ops_yaml = "custom_ops.yaml",
            references = ["reference.py"],
        )

    The target is a Python package with the name of the target, which contains the shaders. With the directory of the
    output that `buck2 build --show-output` prints on PYTHONPATH, `import my_shader_ops` defines the operators in PyTorch,
    and `my_shader_ops.install(partitioner)` keeps them in the delegate of a VgfPartitioner. The package needs torch and
    executorch, but no compiler.

    A shader that breaks the contract of `tosa.CUSTOM` fails the build; the error names the line of the yaml file and the
    rule. An `et_kernel_library` with the same yaml file provides the kernels for calls outside of a delegate.

    Args:
      name: str, a name that Python can import.
      custom_ops_yaml: source, a yaml file of operators; operators without `shader` are ignored.
      srcs: list[source], the GLSL sources, and the files that they include.
      references: list[source], the Python files that `reference` names in the yaml file.
      deps: list[source], files of other packages that the sources include.
      glslc: source, the compiler. By default the program that the configuration value `[rules_executorch] glslc`
        names, or glslc on PATH. Tensors need a compiler that supports `GL_ARM_tensors`.
      **kwargs: common attributes, such as visibility and labels.
    """
    shader_custom_op(
        name = name,
        custom_ops_yaml = custom_ops_yaml,
        deps = deps,
        glslc = glslc,
        installed_glslc = read_root_config("rules_executorch", "glslc", "glslc"),
        references = references,
        srcs = srcs,
        **kwargs
    )
