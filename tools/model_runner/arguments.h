// Arguments that are in files.
#pragma once

#include <string>
#include <vector>

namespace model_runner {

/// The arguments of a program, without its name, where those of a file stand for each `@FILE`: one a line.
///
/// Prints what is wrong with a file that cannot be read, and leaves its argument as it is.
std::vector<std::string> expanded_arguments(int argc, char** argv);

}  // namespace model_runner
