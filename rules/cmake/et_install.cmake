# Makes `cmake --install` install an executorch_generated_lib as a package that projects without these rules can find.
#
#   et_install(
#     NAME <name>          the library
#     [PACKAGE <package>]  the name for find_package; <name> by default
#   )
#
#   find_package(<package> REQUIRED)
#   target_link_libraries(app PRIVATE <package>::<name>)
#
# The prefix has the archive, headers such as RegisterKernels.h, resolution.json, and the package file, which links
# the whole registration into an app, as in this project. Static C++ libraries of this project that the kernels are
# linked with are also installed. The app's project has to provide the rest: the ExecuTorch runtime, in the release
# that the library was compiled with (find_package(executorch), or the target that RULES_EXECUTORCH_RUNTIME names),
# and imported libraries, such as the wheel's backends.
function(et_install)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;PACKAGE" "")
  _et_check_arguments(et_install NAME)
  _et_label(label ${arg_NAME})
  _et_default(PACKAGE ${arg_NAME})
  _et_property(resolution ${arg_NAME} RESOLUTION)
  if(NOT resolution OR NOT TARGET ${arg_NAME}_cc)
    _et_error("et_install: ${label} is not an executorch_generated_lib: declare it before et_install")
  endif()
  if(NOT arg_PACKAGE MATCHES "^[A-Za-z0-9_.+-]+$")
    _et_error("et_install ${arg_NAME}: PACKAGE ${arg_PACKAGE}: use letters, digits and _ only")
  endif()
  cmake_language(EVAL CODE
    "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL _et_install_library [[${arg_NAME}]] [[${arg_PACKAGE}]] [[${label}]])")
endfunction()
