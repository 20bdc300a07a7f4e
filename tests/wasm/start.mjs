/**
 * Starts Python as a site does, without the files of this repository: `node start.mjs SITE TESTS GAME` imports every module of `python.zip`,
 * plays a random game, and prints its digests (`tests/face_walk.py`) as JSON.
 */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [site, tests, game] = process.argv.slice(2);
const local = resolve(site, 'local');
const { loadPyodide } = await import(pathToFileURL(join(local, 'pyodide/pyodide.mjs')).href);
const python = await loadPyodide({ indexURL: join(local, 'pyodide') });
for (const name of ['python.zip', 'msgspec.zip']) python.unpackArchive(new Uint8Array(readFileSync(join(local, name))), 'zip', { extractDir: '/packages' });
for (const [at, folder] of Object.entries({ tests, kernels: join(local, 'kernels') })) {
  python.FS.mkdir(`/${at}`);
  python.mountNodeFS(`/${at}`, folder);
}
python.globals.set('game', game);
console.log(
  python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/packages", "/tests"]

import importlib, json, pathlib
root = pathlib.Path("/packages")
for path in sorted(root.glob("tablier/**/*.pyc")):
    importlib.import_module(".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"))

from tablier import catalogue
assert catalogue.has_scene(game)

from tablier.wasm import runtime
runtime.install("/kernels")
from face_walk import digests
json.dumps(list(digests(game, 1)))
`),
);
