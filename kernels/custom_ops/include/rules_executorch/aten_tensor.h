// An ATen tensor as an ExecuTorch tensor with the same memory and dim order.
#pragma once

#include <ATen/ATen.h>
#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace rules_executorch {

using EtTensor = ::executorch::aten::Tensor;

/// What a kernel does with an argument.
enum class Use { kRead, kWrite };

/// The memory format in which kernels receive a tensor: channels-last if its strides have that order,
/// contiguous otherwise.
inline at::MemoryFormat dense_format(const at::Tensor& tensor) {
  return tensor.is_contiguous() ? at::MemoryFormat::Contiguous : tensor.suggest_memory_format();
}

/// The dimensions of a tensor from the outermost to the innermost in memory.
inline std::vector<uint8_t> dim_order_of(int64_t rank, at::MemoryFormat format) {
  std::vector<uint8_t> order;
  for (int64_t d = 0; d < rank; ++d) {
    order.push_back(static_cast<uint8_t>(d));
  }
  if (format != at::MemoryFormat::Contiguous && rank > 2) {
    order.erase(order.begin() + 1);
    order.push_back(1);
  }
  return order;
}

/// An ExecuTorch tensor that uses the memory of an ATen tensor or, if that is not dense, of a dense copy.
class TensorView {
 public:
  TensorView(const at::Tensor& tensor, Use use) : original_(tensor), use_(use) {
    TORCH_CHECK(tensor.defined(), "an argument is an undefined tensor");
    TORCH_CHECK(
        tensor.device().is_cpu() && tensor.layout() == at::kStrided,
        "ExecuTorch's kernels take dense tensors on the CPU, not one on ", tensor.device(), " with layout ",
        tensor.layout());
    format_ = dense_format(tensor);
    memory_ = tensor.is_contiguous(format_) ? tensor : tensor.contiguous(format_);
    memory_ = memory_.resolve_conj().resolve_neg();
    std::vector<int32_t> sizes;
    for (int64_t size : memory_.sizes()) {
      TORCH_CHECK(size <= std::numeric_limits<int32_t>::max(), "a tensor is too large: ", memory_.sizes());
      sizes.push_back(static_cast<int32_t>(size));
    }
    view(sizes);
  }

  /// A tensor with no elements and `rank` dimensions, which a kernel may resize up to the size of `scratch`.
  TensorView(const at::Tensor& original, const at::Tensor& scratch, size_t rank)
      : original_(original), memory_(scratch), use_(Use::kWrite) {
    format_ =
        static_cast<int64_t>(rank) == original.dim() ? dense_format(original) : at::MemoryFormat::Contiguous;
    std::vector<int32_t> sizes(rank, 1);
    if (rank > 0) {
      sizes[0] = static_cast<int32_t>(scratch.numel());
    }
    view(sizes);
    if (rank > 0) {
      const std::vector<int32_t> none(rank, 0);
      const auto error = ::executorch::runtime::resize_tensor(
          *tensor_, ::executorch::aten::ArrayRef<int32_t>(none.data(), none.size()));
      TORCH_INTERNAL_ASSERT(error == ::executorch::runtime::Error::Ok);
    }
  }

  EtTensor& get() {
    return *tensor_;
  }

  /// Resizes the ATen tensor like the kernel has resized this one, and copies the results to it.
  void write_back() {
    if (use_ == Use::kRead) {
      return;
    }
    const std::vector<int64_t> sizes(tensor_->sizes().begin(), tensor_->sizes().end());
    const bool is_resized = original_.sizes() != at::IntArrayRef(sizes);
    if (is_resized) {
      original_.resize_(sizes, format_);
    }
    if (!memory_.is_same(original_)) {
      // Strides from the dim order, because the tensor may use only a part of its memory.
      std::vector<int64_t> strides(sizes.size());
      int64_t stride = 1;
      for (size_t d = order_.size(); d-- > 0;) {
        strides[order_[d]] = stride;
        stride *= std::max<int64_t>(sizes[order_[d]], 1);
      }
      original_.copy_(memory_.as_strided(sizes, strides));
    }
  }

 private:
  void view(const std::vector<int32_t>& sizes) {
    sizes_ = sizes;
    order_ = dim_order_of(static_cast<int64_t>(sizes.size()), format_);
    strides_.resize(sizes.size());
    int64_t stride = 1;
    for (size_t d = order_.size(); d-- > 0;) {
      strides_[order_[d]] = static_cast<int32_t>(stride);
      stride *= std::max<int64_t>(sizes_[order_[d]], 1);
    }
    const auto dynamism = use_ == Use::kWrite ? ::executorch::aten::TensorShapeDynamism::DYNAMIC_BOUND
                                              : ::executorch::aten::TensorShapeDynamism::STATIC;
    impl_ = std::make_unique<::executorch::aten::TensorImpl>(
        static_cast<::executorch::aten::ScalarType>(memory_.scalar_type()),
        static_cast<ssize_t>(sizes_.size()), sizes_.data(),
        use_ == Use::kWrite ? memory_.mutable_data_ptr() : const_cast<void*>(memory_.const_data_ptr()),
        order_.data(), strides_.data(), dynamism);
    tensor_ = std::make_unique<EtTensor>(impl_.get());
  }

  at::Tensor original_;
  at::Tensor memory_;
  Use use_;

  at::MemoryFormat format_ = at::MemoryFormat::Contiguous;
  // The tensor refers to these.
  std::vector<int32_t> sizes_;
  std::vector<uint8_t> order_;
  std::vector<int32_t> strides_;
  std::unique_ptr<::executorch::aten::TensorImpl> impl_;
  std::unique_ptr<EtTensor> tensor_;
};

/// A new ATen tensor with the contents of an ExecuTorch tensor.
inline at::Tensor to_aten(const EtTensor& tensor) {
  const std::vector<int64_t> sizes(tensor.sizes().begin(), tensor.sizes().end());
  const std::vector<int64_t> strides(tensor.strides().begin(), tensor.strides().end());
  const auto dtype = static_cast<at::ScalarType>(tensor.scalar_type());
  return at::from_blob(const_cast<void*>(tensor.const_data_ptr()), sizes, strides, at::TensorOptions(dtype))
      .clone();
}

/// The kernel key for a call with these tensors, as the runtime writes it: `v1/6;0,1|6;0,1`.
inline std::string kernel_key(std::initializer_list<at::Tensor> tensors) {
  std::string key = "v1/";
  const char* between_tensors = "";
  for (const at::Tensor& tensor : tensors) {
    if (!tensor.defined()) {
      continue;
    }
    key += between_tensors + std::to_string(static_cast<int>(tensor.scalar_type())) + ";";
    const char* between = "";
    for (uint8_t d : dim_order_of(tensor.dim(), dense_format(tensor))) {
      key += between + std::to_string(d);
      between = ",";
    }
    between_tensors = "|";
  }
  return key;
}

}  // namespace rules_executorch
