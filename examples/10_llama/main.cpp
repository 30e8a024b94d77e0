// Generates tokens with a model, the most likely one each time, and compares them with those that are
// expected.
//
//   app MODEL.pte TOKENS.txt      the prompt, and on a second line what PyTorch made of it

#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using executorch::aten::ScalarType;
using executorch::extension::make_tensor_ptr;
using executorch::extension::Module;

namespace {

using Tokens = std::vector<int64_t>;

Tokens read_line(std::istream& file) {
  std::string line;
  std::getline(file, line);
  std::istringstream words(line);
  Tokens tokens;
  for (int64_t token; words >> token;) {
    tokens.push_back(token);
  }
  return tokens;
}

// The most likely token after `token`, which is at `position`; -1 if the model cannot be run. The model
// keeps the keys and values of the tokens before.
int64_t next_token(Module& model, int64_t token, int64_t position) {
  const auto tokens = make_tensor_ptr({1, 1}, Tokens{token});
  const auto positions = make_tensor_ptr({1}, Tokens{position});
  const auto outputs = model.forward({tokens, positions});
  if (!outputs.ok()) {
    return -1;
  }
  const auto logits = outputs->at(0).toTensor();
  const auto* first = logits.const_data_ptr<float>();
  return std::max_element(first, first + logits.numel()) - first;
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(argc == 3 ? argv[2] : "");
  const Tokens prompt = read_line(file), expected = read_line(file);
  if (prompt.empty()) {
    std::fprintf(stderr, "usage: %s MODEL.pte TOKENS.txt\n", argv[0]);
    return 2;
  }
  Module model(argv[1]);
  Tokens generated;
  const size_t count = prompt.size() + expected.size() - 1;
  for (size_t i = 0; i < count; ++i) {
    const int64_t token = i < prompt.size() ? prompt[i] : generated[i - prompt.size()];
    const int64_t next = next_token(model, token, static_cast<int64_t>(i));
    if (next < 0) {
      std::fprintf(stderr, "%s cannot be run\n", argv[1]);
      return 1;
    }
    if (i + 1 >= prompt.size()) {
      generated.push_back(next);
      std::printf("%d ", static_cast<int>(next));
    }
  }
  std::printf("\n");
  if (generated != expected) {
    std::fprintf(stderr, "PyTorch generates other tokens\n");
    return 1;
  }
  return 0;
}
