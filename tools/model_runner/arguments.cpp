#include "tools/model_runner/arguments.h"

#include <cstdio>
#include <fstream>

namespace model_runner {

std::vector<std::string> expanded_arguments(int argc, char** argv) {
  std::vector<std::string> result;
  for (int i = 1; i < argc; ++i) {
    if (argv[i][0] != '@') {
      result.emplace_back(argv[i]);
      continue;
    }
    std::ifstream file(argv[i] + 1);
    if (!file) {
      std::fprintf(stderr, "%s: cannot be read\n", argv[i] + 1);
      result.emplace_back(argv[i]);
    }
    for (std::string line; std::getline(file, line);) {
      result.push_back(line);
    }
  }
  return result;
}

}  // namespace model_runner
