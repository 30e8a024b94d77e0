# What et_kernel_library makes: a target with a description that etgen reads.
#
# Properties of the target: RULES_EXECUTORCH_DESCRIPTION, _LIBRARY (its name), _LABEL, _SOURCES, _HEADERS and
# _YAMLS (absolute paths), those of the libraries it depends on included; _PARTS, itself and those libraries, as far as they
# have sources, and _OWN_SOURCES, paths below the workspace, one a line.

# A JSON list of texts without quotes or backslashes in them.
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


# A property of a dependency, empty if it is no target or has none.
function(_et_property out target property)
  set(value "")
  if(TARGET ${target})
    get_target_property(value ${target} RULES_EXECUTORCH_${property})
    if(NOT value)
      set(value "")
    endif()
  endif()
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# Has hints name a library by `name` where it would help.
function(_et_add_known_library target name)
  _et_property(library ${target} LIBRARY)
  _et_property(yamls ${target} YAMLS)
  set(description "${CMAKE_CURRENT_BINARY_DIR}/${target}.known_library.json")
  _et_describe("${description}" "${name}" ${library} cpu "${yamls}" "" "" "")
  set_property(GLOBAL APPEND PROPERTY RULES_EXECUTORCH_KNOWN_LIBRARIES "${description}")
  set_property(GLOBAL APPEND PROPERTY RULES_EXECUTORCH_KNOWN_YAMLS ${yamls})
endfunction()

# The libraries that hints may name, and what describes them further.
function(_et_known_libraries out out_yamls)
  get_property(known GLOBAL PROPERTY RULES_EXECUTORCH_KNOWN_LIBRARIES)
  get_property(yamls GLOBAL PROPERTY RULES_EXECUTORCH_KNOWN_YAMLS)
  set(${out} "${known}" PARENT_SCOPE)
  set(${out_yamls} "${yamls}" PARENT_SCOPE)
endfunction()
