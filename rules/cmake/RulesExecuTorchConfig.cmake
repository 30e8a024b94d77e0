# What find_package(RulesExecuTorch) finds: -DRulesExecuTorch_DIR=<checkout>/rules/cmake, or an install prefix.

include("${CMAKE_CURRENT_LIST_DIR}/RulesExecuTorch.cmake")
set(RulesExecuTorch_FOUND TRUE)
