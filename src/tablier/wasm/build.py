"""From Numba's code to a WebAssembly module, in a process of its own: :mod:`tablier.wasm.__main__` sets Numba up."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core import types
from numba.core.errors import NumbaError
from numba.core.types.misc import unliteral
from numba.np.numpy_support import as_dtype

from tablier.api import game
from tablier.bots.players import net_of
from tablier.core.runtime import MAX_CHANCE, SPARE
from tablier.engine.net_file import shipped_net
from tablier.engine.playout import LIMIT
from tablier.engine.protocol import CHANCE
from tablier.errors import GameError, MissingPackage
from tablier.search.kernel import MAX_DEPTH
from tablier.search.tree import ARMS_PER_NODE
from tablier.wasm.exports import Export, exports
from tablier.wasm.weights import packed

TRIPLE = "wasm32-unknown-emscripten"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+multivalue"
STACK = 1 << 20
"""Bytes of the stack of a standalone module."""
LIMITS = {
    "playout": LIMIT,
    "depth": MAX_DEPTH,
    "arms": ARMS_PER_NODE,
    "outcomes": MAX_CHANCE,
    "spare": SPARE,
    "chance": CHANCE,
}
"""Constants of the kernels that callers need; see ``Limits`` in ``web/src/lib/kernels.ts``."""
_RUNTIME = Path(__file__).with_name("runtime.c")
_TARGET = ("-target", "wasm32-wasi-musl", "-O2")
# What runtime.c and the linker's own library define.
_LIBRARY = re.compile(
    r"NRT_Allocate|NRT_Free|NRT_MemInfo_(alloc(_safe)?(_aligned)?|call_dtor)"
    r"|(exp(2|m1)?|log(2|10|1p)?|pow|sqrt|cbrt|hypot|fmod|a?(sin|cos|tan)h?|atan2)f?"
    r"|mem(cpy|move|set)|strlen|llvm\..*"
)

# What the face of tablier.wasm.runtime calls: the exports of a side module.
_FACE = re.compile(r"setup|movers|legal|chance_weights|apply|apply_logged|scores|ranks|end_reason|hide|query_\w+")

# Functions that make Python objects of the arguments of an exception; only Python's wrappers call them.
_UNWRAP = re.compile(r"^(define [^\n]*@__excinfo_unwrap_args\w+\([^\n]*\{\n).*?^\}", re.MULTILINE | re.DOTALL)


def build(name: str, out: Path) -> list[Path]:
    """Write ``NAME.wasm``, ``NAME.so`` and their description ``NAME.json`` into a folder.

    A game with a net has its weights in ``NAME.net``, too.

    Returns:
        The paths of the standalone module, of Pyodide's side module, and of the weights, if there are any.

    Raises:
        UnknownGame: there is no game of that name.
        GameError: a kernel cannot be compiled to WebAssembly, or the weights of the game are damaged.
        MissingPackage: the extra ``wasm`` is not installed.
    """
    if find_spec("ziglang") is None:
        raise MissingPackage("modules for the browser need a linker: pip install 'tablier[wasm]'")
    rules, net = game(name).rules, net_of(name, shipped_net(name).is_file())
    standalone, side = _machine("static"), _machine("pic")
    module, results = _collect(name, exports(rules, by_net=net is not None), standalone)
    _optimise(module, standalone)
    refuse_foreign_calls(name, module)
    paths = [out / f"{name}.wasm", out / f"{name}.so"]
    _link_standalone(standalone.emit_object(module), list(results), paths[0])
    _link_side(side.emit_object(module), list(filter(_FACE.fullmatch, results)), paths[1])
    if net is not None:
        paths.append(out / f"{name}.net")
        paths[-1].write_bytes(packed(name, net))
    described = {
        "record": rules.dtype.itemsize,
        "actions": rules.actions,
        "hides": rules.has("hide"),
        "chance": rules.has("chance_weights"),
        "limits": LIMITS,
        "net": rules.kernels.net_shape._asdict() if net is not None and rules.kernels.net_shape else None,
        "results": results,
    }
    paths[0].with_suffix(".json").write_text(json.dumps(described, indent=1) + "\n")
    return paths


def _machine(relocation: str) -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc=relocation)


def _collect(name: str, exported: Iterable[Export], machine: Any) -> tuple[Any, dict[str, str]]:
    """One module of all kernels, and the type of each result."""
    module = llvm.parse_assembly("")
    names: dict[str, str] = {}
    results: dict[str, str] = {}
    for export in exported:
        compiled = _compile(name, export)
        code = _UNWRAP.sub(r"\1  unreachable\n}", compiled.library.get_llvm_str())
        module.link_in(llvm.parse_assembly(code))
        names[compiled.fndesc.llvm_func_name] = export.name
        results[export.name] = _result(name, export, compiled.signature.return_type)
    _retarget(module, machine, names)
    return module, results


def _compile(name: str, export: Export) -> Any:
    """Numba's compilation of one kernel."""
    try:
        export.kernel.compile(export.arguments)
    except NumbaError as error:
        raise GameError(f"{name}: the kernel {export.name} does not compile: {error}") from error
    return export.kernel.overloads[export.arguments]


def _result(name: str, export: Export, kind: Any) -> str:
    """The type of a result as NumPy writes it; empty without a result."""
    if kind == types.none:
        return ""
    try:
        return as_dtype(unliteral(kind)).str.lstrip("<|")
    except NotImplementedError:
        raise GameError(f"{name}: the kernel {export.name} returns {kind}, not a number") from None


def _retarget(module: Any, machine: Any, names: dict[str, str]) -> None:
    """Make a module WebAssembly's, with the exported functions under their names and all others internal."""
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    for function in module.functions:
        if function.is_declaration:
            continue
        exported = names.get(function.name)
        function.linkage = "external" if exported else "internal"
        function.name = exported or function.name
        if exported:
            function.visibility = "hidden"  # the linker exports by name, and drops what nothing needs
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


def _optimise(module: Any, machine: Any) -> None:
    """Optimise a module for speed, and remove redundant counting of references."""
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(module, builder)
    builder.getModulePassManager().run(module, builder)
    module.verify()


def refuse_foreign_calls(name: str, module: Any) -> None:
    """Refuse a kernel that calls a function which WebAssembly does not have.

    Raises:
        GameError: names the function and its callers.
    """
    for missing in module.functions:
        if missing.is_declaration and not _LIBRARY.fullmatch(missing.name):
            callers = [f.name for f in module.functions if f"@{missing.name}(" in str(f) and not f.is_declaration]
            raise GameError(
                f"{name}: {', '.join(callers)} calls {missing.name}, which WebAssembly does not have; "
                "write it as a kernel, or leave it to Python"
            )


def _link_standalone(code: bytes, names: list[str], path: Path) -> None:
    """Link an object file with the runtime to a module that imports nothing."""
    flags = ["--strip-all", "--gc-sections", "-z", f"stack-size={STACK}", *_exported(names)]
    with tempfile.TemporaryDirectory() as folder:
        kernels = Path(folder, "kernels.o")
        kernels.write_bytes(code)
        _zig("cc", *_TARGET, "-mexec-model=reactor", _RUNTIME, kernels, f"-Wl,{','.join(flags)}", "-o", path)


def _link_side(code: bytes, names: list[str], path: Path) -> None:
    """Link an object file with the runtime to a library that Emscripten's dynamic linker loads."""
    with tempfile.TemporaryDirectory() as folder:
        kernels, runtime = Path(folder, "kernels.o"), Path(folder, "runtime.o")
        kernels.write_bytes(code)
        _zig("cc", *_TARGET, "-fPIC", "-DSIDE_MODULE", "-c", _RUNTIME, "-o", runtime)
        flags = ["-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--no-entry", "--strip-all"]
        _zig("wasm-ld", *flags, "--gc-sections", *_exported(names), kernels, runtime, "-o", path)


def _exported(names: list[str]) -> list[str]:
    return [f"--export={name}" for name in names]


def _zig(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "ziglang", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise GameError(f"the linker refuses the kernels: {done.stderr.strip()}")
