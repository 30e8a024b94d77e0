# The runtime that apps are linked with: rules_executorch::runtime, and its headers, rules_executorch::headers.
#
# It is, the first that there is: the target that RULES_EXECUTORCH_RUNTIME names; ExecuTorch as a part of the project, or
# as the project has found it; what find_package(executorch) finds, the wheel of the tools' Python included.
#
# For another machine than this one, that wheel is of no use but for its headers. Linux on aarch64 has one of its own, which
# tools/dev/fetch_wheels.sh puts beside it. For all others the runtime is headers alone, enough to compile, until
# RULES_EXECUTORCH_RUNTIME names one.

set(RULES_EXECUTORCH_RUNTIME "" CACHE STRING "The target of the ExecuTorch runtime to link with; found if empty")

# The platform that is built for, as far as it says which wheel to link: empty for this machine, linux_aarch64, or other.
function(_et_cross_platform out)
  set(platform "")
  if(CMAKE_CROSSCOMPILING AND "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" STREQUAL "Linux-aarch64")
    set(platform linux_aarch64)
  elseif(CMAKE_CROSSCOMPILING)
    set(platform other)
  endif()
  set(${out} "${platform}" PARENT_SCOPE)
endfunction()

# Where the wheel is that the tools' Python has, or that was fetched for the platform.
function(_et_find_wheel out platform)
  if(platform STREQUAL linux_aarch64)
    set(wheel "${RULES_EXECUTORCH_ROOT}/third_party/executorch/wheel_${platform}")
    if(RULES_EXECUTORCH_VENV AND NOT EXISTS "${wheel}")
      set(wheel "${CMAKE_BINARY_DIR}/rules_executorch/wheel_${platform}/executorch")
    endif()
  else()
    _et_find_tools_python(python)
    execute_process(
      COMMAND "${python}" -c "import importlib.util as u; print(*u.find_spec('executorch').submodule_search_locations)"
      OUTPUT_VARIABLE wheel OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  set(${out} "${wheel}" PARENT_SCOPE)
endfunction()

# Has pip install the wheel into the build directory.
function(_et_install_wheel platform)
  set(flags)
  if(platform STREQUAL linux_aarch64)
    set(flags "${CMAKE_BINARY_DIR}/rules_executorch/wheel_${platform}" --platform manylinux_2_28_aarch64)
  endif()
  _et_pip_install("${RULES_EXECUTORCH_ROOT}/third_party/executorch/requirements.txt" ${flags})
endfunction()

# Finds the package, with its variables in the caller's scope and its targets everywhere; sets `wheel` and `found`.
macro(_et_find_executorch platform)
  _et_find_wheel(wheel "${platform}")
  set(hints "${wheel}")
  if("${platform}" STREQUAL other)
    set(hints)
  endif()
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL TRUE)
  # The package says more than one wants to know.
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
  find_package(executorch CONFIG QUIET HINTS ${hints})
  unset(CMAKE_MESSAGE_LOG_LEVEL)
  set(found FALSE)
  if(executorch_FOUND OR EXECUTORCH_FOUND OR ("${platform}" STREQUAL other AND EXISTS "${wheel}/include"))
    set(found TRUE)
  endif()
endmacro()

# The targets that an ExecuTorch has which was built with CMake: the runtime, and what makes a program of it.
function(_et_built_targets out)
  set(result)
  foreach(target IN ITEMS executorch extension_module_static extension_data_loader extension_tensor
                          extension_flat_tensor extension_named_data_map)
    if(TARGET ${target})
      list(APPEND result ${target})
    endif()
  endforeach()
  set(${out} "${result}" PARENT_SCOPE)
endfunction()

# Links the runtime with what find_package has found.
function(_et_use_package)
  if(TARGET executorch::runtime)
    target_link_libraries(rules_executorch_runtime INTERFACE executorch::runtime)
    return()
  endif()
  _et_built_targets(targets)
  target_include_directories(rules_executorch_runtime SYSTEM INTERFACE ${EXECUTORCH_INCLUDE_DIRS})
  if(targets)
    target_link_libraries(rules_executorch_runtime INTERFACE ${targets})
    target_compile_definitions(rules_executorch_runtime INTERFACE C10_USING_CUSTOM_GENERATED_MACROS)
    return()
  endif()
  # The wheel's package makes no targets before CMake 3.28, but says where things are.
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
endfunction()

# The headers of a wheel whose libraries are for another machine.
function(_et_use_headers wheel)
  set(include "${wheel}/include")
  target_include_directories(rules_executorch_runtime SYSTEM INTERFACE "${include}"
    "${include}/executorch/runtime/core/portable_type/c10")
  target_compile_definitions(rules_executorch_runtime INTERFACE C10_USING_CUSTOM_GENERATED_MACROS ET_EVENT_TRACER_ENABLED)
endfunction()

function(_et_find_runtime)
  if(RULES_EXECUTORCH_RUNTIME)
    target_link_libraries(rules_executorch_runtime INTERFACE ${RULES_EXECUTORCH_RUNTIME})
    return()
  endif()
  if(TARGET executorch::runtime OR TARGET executorch)
    _et_use_package()
    return()
  endif()
  _et_cross_platform(platform)
  _et_find_executorch("${platform}")
  if(NOT found AND RULES_EXECUTORCH_VENV)
    _et_install_wheel("${platform}")
    _et_find_executorch("${platform}")
  endif()
  if(NOT found)
    set(how "install the wheel (python -m pip install executorch)")
    if(platform STREQUAL linux_aarch64)
      set(how "run tools/dev/fetch_wheels.sh ${platform} of rules_executorch")
    endif()
    _et_error("no ExecuTorch runtime found: ${how}, add an install prefix to CMAKE_PREFIX_PATH, set RULES_EXECUTORCH_RUNTIME to a target, or configure with -DRULES_EXECUTORCH_VENV=ON")
  endif()
  if(executorch_FOUND OR EXECUTORCH_FOUND)
    _et_use_package()
  else()
    _et_use_headers("${wheel}")
  endif()
endfunction()

add_library(rules_executorch_runtime INTERFACE)
add_library(rules_executorch::runtime ALIAS rules_executorch_runtime)
target_compile_features(rules_executorch_runtime INTERFACE cxx_std_17)
_et_find_runtime()

# What is needed to compile against the runtime, and nothing that links it.
add_library(rules_executorch_headers INTERFACE)
add_library(rules_executorch::headers ALIAS rules_executorch_headers)
target_compile_features(rules_executorch_headers INTERFACE cxx_std_17)
target_include_directories(rules_executorch_headers SYSTEM
  INTERFACE $<TARGET_PROPERTY:rules_executorch_runtime,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(rules_executorch_headers
  INTERFACE $<TARGET_PROPERTY:rules_executorch_runtime,INTERFACE_COMPILE_DEFINITIONS>)
