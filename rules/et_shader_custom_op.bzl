"""Makes custom operators that run as shaders in Arm's delegates."""

load("//rules/private:shader_custom_op.bzl", "shader_custom_op")

def et_shader_custom_op(
        name,
        custom_ops_yaml,
        srcs,
        references = [],
        deps = [],
        glslc = None,
        **kwargs):
    """Compiles the shaders of custom operators, proves their contract, and makes the Python that exports models with them.

        et_shader_custom_op(
            name = "my_shader_ops",
            srcs = glob(["*.comp", "*.glsl"]),
            custom_ops_yaml = "custom_ops.yaml",
            references = ["reference.py"],
        )

    The target is a Python package, called as the target, with the shaders in it: `PYTHONPATH=bazel-bin/<package>`, then
    `import my_shader_ops` defines the operators in PyTorch, and `my_shader_ops.install(partitioner)` keeps them in the
    delegate of a VgfPartitioner. Needs torch and executorch, no compiler. In a py_library, it is `data` with `imports =
    ["."]`.

    A shader that breaks the contract of `tosa.CUSTOM` fails the build, with the line of the yaml file and the rule. For
    where there is no delegate, the same yaml file is that of an `et_kernel_library`.

    Args:
      name: str, a name that Python can import.
      custom_ops_yaml: Label, a yaml file of operators; those with a `shader` are made.
      srcs: list[Label], the GLSL sources, and what they include.
      references: list[Label], the Python files that `reference` names in the yaml file.
      deps: list[Label], files of other packages that the sources include.
      glslc: Label, the compiler. By default that of `--@rules_executorch//tools:glslc`, which is the one that
        RULES_EXECUTORCH_GLSLC names, or that on PATH. Tensors (`GL_ARM_tensors`) need one that knows them.
      **kwargs: common attributes, such as visibility and tags.
    """
    shader_custom_op(
        name = name,
        custom_ops_yaml = custom_ops_yaml,
        deps = deps,
        glslc = glslc,
        references = references,
        srcs = srcs,
        **kwargs
    )
