# ExecuTorch's function of this name: links a target with the runtime that the whole project uses.
#
#   executorch_target_link_shared_runtime(<target>)
function(${_et_prefix}executorch_target_link_shared_runtime target)
  target_link_libraries(${target} PRIVATE rules_executorch_runtime)
endfunction()
