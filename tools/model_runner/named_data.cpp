#include "tools/model_runner/named_data.h"

// Runtimes may be built without the extensions that read `.ptd` files.
#if __has_include(<executorch/extension/flat_tensor/flat_tensor_data_map.h>) && \
    __has_include(<executorch/extension/named_data_map/merged_data_map.h>) && !defined(MODEL_RUNNER_WITHOUT_PTD)
#define MODEL_RUNNER_READS_PTD 1
#include <executorch/extension/data_loader/file_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/extension/named_data_map/merged_data_map.h>

#include <optional>
#endif

namespace model_runner {

#ifdef MODEL_RUNNER_READS_PTD

namespace {

using executorch::ET_RUNTIME_NAMESPACE::NamedDataMap;
using executorch::extension::FileDataLoader;
using executorch::extension::FlatTensorDataMap;
#ifdef ET_MERGED_DATA_MAP_NAMESPACE
using executorch::extension::ET_MERGED_DATA_MAP_NAMESPACE::MergedDataMap;
#else  // before ExecuTorch 1.1
using executorch::extension::MergedDataMap;
#endif

struct File {
  FileDataLoader loader;
  std::optional<FlatTensorDataMap> map;
};

}  // namespace

struct NamedData::Files {
  std::vector<std::unique_ptr<File>> files;
  std::optional<MergedDataMap> merged;
};

std::string NamedData::load(const std::vector<std::string>& paths) {
  files_ = std::make_unique<Files>();
  std::vector<const NamedDataMap*> maps;
  for (const std::string& path : paths) {
    auto loader = FileDataLoader::from(path.c_str());
    if (!loader.ok()) {
      return path + ": cannot be read";
    }
    files_->files.push_back(std::make_unique<File>(File{std::move(*loader), std::nullopt}));
    File& file = *files_->files.back();
    auto map = FlatTensorDataMap::load(&file.loader);
    if (!map.ok()) {
      return path + ": not a .ptd file";
    }
    maps.push_back(&file.map.emplace(std::move(*map)));
  }
  if (maps.size() > 1) {
    auto merged = MergedDataMap::load({maps.data(), maps.size()});
    if (!merged.ok()) {
      return "two .ptd files have a tensor of one name";
    }
    files_->merged.emplace(std::move(*merged));
  }
  return "";
}

const NamedDataMap* NamedData::map() const {
  if (!files_ || files_->files.empty()) {
    return nullptr;
  }
  return files_->merged ? static_cast<const NamedDataMap*>(&*files_->merged) : &*files_->files[0]->map;
}

#else

struct NamedData::Files {};

std::string NamedData::load(const std::vector<std::string>& paths) {
  return paths.empty() ? "" : paths[0] + ": the runtime is built without the extensions that read .ptd files";
}

const executorch::ET_RUNTIME_NAMESPACE::NamedDataMap* NamedData::map() const {
  return nullptr;
}

#endif

NamedData::NamedData() = default;
NamedData::~NamedData() = default;

}  // namespace model_runner
