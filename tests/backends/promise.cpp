// A library that registers no backend.
