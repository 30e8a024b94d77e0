# Finds binaries that link kernels of ExecuTorch's own build together with kernels of RulesExecuTorch. If both register the
# same kernel, the binary does not link, or aborts when it starts.

# ExecuTorch's kernel libraries by the namespaces of their operators: targets of a project or an install prefix, targets of the
# wheel, and their files.
set(_et_aten "portable_ops_lib|optimized_ops_lib|optimized_native_cpu_ops_lib|executorch_kernels_optimized")
set(_et_quantized "quantized_ops_lib|executorch_kernels_quantized")
set(RULES_EXECUTORCH_QUANTIZED_OF_EXECUTORCH
  "executorch::kernels_quantized|lib(${_et_quantized})[.][^;>]*|${_et_quantized}" CACHE INTERNAL "")
set(RULES_EXECUTORCH_KERNELS_OF_EXECUTORCH
  "executorch::kernels_optimized|lib(${_et_aten})[.][^;>]*|${_et_aten}|${RULES_EXECUTORCH_QUANTIZED_OF_EXECUTORCH}" CACHE INTERNAL "")

# An operator in the namespace of `library` that `resolution` registers as well.
function(_et_registered_twice out library resolution)
  set(namespace aten)
  if(library MATCHES "^(${RULES_EXECUTORCH_QUANTIZED_OF_EXECUTORCH})$")
    set(namespace quantized_decomposed)
  endif()
  file(STRINGS "${resolution}" operators REGEX "^  \"${namespace}::[^\"]*\": {$")
  list(POP_FRONT operators operator)
  string(REGEX REPLACE "^  \"([^\"]*)\".*" "\\1" operator "${operator}")
  set(${out} "${operator}" PARENT_SCOPE)
endfunction()

# ExecuTorch's kernel libraries among the link libraries of targets.
function(_et_kernels_of_executorch out targets)
  set(libraries)
  foreach(target IN LISTS targets)
    foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(names ${target} ${property})
      # A match includes the semicolons around it.
      string(REPLACE ";" ";;" names ";${names};")
      string(REGEX MATCHALL "[;:/,](${RULES_EXECUTORCH_KERNELS_OF_EXECUTORCH})[;>,]" found "${names}")
      list(TRANSFORM found REPLACE "^[:/,]|[>,]$" "")
      list(APPEND libraries ${found})
    endforeach()
  endforeach()
  list(REMOVE_ITEM libraries "")
  list(REMOVE_DUPLICATES libraries)
  set(${out} "${libraries}" PARENT_SCOPE)
endfunction()

# Fails if a binary has kernels twice.
function(_et_check_binary binary)
  _et_linked_targets(targets ${binary})
  _et_kernels_of_executorch(libraries "${targets}")
  foreach(library IN LISTS libraries)
    foreach(target IN LISTS targets)
      _et_property(resolution ${target} RESOLUTION)
      if(resolution)
        _et_registered_twice(operator "${library}" "${resolution}")
        if(operator)
          _et_error("${binary} is linked with ${target} and with ${library} of ExecuTorch, which both register ${operator}: remove ${library} (from EXECUTORCH_LIBRARIES, for example) or ${target} from its libraries")
        endif()
      endif()
    endforeach()
  endforeach()
endfunction()

# Checks the binaries of the project.
function(_et_check_binaries)
  _et_all_targets(targets)
  _et_kernels_of_executorch(libraries "${targets}")
  if(NOT libraries)
    return()
  endif()
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
      _et_check_binary(${target})
    endif()
  endforeach()
endfunction()
