# What the functions under ExecuTorch's names share.

# The name that targets for a library are made of; of the directory's next library, if it has no name yet.
function(_et_upstream_name out library)
  if("${library}" STREQUAL "")
    get_property(count GLOBAL PROPERTY RULES_EXECUTORCH_UNNAMED)
    math(EXPR count "0${count} + 1")
    set_property(GLOBAL PROPERTY RULES_EXECUTORCH_UNNAMED ${count})
    set(library "unnamed_${count}")
  endif()
  set(${out} "${library}" PARENT_SCOPE)
endfunction()

# What one function tells the next about a library.
function(_et_upstream_set library key)
  set_property(DIRECTORY PROPERTY "RULES_EXECUTORCH_UPSTREAM_${library}_${key}" ${ARGN})
endfunction()

# Reads it; what was said before the library had a name if there is nothing else, and that once.
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

# Where ExecuTorch's sources are: EXECUTORCH_ROOT, as its own functions take it, or where a part of this project is.
function(_et_upstream_root out function path)
  set(root "${EXECUTORCH_ROOT}")
  if(NOT root AND TARGET executorch)
    get_target_property(root executorch SOURCE_DIR)
  endif()
  if(NOT EXISTS "${root}/${path}")
    _et_error("${function}: there is no ${path} of ExecuTorch's sources: set EXECUTORCH_ROOT to where they are, or link with a runtime that has been compiled, such as the wheel's")
  endif()
  set(${out} "${root}" PARENT_SCOPE)
endfunction()
