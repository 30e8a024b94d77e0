// Runs methods of models and prints their outputs, with the expected outputs if there are any.
//
//   model_runner MODEL... [--data FILE.ptd]... [--rtol R] [--atol A]
//                [--method NAME] [--input FILE.npy]... [--expect FILE.npy]...
//                [--method NAME [--input FILE.npy]... [--expect FILE.npy]...]...
//
// Each argument @FILE is replaced by the arguments in that file, one per line. The default method is
// "forward". --input and --expect belong to the --method before them. Without these flags, a bundled program
// (.bpte) runs with its own inputs and expected outputs, and any other program with inputs of ones. Returns 0
// if every model ran and every output is as expected, 1 if not, and 2 if the flags are invalid.

#include "tools/model_runner/arguments.h"
#include "tools/model_runner/inputs.h"
#include "tools/model_runner/model.h"
#include "tools/model_runner/outputs.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace model_runner {
namespace {

// A method to run, with the files of its inputs and expected outputs.
struct Run {
  std::string method;
  std::vector<std::string> inputs;
  std::vector<std::string> expected;
};

struct Options {
  std::vector<std::string> models;
  std::vector<std::string> data;
  std::vector<Run> runs;
  Tolerance tolerance;
};

bool parse_number(const std::string& text, std::optional<double>& number) {
  char* end;
  number = std::strtod(text.c_str(), &end);
  return !text.empty() && !*end && *number >= 0;
}

bool parse(const std::vector<std::string>& arguments, Options& options) {
  const auto run = [&]() -> Run& {
    return options.runs.empty() ? options.runs.emplace_back(Run{"forward", {}, {}}) : options.runs.back();
  };
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& flag = arguments[i];
    if (flag.rfind("--", 0) != 0) {
      options.models.push_back(flag);
      continue;
    }
    if (++i == arguments.size()) {
      return false;
    }
    const std::string& value = arguments[i];
    bool good = true;
    if (flag == "--method") {
      options.runs.push_back({value, {}, {}});
    } else if (flag == "--input") {
      run().inputs.push_back(value);
    } else if (flag == "--expect") {
      run().expected.push_back(value);
    } else if (flag == "--data") {
      options.data.push_back(value);
    } else if (flag == "--rtol") {
      good = parse_number(value, options.tolerance.rtol);
    } else if (flag == "--atol") {
      good = parse_number(value, options.tolerance.atol);
    } else {
      good = false;
    }
    if (!good) {
      return false;
    }
  }
  return !options.models.empty();
}

std::string read_arrays(const std::vector<std::string>& files, std::vector<Array>& arrays) {
  for (const std::string& file : files) {
    const std::string problem = read_npy(file, arrays.emplace_back());
    if (!problem.empty()) {
      return problem;
    }
  }
  return "";
}

// Runs a method; false if it fails or an output is not as expected.
bool run(Model& model, const std::string& path, const TestCase& test, const Options& options) {
  Inputs inputs;
  std::string problem = model.load_method(test.method);
  if (problem.empty()) {
    problem = inputs.prepare(model.method(), test.inputs);
  }
  if (problem.empty()) {
    problem = inputs.set(model.method());
  }
  if (problem.empty() && model.method().execute() != executorch::runtime::Error::Ok) {
    problem = "running the method failed";
  }
  const std::string method = test.method == "forward" ? "" : " " + test.method;
  std::printf("%s%s: %s\n", path.c_str(), method.c_str(), problem.empty() ? "ran" : problem.c_str());
  return problem.empty() && show_outputs(model.method(), test.outputs, options.tolerance);
}

// Finds the tests of a model. Returns an error message about the files, or an empty string.
std::string find_tests(const Model& model, const Options& options, std::vector<TestCase>& tests) {
  if (options.runs.empty()) {
    tests = model.cases();
    if (tests.empty()) {
      tests.push_back({"forward", {}, {}});
    }
    return "";
  }
  for (const Run& run : options.runs) {
    bool is_bundled = false;
    for (const TestCase& test : model.cases()) {
      if (test.method == run.method && run.inputs.empty() && run.expected.empty()) {
        tests.push_back(test);
        is_bundled = true;
      }
    }
    if (is_bundled) {
      continue;
    }
    TestCase test{run.method, {}, {}};
    std::string problem = read_arrays(run.inputs, test.inputs);
    problem = problem.empty() ? read_arrays(run.expected, test.outputs) : problem;
    if (!problem.empty()) {
      return problem;
    }
    tests.push_back(std::move(test));
  }
  return "";
}

bool run(const std::string& path, const Options& options) {
  Model model;
  std::vector<TestCase> tests;
  std::string problem = model.load(path, options.data);
  problem = problem.empty() ? find_tests(model, options, tests) : problem;
  if (!problem.empty()) {
    std::printf("%s: %s\n", path.c_str(), problem.c_str());
    return false;
  }
  bool good = true;
  for (const TestCase& test : tests) {
    good = run(model, path, test, options) && good;
  }
  return good;
}

}  // namespace
}  // namespace model_runner

int main(int argc, char** argv) {
  model_runner::Options options;
  if (!model_runner::parse(model_runner::expanded_arguments(argc, argv), options)) {
    std::fprintf(
        stderr,
        "usage: model_runner MODEL... [--data FILE.ptd]... [--rtol R] [--atol A]\n"
        "                    [[--method NAME] [--input FILE.npy]... [--expect FILE.npy]...]...\n");
    return 2;
  }
  bool good = true;
  for (const std::string& model : options.models) {
    good = model_runner::run(model, options) && good;
  }
  return good ? 0 : 1;
}
