"""Compares the speed of kernels: ours, those of the ExecuTorch wheel, and PyTorch's."""
