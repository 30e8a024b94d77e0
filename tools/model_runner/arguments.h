// Command-line arguments in files.
#pragma once

#include <string>
#include <vector>

namespace model_runner {

/// The arguments of a program, without its name. Each `@FILE` is replaced by the arguments in that file, one
/// per line.
///
/// If a file cannot be read, prints an error, and keeps its argument unchanged.
std::vector<std::string> expanded_arguments(int argc, char** argv);

}  // namespace model_runner
