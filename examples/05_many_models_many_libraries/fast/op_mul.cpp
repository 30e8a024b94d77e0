#error "the app runs on the CPU, and this is for a DSP: it is never compiled"
