"""Modules compute in Chromium what they compute in Node; part of the long comparison alone (``make wasm-oracle``)."""

import subprocess
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from benchmarks.modules import NODE, Module

from .random_games import CASES, NET_CASES, NUMBER, check_random_games
from .trees import check_trees

pytestmark = [pytest.mark.browser, pytest.mark.skipif(not NUMBER, reason="part of make wasm-oracle")]
ROOT = Path(__file__).parents[2]
STRIP = "process.stdout.write(require('module').stripTypeScriptTypes(require('fs').readFileSync(0, 'utf8')))"
ANSWER = """async ([kernels, calls, wasm, description, request, data]) => {
  const load = (code) => import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  const bytes = async (text) => new Uint8Array(await (await fetch(`data:;base64,${text}`)).arrayBuffer());
  const [{ Kernels }, { answer }] = await Promise.all([kernels, calls].map(load));
  const module = new Kernels(await WebAssembly.compile(await bytes(wasm)), JSON.parse(description));
  const buffers = await bytes(data);
  const answers = answer(module, JSON.parse(request), buffers, () => performance.now() / 1000);
  let text = '';
  for (let i = 0; i < buffers.length; i += 4096) text += String.fromCharCode(...buffers.subarray(i, i + 4096));
  return [answers, btoa(text)];
}"""


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    yield page
    page.close()


def without_types(path: str) -> str:
    code = (ROOT / path).read_bytes()
    return subprocess.run([NODE, "-e", STRIP], input=code, capture_output=True, check=True).stdout.decode()


@pytest.fixture(scope="module")
def module(built: Callable[[str], Module], page: Page) -> Callable[[str], Module]:
    """Modules that run in Chromium."""
    code = without_types("web/src/lib/kernels.ts"), without_types("benchmarks/calls.ts")

    def run(path: Path, request: str, data: bytes) -> tuple[Any, bytes]:
        wasm, description = b64encode(path.read_bytes()).decode(), path.with_suffix(".json").read_text()
        answers, changed = page.evaluate(ANSWER, [*code, wasm, description, request, b64encode(data).decode()])
        return answers, b64decode(changed)

    return lambda name: Module(built(name).path, run)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_random_games_in_chromium_end_in_the_same_bytes(module: Callable[[str], Module], name: str, seats: int) -> None:
    check_random_games(module(name), name, seats, NUMBER)


@pytest.mark.parametrize(("name", "seats"), NET_CASES)
def test_trees_by_a_net_in_chromium_have_the_same_visits_and_moves(
    module: Callable[[str], Module], name: str, seats: int
) -> None:
    check_trees(module(name), name, seats, by_net=True)
