#include "tools/model_runner/bundled_program.h"

#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#include <cstring>

namespace model_runner {
namespace {

using executorch::aten::ScalarType;

// An unverified flatbuffer. Reads past its end return zero, and set `good` to false.
class Buffer {
 public:
  explicit Buffer(const std::vector<uint8_t>& bytes) : bytes_(bytes) {}

  bool good() const {
    return good_;
  }

  void set_bad() {
    good_ = false;
  }

  // Null if there are fewer bytes.
  const uint8_t* range(size_t at, size_t size) {
    good_ = good_ && at <= bytes_.size() && size <= bytes_.size() - at;
    return good_ ? bytes_.data() + at : nullptr;
  }

  template <typename T>
  T read(size_t at) {
    T value{};
    if (const uint8_t* bytes = range(at, sizeof(T))) {
      std::memcpy(&value, bytes, sizeof(T));
    }
    return value;
  }

  // The target of the offset at `at`.
  size_t follow(size_t at) {
    return at + read<uint32_t>(at);
  }

 private:
  const std::vector<uint8_t>& bytes_;
  bool good_ = true;
};

struct Vector {
  size_t at = 0;  // the position of its first element
  size_t size = 0;
};

class Table {
 public:
  Table(Buffer& buffer, size_t at) : buffer_(buffer), at_(at) {}

  // The position of a field, given its number in the schema; 0 if it is absent.
  size_t find(size_t field) const {
    const size_t fields = at_ - static_cast<size_t>(static_cast<int64_t>(buffer_.read<int32_t>(at_)));
    const size_t slot = 4 + 2 * field;
    const size_t offset = slot < buffer_.read<uint16_t>(fields) ? buffer_.read<uint16_t>(fields + slot) : 0;
    return offset ? at_ + offset : 0;
  }

  template <typename T>
  T number(size_t field) const {
    const size_t at = find(field);
    return at ? buffer_.read<T>(at) : T{};
  }

  Table table(size_t field) const {
    const size_t at = find(field);
    if (!at) {
      buffer_.set_bad();
    }
    return {buffer_, buffer_.follow(at)};
  }

  // A vector whose elements have `size` bytes.
  Vector vector(size_t field, size_t size) const {
    const size_t at = find(field);
    if (!at) {
      return {};
    }
    const size_t start = buffer_.follow(at);
    const Vector result{start + 4, buffer_.read<uint32_t>(start)};
    return buffer_.range(result.at, result.size * size) ? result : Vector{};
  }

  // The tables in a vector.
  std::vector<Table> tables(size_t field) const {
    const Vector offsets = vector(field, 4);
    std::vector<Table> result;
    for (size_t i = 0; i < offsets.size; ++i) {
      result.emplace_back(buffer_, buffer_.follow(offsets.at + 4 * i));
    }
    return result;
  }

  std::string text(size_t field) const {
    const Vector letters = vector(field, 1);
    const uint8_t* bytes = buffer_.range(letters.at, letters.size);
    return bytes ? std::string(bytes, bytes + letters.size) : "";
  }

  Buffer& buffer() const {
    return buffer_;
  }

 private:
  Buffer& buffer_;
  size_t at_;
};

template <typename T>
Array number(ScalarType dtype, T value) {
  Array array{dtype, {}, std::vector<uint8_t>(sizeof(T))};
  std::memcpy(array.data.data(), &value, sizeof(T));
  return array;
}

// Reads the table Tensor: scalar_type, sizes, data, dim_order.
Array read_tensor(const Table& table) {
  const Vector sizes = table.vector(1, 4);
  const Vector data = table.vector(2, 1);
  const Vector order = table.vector(3, 1);
  const auto dtype = static_cast<ScalarType>(table.number<int8_t>(0));
  Array array{dtype, {}, {}};
  bool good = executorch::runtime::isValid(dtype) && order.size == sizes.size;
  for (size_t i = 0; i < sizes.size; ++i) {
    array.sizes.push_back(table.buffer().read<int32_t>(sizes.at + 4 * i));
    good = good && array.sizes.back() >= 0;
  }
  const uint8_t* from = table.buffer().range(data.at, data.size);
  const uint8_t* dims = table.buffer().range(order.at, order.size);
  good = good && from && dims && data.size == array.numel() * executorch::runtime::elementSize(dtype);
  if (good) {
    array.data.assign(from, from + data.size);
    good = array.set_c_order({dims, dims + order.size});
  }
  if (!good) {
    table.buffer().set_bad();
  }
  return array;
}

// Reads the table Value, a union of Tensor, Int, Bool and Double.
Array read_value(const Table& value) {
  const Table of = value.table(1);
  switch (value.number<uint8_t>(0)) {
    case 1:
      return read_tensor(of);
    case 2:
      return number(ScalarType::Long, of.number<int64_t>(0));
    case 3:
      return number(ScalarType::Bool, of.number<uint8_t>(0));
    case 4:
      return number(ScalarType::Double, of.number<double>(0));
    default:
      of.buffer().set_bad();
      return {};
  }
}

std::vector<Array> read_values(const Table& test, size_t field) {
  std::vector<Array> result;
  for (const Table& value : test.tables(field)) {
    result.push_back(read_value(value));
  }
  return result;
}

}  // namespace

bool is_bundled_program(const std::vector<uint8_t>& file) {
  return file.size() >= 8 && std::memcmp(&file[4], "BP08", 4) == 0;
}

std::string read_bundled_program(const std::vector<uint8_t>& file, BundledProgram& program) {
  Buffer buffer(file);
  const Table root(buffer, buffer.follow(0));
  const Vector bytes = root.vector(2, 1);
  program.program = buffer.range(bytes.at, bytes.size);
  program.program_size = bytes.size;
  for (const Table& suite : root.tables(1)) {
    for (const Table& test : suite.tables(1)) {
      program.cases.push_back({suite.text(0), read_values(test, 0), read_values(test, 1)});
    }
  }
  return buffer.good() ? "" : "not a bundled program, or cut off";
}

}  // namespace model_runner
