# Runs the generator, etgen, once for the whole project, after all targets are declared.
# CMake has to know the sources to compile at configure time, and etgen determines them. Therefore selection, resolution and
# generation run at configure time, after the last line of the top-level CMakeLists.txt; etgen skips unchanged inputs. At build
# time, the first step checks whether the content of a model, a yaml file or a kernel has changed, regardless of timestamps,
# and runs etgen again. If the sources to compile change, CMake runs again: immediately with Ninja, at the next build with
# other generators.

# Writes a file unless it already has this content.
function(_et_write_if_changed path text)
  set(old "")
  if(EXISTS "${path}")
    file(READ "${path}" old)
  endif()
  if(NOT EXISTS "${path}" OR NOT old STREQUAL text)
    file(WRITE "${path}" "${text}")
  endif()
endfunction()

# Adds a command of etgen for the target named by `label`, to run after the commands added before.
#
#   _et_request("${label}" select <flag or value>...)
function(_et_request label command)
  list(LENGTH ARGN count)
  list(JOIN ARGN "\n" flags)
  get_property(waits GLOBAL PROPERTY RULES_EXECUTORCH_WAITS)
  if(NOT waits)
    set_property(GLOBAL PROPERTY RULES_EXECUTORCH_WAITS TRUE)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _et_run_requests)
  endif()
  set_property(GLOBAL APPEND_STRING PROPERTY RULES_EXECUTORCH_REQUESTS "${command} ${count} ${label}\n${flags}\n")
endfunction()

# Makes a target depend on the generated files, and adds the sources of one part, which etgen lists in a file; they are in
# `kernels` next to that file.
#
#   _et_generated(<target> [<list> <part>])
function(_et_generated target)
  set_property(GLOBAL APPEND PROPERTY RULES_EXECUTORCH_GENERATED ${target})
  if(ARGN)
    set_target_properties(${target} PROPERTIES RULES_EXECUTORCH_UNIT_LIST "${ARGV1}" RULES_EXECUTORCH_PART "${ARGV2}")
  endif()
endfunction()

# A file that is rewritten whenever the content of `file` changes, even if its timestamp is older than before.
function(_et_signature out label file)
  string(SHA256 hash "${file}")
  set(signature "${CMAKE_BINARY_DIR}/rules_executorch/signatures/${hash}")
  get_property(known GLOBAL PROPERTY RULES_EXECUTORCH_SIGNATURE_${hash})
  if(NOT known)
    set_property(GLOBAL PROPERTY RULES_EXECUTORCH_SIGNATURE_${hash} TRUE)
    _et_request("${label}" signature --file "${file}" --output "${signature}")
  endif()
  set(${out} "${signature}" PARENT_SCOPE)
endfunction()

# Adds the units of a part to its object library, and the objects to libraries. A part without units is left as it is: it costs
# CMake less time. Properties are set directly, because this runs in another directory than that of the target.
function(_et_add_units target list)
  _et_property(part ${target} PART)
  file(STRINGS "${list}" units REGEX "^${part}/")
  if(NOT units)
    return()
  endif()
  cmake_path(GET list PARENT_PATH generated)
  list(TRANSFORM units PREPEND "${generated}/kernels/")
  target_sources(${target} PRIVATE ${units})
  # From where a unit of several sources includes itself.
  set_property(TARGET ${target} APPEND PROPERTY INCLUDE_DIRECTORIES "${generated}/kernels")
  _et_property(with ${target} COMPILED_WITH)
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${with})
  _et_property(libraries ${target} OBJECTS_OF)
  foreach(library IN LISTS libraries)
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:${target}>)
  endforeach()
endfunction()

# Runs at the end of the configure step.
function(_et_run_requests)
  set_property(GLOBAL PROPERTY RULES_EXECUTORCH_WAITS FALSE)
  get_property(requests GLOBAL PROPERTY RULES_EXECUTORCH_REQUESTS)
  set(directory "${CMAKE_BINARY_DIR}/rules_executorch")
  _et_write_if_changed("${directory}/commands.txt" "${requests}")
  _et_python_command(python)
  set(command ${python} etgen batch --commands "${directory}/commands.txt" --state "${directory}/state.json"
    --inputs "${directory}/inputs.txt" --units "${directory}/units.txt")
  execute_process(COMMAND ${command} WORKING_DIRECTORY "${RULES_EXECUTORCH_WORKSPACE}" RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    _et_error("etgen failed, see above")
  endif()
  get_property(targets GLOBAL PROPERTY RULES_EXECUTORCH_GENERATED)
  foreach(target IN LISTS targets)
    _et_property(list ${target} UNIT_LIST)
    if(list)
      _et_add_units(${target} "${list}")
    endif()
  endforeach()
  set_property(GLOBAL PROPERTY RULES_EXECUTORCH_GENERATED "")
  _et_check_binaries()
  if(NOT TARGET rules_executorch_inputs)
    _et_build_generated("${directory}" ${command})
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja")
    foreach(target IN LISTS targets)
      add_dependencies(${target} rules_executorch_generated)
    endforeach()
  endif()
endfunction()

# Does at build time what _et_run_requests did at configure time.
function(_et_build_generated directory)
  _et_find_tools_python(python)
  add_custom_target(rules_executorch_inputs
    COMMAND "${python}" -B "${RULES_EXECUTORCH_ROOT}/tools/etgen/file_state.py" "${directory}/inputs.txt"
    BYPRODUCTS "${directory}/inputs.txt"
    WORKING_DIRECTORY "${RULES_EXECUTORCH_WORKSPACE}"
    COMMENT "Checking models and kernels for changes"
    VERBATIM)
  set(command ${ARGN})
  set(depends "${directory}/units.txt")
  if(NOT CMAKE_GENERATOR MATCHES "Ninja")
    # CMake has already run before the build, unless a file has changed.
    list(APPEND command --fixed-units)
    file(STRINGS "${directory}/inputs.txt" inputs REGEX "\\.(pte|bpte|yaml|yml|json)$")
    list(TRANSFORM inputs REPLACE "^[^\t]*\t" "")
    foreach(input IN LISTS inputs)
      cmake_path(ABSOLUTE_PATH input BASE_DIRECTORY "${RULES_EXECUTORCH_WORKSPACE}")
      list(APPEND depends "${input}")
    endforeach()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${depends})
  add_custom_command(
    OUTPUT "${directory}/etgen.stamp"
    BYPRODUCTS "${directory}/units.txt"
    COMMAND ${command}
    COMMAND "${CMAKE_COMMAND}" -E touch "${directory}/etgen.stamp"
    DEPENDS "${directory}/inputs.txt" "${directory}/commands.txt"
    WORKING_DIRECTORY "${RULES_EXECUTORCH_WORKSPACE}"
    COMMENT "etgen"
    VERBATIM)
  add_custom_target(rules_executorch_generated DEPENDS "${directory}/etgen.stamp")
  add_dependencies(rules_executorch_generated rules_executorch_inputs)
endfunction()

# flag, value, flag, value …, for a repeated flag.
function(_et_repeat out flag)
  set(result "${${out}}")
  foreach(value IN LISTS ARGN)
    list(APPEND result "${flag}" "${value}")
  endforeach()
  set(${out} "${result}" PARENT_SCOPE)
endfunction()
