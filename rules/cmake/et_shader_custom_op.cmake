# Compiles the shaders of custom operators, proves their contract, and makes the Python that exports models with them.
#
#   et_shader_custom_op(
#     NAME <name>             a name that Python can import
#     CUSTOM_OPS_YAML <yaml>  a yaml file of operators; those with a shader are made
#     SRCS <file>...          the GLSL sources, and what they include
#     [REFERENCES <file>...]  the Python files that reference names in the yaml file
#     [DEPS <file>...]        files of other packages that the sources include
#     [GLSLC <program>]       the compiler. By default the one that RULES_EXECUTORCH_GLSLC names, or glslc on PATH.
#                             Tensors (GL_ARM_tensors) need one that knows them.
#   )
#
# The target makes a Python package in `<binary dir>/<name>`, with the shaders in it: with `<binary dir>` on
# PYTHONPATH, `import <name>` defines the operators in PyTorch, and <name>.install(partitioner) keeps them in the
# delegate of a VgfPartitioner. Needs torch and executorch, no compiler. The target is not part of ALL.
#
# A shader that breaks the contract of tosa.CUSTOM fails the build, with the line of the yaml file and the rule. For
# where there is no delegate, the same yaml file is that of an et_kernel_library.
function(et_shader_custom_op)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;CUSTOM_OPS_YAML;GLSLC" "SRCS;REFERENCES;DEPS")
  _et_check_arguments(et_shader_custom_op NAME CUSTOM_OPS_YAML SRCS)
  _et_shader_custom_op()
endfunction()
