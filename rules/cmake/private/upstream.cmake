# Code shared by the functions with ExecuTorch's names.

# The base name of the targets of a library, or of the directory's next library if it has no name yet.
function(_et_upstream_name out library)
  if("${library}" STREQUAL "")
    get_property(count GLOBAL PROPERTY RULES_EXECUTORCH_UNNAMED)
    math(EXPR count "0${count} + 1")
    set_property(GLOBAL PROPERTY RULES_EXECUTORCH_UNNAMED ${count})
    set(library "unnamed_${count}")
  endif()
  set(${out} "${library}" PARENT_SCOPE)
endfunction()

# Stores a property of a library for later functions.
function(_et_upstream_set library key)
  set_property(DIRECTORY PROPERTY "RULES_EXECUTORCH_UPSTREAM_${library}_${key}" ${ARGN})
endfunction()

# Reads a property. If the library has none, reads, once, the value that was set before the library had a name.
function(_et_upstream_get out library key)
  set(value "")
  foreach(name IN ITEMS "${library}" "")
    if("${value}" STREQUAL "")
      get_property(value DIRECTORY PROPERTY "RULES_EXECUTORCH_UPSTREAM_${name}_${key}")
      set_property(DIRECTORY PROPERTY "RULES_EXECUTORCH_UPSTREAM_${name}_${key}")
    endif()
  endforeach()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# The directory of ExecuTorch's sources: EXECUTORCH_ROOT, as for its own functions, or the directory of ExecuTorch in this
# project.
function(_et_upstream_root out function path)
  set(root "${EXECUTORCH_ROOT}")
  if(NOT root AND TARGET executorch)
    get_target_property(root executorch SOURCE_DIR)
  endif()
  if(NOT EXISTS "${root}/${path}")
    _et_error("${function}: ExecuTorch's sources have no ${path}: set EXECUTORCH_ROOT to their directory, or link with a compiled runtime, such as the wheel's")
  endif()
  set(${out} "${root}" PARENT_SCOPE)
endfunction()
