// The source of libet_kernels_all.so, whose kernels come from the library that it links. In Buck2, a library
// must have a source.
