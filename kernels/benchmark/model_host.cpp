// Runs a model repeatedly: model_host MODEL.pte INPUT.npy OUTPUT [LIBRARY...]
//
// Loads the libraries, which may contain kernels, runs the model once, and writes the bytes of its output to
// a file. For each number on the standard input, runs the model that many times, and prints the time in
// seconds. The environment variable KERNEL_HOST_THREADS is the number of threads for kernels.

#include "kernels/testing/threads.h"
#include "tools/model_runner/inputs.h"
#include "tools/model_runner/model.h"

#include <dlfcn.h>

#include <chrono>
#include <cstdio>

namespace {

using executorch::aten::Tensor;
using executorch::runtime::Error;

bool run(executorch::runtime::Method& method, const model_runner::Inputs& inputs) {
  // Sets the inputs before each run, because the method may reuse their memory.
  return inputs.set(method).empty() && method.execute() == Error::Ok;
}

bool write_output(executorch::runtime::Method& method, const char* path) {
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
  for (long times; std::scanf("%ld", &times) == 1;) {
    const auto start = std::chrono::steady_clock::now();
    for (long i = 0; i < times; ++i) {
      run(model.method(), inputs);
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("%.9g\n", seconds.count());
    std::fflush(stdout);
  }
  return 0;
}
