// Kernels that double a tensor of floats, each with a mistake of its own that kernel_testing has to find.

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <cmath>
#include <cstdlib>

namespace faulty::native {

using executorch::aten::ScalarType;
using executorch::aten::Tensor;
using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;

namespace {

bool resize(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (executorch::runtime::resize_tensor(out, self.sizes()) != Error::Ok) {
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  return true;
}

bool is_right(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (self.scalar_type() != ScalarType::Float || out.scalar_type() != ScalarType::Float) {
    ctx.fail(Error::InvalidArgument);
    return false;
  }
  return resize(ctx, self, out);
}

Tensor& twice(const Tensor& self, Tensor& out, float factor = 2) {
  for (ssize_t i = 0; i < self.numel(); ++i) {
    out.mutable_data_ptr<float>()[i] = factor * self.const_data_ptr<float>()[i];
  }
  return out;
}

}  // namespace

Tensor& right_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  return is_right(ctx, self, out) ? twice(self, out) : out;
}

Tensor& wrong_value_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (is_right(ctx, self, out)) {
    twice(self, out);
    if (self.numel() > 3) {
      out.mutable_data_ptr<float>()[3] += 1;
    }
  }
  return out;
}

Tensor& past_the_end_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (is_right(ctx, self, out)) {
    twice(self, out).mutable_data_ptr<float>()[out.numel()] = 1;
  }
  return out;
}

// Reads, and only reads, one element too many where there are 33: a count that no list of shapes has.
Tensor& reads_past_33_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (is_right(ctx, self, out)) {
    const ssize_t count = self.numel() == 33 ? 34 : self.numel();
    volatile float last = 0;
    for (ssize_t i = 0; i < count; ++i) {
      last = self.const_data_ptr<float>()[i];
    }
    (void)last;
    twice(self, out);
  }
  return out;
}

// Reads an element of an empty tensor.
Tensor& reads_nothing_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (is_right(ctx, self, out)) {
    volatile const float first = self.const_data_ptr<float>()[0];
    (void)first;
    twice(self, out);
  }
  return out;
}

Tensor& writes_to_input_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (is_right(ctx, self, out) && self.numel() > 0) {
    twice(self, out);
    self.mutable_data_ptr<float>()[0] += 1;
  }
  return out;
}

Tensor& ignores_argument_out(KernelRuntimeContext& ctx, const Tensor& self, double, Tensor& out) {
  return is_right(ctx, self, out) ? twice(self, out) : out;
}

Tensor& keeps_the_shape_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (self.scalar_type() != ScalarType::Float || out.scalar_type() != ScalarType::Float ||
      self.dim() != out.dim() || self.numel() > out.numel()) {
    ctx.fail(Error::InvalidArgument);
    return out;
  }
  return twice(self, out);
}

Tensor& accepts_dtypes_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (resize(ctx, self, out) && self.scalar_type() == ScalarType::Float &&
      out.scalar_type() == ScalarType::Float) {
    twice(self, out);
  }
  return out;
}

Tensor& writes_before_it_fails_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (out.nbytes() > 0) {
    out.mutable_data_ptr<char>()[0] = 1;
  }
  return right_out(ctx, self, out);
}

Tensor& aborts_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  if (self.numel() == 0) {
    std::abort();
  }
  return right_out(ctx, self, out);
}

Tensor& loops_forever_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  for (volatile ssize_t i = self.numel(); i == 0;) {
  }
  return right_out(ctx, self, out);
}

// Adds more than a byte can hold as an int would, which only a sanitizer sees.
Tensor& overflows_out(KernelRuntimeContext& ctx, const Tensor& self, Tensor& out) {
  volatile int most = 0x7fffffff;
  most = most + static_cast<int>(self.dim() > 0);
  return right_out(ctx, self, out);
}

}  // namespace faulty::native
