# Makes a shared library of kernels or backends that an app loads in addition to libexecutorch.so.
#
#   et_shared_library(
#     NAME <name>
#     DEPS <target>...  executorch_generated_libs and et_backend_libraries
#   )
#
# Use it on Android, where each set of kernels and each backend is a library that an app can leave out. The library
# exports only the functions of manual registration, register_<name>_kernels(), because its kernels and the C++
# libraries linked into it may have the same names as others in the process. A binary that links it loads it even if
# nothing refers to it. Static libraries in it have to be compiled with POSITION_INDEPENDENT_CODE. On macOS and iOS,
# the library exports all its names.
function(et_shared_library)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "DEPS")
  _et_check_arguments(et_shared_library NAME DEPS)
  set(directory "${RULES_EXECUTORCH_ROOT}/rules/cmake/private")
  add_library(${arg_NAME} SHARED "${directory}/empty.cpp")
  target_link_libraries(${arg_NAME} PRIVATE ${arg_DEPS} PUBLIC rules_executorch_runtime)
  foreach(dep IN LISTS arg_DEPS)
    _et_property(manual ${dep} MANUAL_REGISTRATION)
    if(manual)
      target_link_libraries(${arg_NAME} INTERFACE ${dep}_headers)
    endif()
  endforeach()
  _et_keep_shared(${arg_NAME})
  if(NOT WIN32 AND NOT APPLE)
    target_link_options(${arg_NAME} PRIVATE "LINKER:--version-script=${directory}/registrations.lds")
    set_target_properties(${arg_NAME} PROPERTIES LINK_DEPENDS "${directory}/registrations.lds")
  endif()
endfunction()
