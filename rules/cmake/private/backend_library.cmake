# The implementation of et_backend_library: a target with a description for etgen in its property RULES_EXECUTORCH_BACKENDS.

function(_et_backend_library name label backends deps)
  set(description "${CMAKE_CURRENT_BINARY_DIR}/${name}.backend_library.json")
  _et_json_list(ids ${backends})
  _et_write_if_changed("${description}" "{\"backends\":${ids},\"label\":\"${label}\"}\n")
  add_library(${name} INTERFACE)
  set_target_properties(${name} PROPERTIES RULES_EXECUTORCH_BACKENDS "${description}")
  foreach(dep IN LISTS deps)
    if(NOT TARGET ${dep})
      _et_error("${label}: ${dep} is not a target: define it earlier, or make it an IMPORTED library")
    endif()
    _et_link_kept(${name} ${dep})
  endforeach()
endfunction()

# Lets hints suggest the target that registers a backend.
function(_et_add_known_backend target backend)
  set_property(GLOBAL APPEND PROPERTY RULES_EXECUTORCH_KNOWN_BACKENDS "${backend}=${target}")
endfunction()
