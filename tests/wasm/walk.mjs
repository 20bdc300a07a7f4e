/**
 * Plays random games through the face in Pyodide: `node walk.mjs SRC TESTS PACKAGES KERNELS GAME SEED...` prints the digests of
 * `tests/face_walk.py` for each seed as lines of JSON. The arguments before the game are folders.
 */

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(join(import.meta.dirname, '../../web/package.json'));
const home = dirname(require.resolve('pyodide/package.json'));
const { loadPyodide } = await import(pathToFileURL(join(home, 'pyodide.mjs')).href);

const [src, tests, packages, kernels, game, ...seeds] = process.argv.slice(2);
const python = await loadPyodide({ indexURL: home });
for (const [at, folder] of Object.entries({ src, tests, packages, kernels })) {
  python.FS.mkdir(`/${at}`);
  python.mountNodeFS(`/${at}`, folder);
}
python.globals.set('game', game);
python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/packages", "/src", "/tests"]
from tablier.wasm import runtime
runtime.install("/kernels")
from face_walk import digests
`);
for (const seed of seeds) console.log(python.runPython(`import json; json.dumps(list(digests(game, ${Number(seed)})))`));
