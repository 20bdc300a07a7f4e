"""Builds that cannot succeed say why."""

from pathlib import Path

import llvmlite.binding as llvm
import pytest

from tablier.errors import GameError, MissingPackage
from tablier.wasm import build


def test_a_missing_linker_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "find_spec", lambda name: None)
    with pytest.raises(MissingPackage, match=r"pip install 'tablier\[wasm\]'"):
        build.build("shangri_la", tmp_path)


def test_a_kernel_that_calls_python_is_named() -> None:
    module = llvm.parse_assembly(
        "declare void @PyErr_Print()\ndefine void @legal() { call void @PyErr_Print() ret void }"
    )
    with pytest.raises(GameError, match="toy: legal calls PyErr_Print, which WebAssembly does not have"):
        build.refuse_foreign_calls("toy", module)
