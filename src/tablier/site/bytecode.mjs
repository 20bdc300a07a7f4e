/**
 * Runs a function of a Python file in Pyodide: `node bytecode.mjs PYODIDE SCRIPT FOLDER ARGUMENT...` calls `main(ARGUMENT...)` of the
 * file SCRIPT in FOLDER, and prints the version of this Python.
 */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [pyodide, script, folder, ...args] = process.argv.slice(2);
const home = resolve(pyodide);
const { loadPyodide } = await import(pathToFileURL(join(home, 'pyodide.mjs')).href);
const python = await loadPyodide({ indexURL: home });
python.mountNodeFS('/work', resolve(folder));
python.FS.chdir('/work');
try {
  python.runPython(readFileSync(script, 'utf8'));
  python.globals.get('main')(...args);
  console.log(python.runPython('import sys; sys.version.split()[0]'));
} catch (error) {
  console.error(error.message); // without the line of Pyodide's code that threw it, which is very long
  process.exitCode = 1; // Node can hang in process.exit() while it compiles (nodejs/node, issue 64274)
}
