"""Times kernels beside each other: ours, those of the ExecuTorch wheel, and PyTorch's."""
