# Names of files and targets in the inputs and outputs of etgen: relative to the workspace, as with Bazel, so that outputs are
# the same on every machine and with every build system.
#
# The workspace is the directory of the top-level project; for a project inside of this repository, such as an example,
# it is the repository.

cmake_path(SET _et_root NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../..")
cmake_path(GET _et_root PARENT_PATH _et_parent)
string(REGEX REPLACE "/$" "" _et_root "${_et_root}")
set(RULES_EXECUTORCH_ROOT "${_et_root}" CACHE INTERNAL "The directory of the rules")
cmake_path(IS_PREFIX _et_root "${CMAKE_SOURCE_DIR}" NORMALIZE _et_inside)
if(_et_inside)
  set(RULES_EXECUTORCH_WORKSPACE "${_et_root}" CACHE INTERNAL "The directory that paths in generated files are relative to")
else()
  set(RULES_EXECUTORCH_WORKSPACE "${CMAKE_SOURCE_DIR}" CACHE INTERNAL "The directory that paths in generated files are relative to")
endif()

# CMake uses these characters in lists: a directory with an unpaired one cannot be a list element.
foreach(_et_path IN ITEMS "${RULES_EXECUTORCH_ROOT}" "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
  string(REGEX REPLACE "\\[[^][]*\\]" "" _et_path_without_pairs "${_et_path}")
  if(_et_path_without_pairs MATCHES "[][;]")
    _et_error("${_et_path}: CMake cannot build in a directory whose name has a semicolon or an unmatched bracket: rename it")
  endif()
endforeach()

# The files in a directory whose names match patterns. Special characters in the directory's name are not treated as a pattern.
function(_et_glob out directory)
  string(REGEX REPLACE "([[*?])" "[\\1]" escaped "${directory}")
  list(TRANSFORM ARGN PREPEND "${escaped}/" OUTPUT_VARIABLE patterns)
  file(GLOB files LIST_DIRECTORIES false ${patterns})
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

# The absolute paths of files that a CMakeLists.txt names.
function(_et_absolute out)
  set(result)
  foreach(path IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND result "${path}")
  endforeach()
  set(${out} "${result}" PARENT_SCOPE)
endfunction()

# Absolute paths, in the form that etgen receives.
function(_et_relative out)
  set(result)
  foreach(path IN LISTS ARGN)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${RULES_EXECUTORCH_WORKSPACE}")
    list(APPEND result "${path}")
  endforeach()
  set(${out} "${result}" PARENT_SCOPE)
endfunction()

# The name of a target in messages and generated files: the directory of its CMakeLists.txt and its name, without the prefix
# that targets of this repository have.
function(_et_label out name)
  set(workspace "${RULES_EXECUTORCH_WORKSPACE}")
  set(repository "")
  cmake_path(IS_PREFIX RULES_EXECUTORCH_ROOT "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE ours)
  if(ours AND NOT workspace STREQUAL RULES_EXECUTORCH_ROOT)
    set(workspace "${RULES_EXECUTORCH_ROOT}")
    set(repository "@rules_executorch")
  endif()
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${workspace}" OUTPUT_VARIABLE package)
  string(REGEX REPLACE "^\\.$" "" package "${package}")
  string(REGEX REPLACE "^rules_executorch_" "" name "${name}")
  set(${out} "${repository}//${package}:${name}" PARENT_SCOPE)
endfunction()
