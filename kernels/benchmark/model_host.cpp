// Runs a model repeatedly: model_host MODEL.pte INPUT.npy OUTPUT [LIBRARY...]
//
// Loads the libraries, which may contain kernels, runs the model once, and writes the bytes of its output to
// a file. For each number on the standard input, runs the model that many times, and prints the time in
// seconds; for `profile` and a number, prints the median time of each instruction, in microseconds. The
// environment variable KERNEL_HOST_THREADS is the number of threads for kernels.

#include "kernels/testing/threads.h"
#include "tools/model_runner/inputs.h"
#include "tools/model_runner/model.h"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

using executorch::aten::Tensor;
using executorch::runtime::Error;
using executorch::runtime::Method;
using Clock = std::chrono::steady_clock;

bool run(Method& method, const model_runner::Inputs& inputs) {
  // Sets the inputs before each run, because the method may reuse their memory.
  return inputs.set(method).empty() && method.execute() == Error::Ok;
}

// The median microseconds of each instruction; none if the method fails.
std::vector<double> profile(Method& method, const model_runner::Inputs& inputs, long times) {
  std::vector<std::vector<double>> taken;
  for (long i = 0; i < times; ++i) {
    if (!inputs.set(method).empty()) {
      return {};
    }
    for (size_t instruction = 0;; ++instruction) {
      const auto start = Clock::now();
      const Error error = method.step();
      const std::chrono::duration<double, std::micro> time = Clock::now() - start;
      if (error == Error::EndOfMethod) {
        break;
      }
      if (error != Error::Ok) {
        return {};
      }
      taken.resize(std::max(taken.size(), instruction + 1));
      taken[instruction].push_back(time.count());
    }
    if (method.reset_execution() != Error::Ok) {
      return {};
    }
  }
  std::vector<double> medians;
  for (std::vector<double>& each : taken) {
    std::nth_element(each.begin(), each.begin() + each.size() / 2, each.end());
    medians.push_back(each[each.size() / 2]);
  }
  return medians;
}

bool write_output(Method& method, const char* path) {
  const Tensor output = method.get_output(0).toTensor();
  std::FILE* file = std::fopen(path, "wb");
  const bool good = file && std::fwrite(output.const_data_ptr(), 1, output.nbytes(), file) == output.nbytes();
  return file && std::fclose(file) == 0 && good;
}

int fail(const std::string& why) {
  std::fprintf(stderr, "error: %s\n", why.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: model_host MODEL.pte INPUT.npy OUTPUT [LIBRARY...]\n");
    return 2;
  }
  std::vector<void*> libraries = {RTLD_DEFAULT};
  for (int i = 4; i < argc; ++i) {
    libraries.push_back(dlopen(argv[i], RTLD_NOW | RTLD_LOCAL));
    if (!libraries.back()) {
      return fail(dlerror());
    }
  }
  kernel_host::set_threads(libraries);
  model_runner::Model model;
  model_runner::Inputs inputs;
  std::vector<model_runner::Array> arrays(1);
  std::string problem = model_runner::read_npy(argv[2], arrays[0]);
  problem = problem.empty() ? model.load(argv[1]) : problem;
  problem = problem.empty() ? model.load_method("forward") : problem;
  problem = problem.empty() ? inputs.prepare(model.method(), std::move(arrays)) : problem;
  if (!problem.empty()) {
    return fail(problem);
  }
  if (!run(model.method(), inputs) || !write_output(model.method(), argv[3])) {
    return fail("running the model failed");
  }
  std::printf("0\n");
  std::fflush(stdout);
  for (std::string word; std::cin >> word;) {
    if (word == "profile") {
      long times = 0;
      std::cin >> times;
      for (const double median : profile(model.method(), inputs, times)) {
        std::printf("%.2f ", median);
      }
      std::printf("\n");
    } else {
      const auto start = Clock::now();
      for (long i = std::strtol(word.c_str(), nullptr, 10); i > 0; --i) {
        run(model.method(), inputs);
      }
      const std::chrono::duration<double> seconds = Clock::now() - start;
      std::printf("%.9g\n", seconds.count());
    }
    std::fflush(stdout);
  }
  return 0;
}
