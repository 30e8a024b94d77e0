"""Calls kernels from Python and compares them with PyTorch. kernel_host.cpp is the process that runs them."""
