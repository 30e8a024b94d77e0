# Detects the release of an ExecuTorch runtime and its definitions: code that includes its headers must be compiled with the
# same definitions.

set(RULES_EXECUTORCH_RUNTIME_DEFINITIONS "" CACHE STRING
  "Definitions that the runtime was compiled with, such as ET_EVENT_TRACER_ENABLED or ET_LOG_ENABLED=0; detected if empty")

# The install prefix of an imported target.
function(_et_prefix_of out target)
  _et_library_of(path ${target})
  cmake_path(GET path PARENT_PATH path)
  cmake_path(GET path PARENT_PATH prefix)
  set(${out} "${prefix}" PARENT_SCOPE)
endfunction()

# The file of an imported library, in any configuration that it has.
function(_et_library_of out target)
  get_target_property(path ${target} IMPORTED_LOCATION)
  get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
  if(NOT path AND configurations)
    list(GET configurations 0 configuration)
    get_target_property(path ${target} IMPORTED_LOCATION_${configuration})
  endif()
  set(${out} "${path}" PARENT_SCOPE)
endfunction()

# The release of headers; headers before 1.2 do not contain it.
function(_et_runtime_version out include)
  set(version "1.1 or older")
  if(EXISTS "${include}/executorch/runtime/core/version.h")
    file(STRINGS "${include}/executorch/runtime/core/version.h" version REGEX "define ET_VERSION \"")
    string(REGEX REPLACE ".*\"(.*)\".*" "\\1" version "${version}")
  endif()
  set(${out} "${version}" PARENT_SCOPE)
endfunction()

# The definitions of an ExecuTorch in this project: its CMakeLists.txt sets them for a directory, and exports only some of
# them.
function(_et_project_definitions out source)
  get_property(definitions DIRECTORY "${source}" PROPERTY COMPILE_DEFINITIONS)
  list(FILTER definitions INCLUDE REGEX "^(ET_(LOG_ENABLED|MIN_LOG_LEVEL|EVENT_TRACER_ENABLED|ENABLE_ENUM_STRINGS)|USE_ATEN_LIB)")
  _et_said_definitions(definitions ${definitions})
  set(${out} "${definitions}" PARENT_SCOPE)
endfunction()

# The definitions of an installed ExecuTorch, detected by strings in its library.
function(_et_runtime_definitions out targets)
  set(definitions)
  set(handed_on)
  foreach(target IN LISTS targets)
    get_target_property(of_target ${target} INTERFACE_COMPILE_DEFINITIONS)
    list(APPEND handed_on ${of_target})
  endforeach()
  list(GET targets 0 library)
  if(TARGET executorch_core AND library STREQUAL "executorch")
    set(library executorch_core)
  endif()
  _et_library_of(path ${library})
  # The name of a traced scope and a log message, both in method.cpp.
  file(STRINGS "${path}" traces REGEX "OPERATOR_CALL" LIMIT_COUNT 1)
  file(STRINGS "${path}" logs REGEX "Missing operator" LIMIT_COUNT 1)
  if(traces)
    list(APPEND definitions ET_EVENT_TRACER_ENABLED)
  endif()
  if(NOT logs)
    list(APPEND definitions ET_LOG_ENABLED=0)
  endif()
  _et_said_definitions(said ${handed_on})
  if("ET_EVENT_TRACER_ENABLED" IN_LIST said AND NOT traces)
    _et_error("${path} was compiled without ET_EVENT_TRACER_ENABLED, and its users would be compiled with it: remove it from RULES_EXECUTORCH_RUNTIME_DEFINITIONS, or build ExecuTorch with EXECUTORCH_ENABLE_EVENT_TRACER")
  endif()
  if(RULES_EXECUTORCH_RUNTIME_DEFINITIONS)
    if(traces AND NOT "ET_EVENT_TRACER_ENABLED" IN_LIST said)
      _et_error("${path} was compiled with ET_EVENT_TRACER_ENABLED, and its users would be compiled without it: add it to RULES_EXECUTORCH_RUNTIME_DEFINITIONS")
    endif()
    set(definitions ${said})
  endif()
  set(${out} "${definitions}" PARENT_SCOPE)
endfunction()

# The definitions in RULES_EXECUTORCH_RUNTIME_DEFINITIONS, otherwise the detected ones.
function(_et_said_definitions out)
  set(definitions ${ARGN})
  if(RULES_EXECUTORCH_RUNTIME_DEFINITIONS)
    set(definitions ${RULES_EXECUTORCH_RUNTIME_DEFINITIONS})
  endif()
  set(${out} "${definitions}" PARENT_SCOPE)
endfunction()

# Prints which runtime is used, and why.
function(_et_say_runtime version where)
  # The releases that these rules are tested with.
  set(oldest 1.0)
  set(newest 1.5)
  string(REGEX MATCH "^[0-9.]+" number "${version}")
  message(STATUS "ExecuTorch runtime: ${version}, ${where}")
  set_property(GLOBAL PROPERTY RULES_EXECUTORCH_RUNTIME_VERSION "${version}")
  if(number VERSION_LESS oldest OR number VERSION_GREATER_EQUAL "${newest}.99")
    message(WARNING " ExecuTorch ${version} is not among the releases that RulesExecuTorch is tested with: ${oldest} to ${newest}")
  endif()
endfunction()
