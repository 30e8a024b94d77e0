# What et_shader_custom_op does with its arguments. All of it when the target is built: nobody has to know the files before.

macro(_et_shader_custom_op)
  if(NOT arg_GLSLC)
    find_program(RULES_EXECUTORCH_GLSLC glslc DOC "The compiler of GLSL, for et_shader_custom_op")
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
endmacro()
