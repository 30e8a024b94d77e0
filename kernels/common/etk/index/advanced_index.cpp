#include "etk/index/advanced_index.h"

namespace etk {
namespace {

int64_t count_true(const Tensor& mask) {
  int64_t count = 0;
  const char* data = static_cast<const char*>(mask.const_data_ptr());
  for (const char* end = data + mask.numel(); data < end; ++data) {
    count += *data != 0;
  }
  return count;
}

}  // namespace

bool AdvancedIndex::read(const Tensor& self, IndexList indices, IndicesFunction are_indices) {
  const auto rank = static_cast<size_t>(self.dim());
  size_t dim = 0;
  for (const std::optional<Tensor>& index : indices) {
    if (!index) {
      ++dim;
    } else if (!add(self, *index, dim)) {
      return false;
    } else {
      dim += indices_[count_ - 1].is_mask ? index->dim() : 1;
    }
  }
  if (dim > rank || count_ == 0 || !find_shape(self)) {
    return false;
  }
  // As in PyTorch, index values are not checked if the result is empty.
  bool is_valid = true;
  for (size_t i = 0; i < count_ && shape_.numel() > 0; ++i) {
    const int64_t size = self.sizes()[indices_[i].dim];
    is_valid = is_valid && (indices_[i].is_mask || are_indices(*indices_[i].tensor, -size, size));
  }
  return is_valid;
}

bool AdvancedIndex::add(const Tensor& self, const Tensor& tensor, size_t dim) {
  const ScalarType dtype = tensor.scalar_type();
  const bool is_mask = dtype == ScalarType::Bool || dtype == ScalarType::Byte;
  const size_t dims = is_mask ? tensor.dim() : 1;
  if (dims == 0 || dim + dims > static_cast<size_t>(self.dim())) {
    return false;
  }
  Shape shape;
  if (is_mask) {
    for (size_t d = 0; d < dims; ++d) {
      if (tensor.sizes()[d] != self.sizes()[dim + d]) {
        return false;
      }
    }
    shape.push_back(count_true(tensor));
  } else {
    if (dtype != ScalarType::Int && dtype != ScalarType::Long) {
      return false;
    }
    shape = Shape(tensor);
  }
  indexed_ |= ((DimSet{1} << dims) - 1) << dim;
  Index& index = indices_[count_++];
  index.tensor = &tensor;
  index.dim = dim;
  index.is_mask = is_mask;
  index.is_single = is_mask && shape.sizes[0] == 1;
  return broadcast(common_, shape);
}

bool AdvancedIndex::find_shape(const Tensor& self) {
  size_t first = 0;
  while (!(indexed_ >> first & 1)) {
    ++first;
  }
  const DimSet run = indexed_ >> first;
  at_ = (run & (run + 1)) == 0 ? first : 0;  // adjacent dimensions are consecutive 1 bits
  const auto rank = static_cast<size_t>(self.dim());
  size_t kept = 0;
  for (size_t d = 0; d < rank; ++d) {
    kept += !(indexed_ >> d & 1);
  }
  if (kept + common_.rank > kMaxRank) {
    return false;
  }
  for (size_t d = 0; d < rank; ++d) {
    for (size_t i = 0; d == at_ && i < common_.rank; ++i) {
      shape_.push_back(common_.sizes[i]);
    }
    if (!(indexed_ >> d & 1)) {
      shape_.push_back(self.sizes()[d]);
    }
  }
  return true;
}

// Resets a mask to its first true element.
void AdvancedIndex::rewind(Index& index) const {
  index.passed = -1;
  index.data = static_cast<const char*>(index.tensor->const_data_ptr());
  index.offset = 0;
  for (ptrdiff_t& step : index.steps) {
    step = 0;
  }
}

// Advances a mask to its next true element.
void AdvancedIndex::advance(Index& index, const View& self) const {
  const Tensor& mask = *index.tensor;
  bool moves = index.passed >= 0;
  while (moves || *index.data == 0) {
    for (size_t d = mask.dim(); d-- > 0;) {
      const bool is_inside = ++index.steps[d] < mask.sizes()[d];
      const ptrdiff_t by = is_inside ? 1 : 1 - index.steps[d];
      index.data += by * mask.strides()[d];
      index.offset += by * self.strides[index.dim + d];
      if (is_inside) {
        break;
      }
      index.steps[d] = 0;
    }
    moves = false;
  }
  ++index.passed;
}

ptrdiff_t AdvancedIndex::offset_at(Index& index, const View& self, const size_t* at) const {
  if (!index.is_mask) {
    const char* data = index.data;
    for (size_t d = 0; d < common_.rank; ++d) {
      data += static_cast<ptrdiff_t>(at[d]) * index.steps[d];
    }
    const int64_t place = read_index(index.tensor->scalar_type(), data);
    return (place < 0 ? place + self.sizes[index.dim] : place) * self.strides[index.dim];
  }
  // The positions of a mask are along the last dimension; a single position is broadcast.
  const int64_t place = index.is_single ? 0 : static_cast<int64_t>(at[common_.rank - 1]);
  if (place < index.passed) {
    rewind(index);
  }
  while (index.passed < place) {
    advance(index, self);
  }
  return index.offset;
}

void AdvancedIndex::move_rest(const Loop& rest, const View& self, Move move, AddElementsFunction add) {
  const ptrdiff_t each = rest.inner_stride(0), whole = rest.inner_stride(1);
  for (Cursor cursor(rest); cursor.left(); cursor.step(cursor.left())) {
    const size_t n = cursor.left();
    switch (move) {
      case Move::kGet:
        copy_elements(cursor.at(1), whole, cursor.at(0), each, self.element_size, n);
        break;
      case Move::kPut:
        copy_elements(cursor.at(0), each, cursor.at(1), whole, self.element_size, n);
        break;
      case Move::kAdd:
        add(self.dtype, cursor.at(0), each, cursor.at(1), whole, n);
        break;
    }
  }
}

void AdvancedIndex::get(const Tensor& self, Tensor& selected) {
  run(View(self), View(selected), Move::kGet, nullptr);
}

void AdvancedIndex::put(Tensor& self, const View& values, AddElementsFunction add) {
  run(View(self), values, add ? Move::kAdd : Move::kPut, add);
}

void AdvancedIndex::run(const View& self, const View& selected, Move move, AddElementsFunction add) {
  for (size_t i = 0; i < count_; ++i) {
    Index& index = indices_[i];
    if (index.is_mask) {
      rewind(index);
      continue;
    }
    View view(*index.tensor);
    view.broadcast_to(common_);
    index.data = view.data;
    for (size_t d = 0; d < common_.rank; ++d) {
      index.steps[d] = view.strides[d];
    }
  }
  // Both views without the indexed dimensions, and without the dimensions that replace them.
  View from = self, to = selected;
  for (size_t d = self.rank; d-- > 0;) {
    if (indexed_ >> d & 1) {
      from.remove(d);
    }
  }
  ptrdiff_t strides[kMaxRank];
  for (size_t d = common_.rank; d-- > 0;) {
    strides[d] = to.strides[at_ + d];
    to.remove(at_ + d);
  }
  Loop rest(to);
  rest.add(to);
  rest.add(from);
  rest.simplify();
  if (common_.numel() == 0) {
    return;
  }
  size_t at[kMaxRank] = {};
  for (size_t d = 1; d > 0;) {
    ptrdiff_t offset = 0, to_offset = 0;
    for (size_t i = 0; i < count_; ++i) {
      offset += offset_at(indices_[i], self, at);
    }
    for (size_t i = 0; i < common_.rank; ++i) {
      to_offset += static_cast<ptrdiff_t>(at[i]) * strides[i];
    }
    rest.rebase(0, to.data + to_offset);
    rest.rebase(1, self.data + offset);
    move_rest(rest, self, move, add);
    d = common_.rank;
    while (d > 0 && ++at[d - 1] == static_cast<size_t>(common_.sizes[d - 1])) {
      at[--d] = 0;
    }
  }
}

}  // namespace etk
