"""Times kernels against each other: ours, those of the ExecuTorch wheel, and PyTorch's."""
