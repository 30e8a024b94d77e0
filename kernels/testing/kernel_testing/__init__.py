"""Calls kernels from Python and compares them with PyTorch; see kernel_host.cpp for the other end."""
