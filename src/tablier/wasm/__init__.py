"""Build kernels for the browser: for each game a standalone WebAssembly module, made from Numba's code.

``python -m tablier.wasm GAME... --out DIR`` writes them; it needs the extra ``wasm``. ``docs/webassembly.md`` says how
they are made and called.
"""
