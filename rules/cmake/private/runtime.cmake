# The runtime that apps are linked with: rules_executorch::runtime, and its headers, rules_executorch::headers.
# The runtime is the first of these that exists: the target that RULES_EXECUTORCH_RUNTIME names; the target that
# executorch_source_runtime compiles; ExecuTorch as part of the project, or as found by the project, before or after
# RulesExecuTorch; the package that find_package(executorch) finds, including the wheel of the tools' Python. It is chosen at
# the end of the top-level CMakeLists.txt, which prints the choice.
# When cross-compiling, only the headers of that wheel are usable. Linux on aarch64 and macOS on arm64 have their own wheels,
# which tools/dev/fetch_wheels.sh fetches. For all other targets the runtime is header-only, which is enough to compile, unless
# RULES_EXECUTORCH_RUNTIME names one.

set(RULES_EXECUTORCH_RUNTIME "" CACHE STRING "The target of the ExecuTorch runtime to link with; found if empty")

add_library(rules_executorch_runtime INTERFACE)
add_library(rules_executorch::runtime ALIAS rules_executorch_runtime)
target_compile_features(rules_executorch_runtime INTERFACE cxx_std_17)

# The usage requirements for compiling against the runtime, without linking it.
add_library(rules_executorch_headers INTERFACE)
add_library(rules_executorch::headers ALIAS rules_executorch_headers)
target_compile_features(rules_executorch_headers INTERFACE cxx_std_17)
target_include_directories(rules_executorch_headers SYSTEM
  INTERFACE $<TARGET_PROPERTY:rules_executorch_runtime,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(rules_executorch_headers
  INTERFACE $<TARGET_PROPERTY:rules_executorch_runtime,INTERFACE_COMPILE_DEFINITIONS>)

# The targets of an ExecuTorch that was built with CMake, in this project or before: the runtime, and the extensions that
# programs need. A shared runtime contains most of them.
function(_et_built_targets out)
  set(result)
  foreach(runtime IN ITEMS executorch_shared executorch-shared executorch)
    if(NOT result AND TARGET ${runtime})
      set(result ${runtime})
    endif()
  endforeach()
  set(others)
  if(result)
    set(others extension_threadpool)
  endif()
  if(result STREQUAL "executorch")
    list(APPEND others extension_module_static extension_data_loader extension_tensor extension_flat_tensor
      extension_named_data_map)
  endif()
  foreach(target IN LISTS others)
    if(TARGET ${target})
      list(APPEND result ${target})
    endif()
  endforeach()
  set(${out} "${result}" PARENT_SCOPE)
endfunction()

# Links the runtime with targets of an ExecuTorch that was built with CMake.
function(_et_use_built targets)
  list(GET targets 0 first)
  get_target_property(imported ${first} IMPORTED)
  if(imported)
    _et_prefix_of(prefix ${first})
    set(include "${prefix}/include")
    _et_runtime_version(version "${include}")
    _et_runtime_definitions(definitions "${targets}")
    set(where "installed in ${prefix}")
  else()
    get_target_property(source ${first} SOURCE_DIR)
    cmake_path(GET source PARENT_PATH include)
    file(STRINGS "${source}/version.txt" version LIMIT_COUNT 1)
    _et_project_definitions(definitions "${source}")
    set(where "a part of this project, in ${source}")
  endif()
  target_include_directories(rules_executorch_runtime SYSTEM INTERFACE
    "${include}" "${include}/executorch/runtime/core/portable_type/c10")
  target_link_libraries(rules_executorch_runtime INTERFACE ${targets})
  target_compile_definitions(rules_executorch_runtime INTERFACE C10_USING_CUSTOM_GENERATED_MACROS ${definitions})
  _et_say_runtime("${version}" "${where}")
endfunction()

# Links the runtime with the wheel that find_package has found.
function(_et_use_wheel)
  if(TARGET executorch::runtime)
    target_link_libraries(rules_executorch_runtime INTERFACE executorch::runtime)
  else()
    # Before CMake 3.28, the wheel's package defines no targets, but sets variables with the paths.
    target_include_directories(rules_executorch_runtime SYSTEM INTERFACE ${EXECUTORCH_INCLUDE_DIRS})
    set_property(GLOBAL PROPERTY RULES_EXECUTORCH_WHEEL_LIBRARIES "${EXECUTORCH_RUNTIME_LIBRARY_DIR}")
    target_compile_definitions(rules_executorch_runtime INTERFACE ${EXECUTORCH_COMPILE_DEFINITIONS})
    set(libraries executorch)
    if("ET_USE_THREADPOOL" IN_LIST EXECUTORCH_COMPILE_DEFINITIONS)
      list(APPEND libraries executorch_threadpool)
    endif()
    foreach(library IN LISTS libraries)
      find_library(RULES_EXECUTORCH_LIBRARY_${library} ${library} PATHS "${EXECUTORCH_RUNTIME_LIBRARY_DIR}"
        NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
      mark_as_advanced(RULES_EXECUTORCH_LIBRARY_${library})
      target_link_libraries(rules_executorch_runtime INTERFACE "${RULES_EXECUTORCH_LIBRARY_${library}}")
    endforeach()
  endif()
  _et_say_runtime("${executorch_VERSION}" "the wheel in ${executorch_DIR}: this project has no other")
endfunction()

# The headers of a wheel whose libraries are for another machine.
function(_et_use_headers wheel)
  set(include "${wheel}/include")
  target_include_directories(rules_executorch_runtime SYSTEM INTERFACE "${include}"
    "${include}/executorch/runtime/core/portable_type/c10")
  target_compile_definitions(rules_executorch_runtime INTERFACE C10_USING_CUSTOM_GENERATED_MACROS ET_EVENT_TRACER_ENABLED)
  message(STATUS "ExecuTorch runtime: none for ${CMAKE_SYSTEM_NAME} on ${CMAKE_SYSTEM_PROCESSOR}; headers of the wheel in ${wheel}")
endfunction()

# Uses the runtime that the project has defined so far; at the end of the project, any other one.
function(_et_find_runtime is_end)
  get_property(found GLOBAL PROPERTY RULES_EXECUTORCH_RUNTIME_FOUND)
  if(found)
    return()
  endif()
  _et_built_targets(targets)
  get_property(source_runtime GLOBAL PROPERTY RULES_EXECUTORCH_SOURCE_RUNTIME)
  if(RULES_EXECUTORCH_RUNTIME)
    target_link_libraries(rules_executorch_runtime INTERFACE ${RULES_EXECUTORCH_RUNTIME})
    message(STATUS "ExecuTorch runtime: the target ${RULES_EXECUTORCH_RUNTIME}, as RULES_EXECUTORCH_RUNTIME says")
  elseif(source_runtime)
    target_link_libraries(rules_executorch_runtime INTERFACE ${source_runtime})
    get_property(tree GLOBAL PROPERTY RULES_EXECUTORCH_SOURCE_RUNTIME_TREE)
    file(STRINGS "${tree}/version.txt" version LIMIT_COUNT 1)
    _et_say_runtime("${version}" "compiled from ${tree}, by executorch_source_runtime ${source_runtime}")
  elseif(targets)
    _et_use_built("${targets}")
  elseif(NOT is_end)
    return()
  else()
    _et_find_installed()
  endif()
  set_property(GLOBAL PROPERTY RULES_EXECUTORCH_RUNTIME_FOUND TRUE)
endfunction()

# Runs at the end of each directory from that of the caller up.
function(_et_find_runtime_of_directory directory)
  if(directory STREQUAL CMAKE_SOURCE_DIR)
    _et_find_runtime(TRUE)
  else()
    _et_find_runtime(FALSE)
  endif()
endfunction()

_et_find_runtime(FALSE)
set(_et_directory "${CMAKE_CURRENT_SOURCE_DIR}")
while(_et_directory)
  cmake_language(EVAL CODE
    "cmake_language(DEFER DIRECTORY [[${_et_directory}]] CALL _et_find_runtime_of_directory [[${_et_directory}]])")
  get_property(_et_directory DIRECTORY "${_et_directory}" PROPERTY PARENT_DIRECTORY)
endwhile()
