// Stands for the library of a backend.
