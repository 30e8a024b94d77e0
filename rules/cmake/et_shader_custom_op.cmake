# Compiles the shaders of custom operators, proves their contract, and generates the Python package that exports
# models with them.
#
#   et_shader_custom_op(
#     NAME <name>             a name that Python can import
#     CUSTOM_OPS_YAML <yaml>  a yaml file of operators; operators without shader are ignored
#     SRCS <file>...          the GLSL sources, and the files that they include
#     [REFERENCES <file>...]  the Python files that reference names in the yaml file
#     [DEPS <file>...]        files of other packages that the sources include
#     [GLSLC <program>]       the compiler. By default the one that RULES_EXECUTORCH_GLSLC names, or glslc on PATH.
#                             Tensors need a compiler that supports GL_ARM_tensors.
#   )
#
# The target writes a Python package, which contains the shaders, to `<binary dir>/<name>`. With `<binary dir>` on
# PYTHONPATH, `import <name>` defines the operators in PyTorch, and <name>.install(partitioner) keeps them in the
# delegate of a VgfPartitioner. The package needs torch and executorch, but no compiler. The target is not part of
# ALL.
#
# A shader that breaks the contract of tosa.CUSTOM fails the build; the error names the line of the yaml file and the
# rule. An et_kernel_library with the same yaml file provides the kernels for calls outside of a delegate.
function(et_shader_custom_op)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;CUSTOM_OPS_YAML;GLSLC" "SRCS;REFERENCES;DEPS")
  _et_check_arguments(et_shader_custom_op NAME CUSTOM_OPS_YAML SRCS)
  # Everything happens at build time, because the files need not be known at configure time.
  if(NOT arg_GLSLC)
    find_program(RULES_EXECUTORCH_GLSLC glslc DOC "The GLSL compiler, for et_shader_custom_op")
    set(arg_GLSLC "${RULES_EXECUTORCH_GLSLC}")
  endif()
  # Where there is none, etgen says so.
  set(compiler)
  if(NOT arg_GLSLC)
    set(arg_GLSLC glslc)
  elseif(EXISTS "${arg_GLSLC}")
    set(compiler "${arg_GLSLC}")
  endif()
  _et_label(label ${arg_NAME})
  _et_python_command(python)
  _et_yaml(yaml "${arg_CUSTOM_OPS_YAML}")
  _et_absolute(sources ${arg_SRCS} ${arg_DEPS})
  _et_absolute(references ${arg_REFERENCES})
  _et_relative(yaml_path "${yaml}")
  _et_relative(source_paths ${sources})
  _et_glob(tools "${RULES_EXECUTORCH_ROOT}/tools/etgen" shader/*.py templates/shader/*)
  set(package "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}")
  set(spirv "${package}_spirv")
  set(stamp "${package}.stamp")
  set(compile --custom-ops-yaml "${yaml_path}" --glslc "${arg_GLSLC}" --output-dir "${spirv}")
  _et_repeat(compile --source ${source_paths})
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND ${python} etgen shader compile ${compile} --depfile "${stamp}.d" "${stamp}"
    COMMAND ${python} etgen shader generate --custom-ops-yaml "${yaml_path}" --spirv-dir "${spirv}" --output-dir "${package}"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS "${yaml}" ${sources} ${references} ${tools} ${compiler}
    DEPFILE "${stamp}.d"
    WORKING_DIRECTORY "${RULES_EXECUTORCH_WORKSPACE}"
    COMMENT "etgen shader: ${label}"
    VERBATIM)
  add_custom_target(${arg_NAME} DEPENDS "${stamp}")
endfunction()
