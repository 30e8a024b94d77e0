# The target that et_kernel_library defines, with a description for etgen.
#
# Properties of the target: RULES_EXECUTORCH_DESCRIPTION, _LIBRARY (its name), _LABEL, _SOURCES, _HEADERS and
# _YAMLS (absolute paths), including those of the libraries it depends on; _PARTS, itself and those libraries if they have
# sources; and _OWN_SOURCES, paths relative to the workspace, one per line.

# A JSON list of strings that contain no quotes and backslashes.
function(_et_json_list out)
  list(TRANSFORM ARGN REPLACE "(.+)" "\"\\1\"")
  list(JOIN ARGN "," items)
  set(${out} "[${items}]" PARENT_SCOPE)
endfunction()

# Writes the description.
function(_et_describe path label library place functions custom_ops sources headers)
  foreach(list IN ITEMS functions custom_ops sources headers)
    _et_relative(${list} ${${list}})
    _et_json_list(${list} ${${list}})
  endforeach()
  _et_write_if_changed("${path}" "{\"custom_ops_yaml\":${custom_ops},\"functions_yaml\":${functions},\"hdrs\":${headers},\"label\":\"${label}\",\"name\":\"${library}\",\"place\":\"${place}\",\"srcs\":${sources}}\n")
endfunction()

# A property of a dependency; empty if it is not a target or does not have the property. A macro, because a project with many
# models calls it some ten thousand times.
macro(_et_property out target property)
  set(${out} "")
  if(TARGET ${target})
    get_target_property(${out} ${target} RULES_EXECUTORCH_${property})
    if(NOT ${out})
      set(${out} "")
    endif()
  endif()
endmacro()

# Lets hints suggest a library as `name`.
function(_et_add_known_library target name)
  _et_property(library ${target} LIBRARY)
  _et_property(yamls ${target} YAMLS)
  set(description "${CMAKE_CURRENT_BINARY_DIR}/${target}.known_library.json")
  _et_describe("${description}" "${name}" ${library} cpu "${yamls}" "" "" "")
  set_property(GLOBAL APPEND PROPERTY RULES_EXECUTORCH_KNOWN_LIBRARIES "${description}")
  set_property(GLOBAL APPEND PROPERTY RULES_EXECUTORCH_KNOWN_YAMLS ${yamls})
endfunction()

# The libraries that hints may suggest, and their descriptions.
function(_et_known_libraries out out_yamls)
  get_property(known GLOBAL PROPERTY RULES_EXECUTORCH_KNOWN_LIBRARIES)
  get_property(yamls GLOBAL PROPERTY RULES_EXECUTORCH_KNOWN_YAMLS)
  set(${out} "${known}" PARENT_SCOPE)
  set(${out_yamls} "${yamls}" PARENT_SCOPE)
endfunction()
