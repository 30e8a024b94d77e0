"""Real architectures in small sizes: `name: (make, options)` for each, in dictionaries called `MODELS`.

`make()` gives the module in evaluation mode, with random weights, and its inputs. Options are those of
`export_zoo.Variant`.
"""
