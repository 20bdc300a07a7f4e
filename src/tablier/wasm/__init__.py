"""Kernels for the browser: for each game a standalone WebAssembly module and a side module of Pyodide, of Numba's code.

``python -m tablier.wasm GAME... --out DIR`` writes them; it needs the extra ``wasm``. ``docs/webassembly.md`` says how
they are made and called. :mod:`tablier.wasm.runtime` uses side modules in place of Numba.
"""
