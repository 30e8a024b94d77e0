"""Small versions of real architectures: `name: (make, options)` for each, in dictionaries called `MODELS`.

`make()` returns the module in evaluation mode, with random weights, and its inputs. Options are those of
`export_zoo.Variant`.
"""
