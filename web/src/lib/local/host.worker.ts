/** The worker of the host: Python (Pyodide) with `tablier.local`, IndexedDB under it, and search workers. */

import { HostError, type Call, type Fault, type Said } from './calls.ts';
import { answered, bytes } from './questions.ts';
import { Searcher } from './search/searcher.ts';
import { Store } from './store.ts';

/** Workers are in the folder `assets` of a site. */
const FILES = new URL('../local/', location.href).href;
const KERNELS = '/kernels';
const PACKAGES = '/packages';

interface Bridge {
  request(method: string, address: string, body: string): Promise<string>;
  connect(table: string): Promise<string>;
  receive(connection: number, text: string): Promise<string>;
  close(connection: number): Promise<string>;
  changed(table: string): Promise<string>;
}

interface Python {
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void };
  unpackArchive(archive: ArrayBuffer, format: 'zip', options: { extractDir: string }): void;
  runPython(code: string): unknown;
}

/** Other tabs hear of each table that was stored. */
const others = new BroadcastChannel('tablier-tables');

const say = (said: Said) => postMessage(said);

/** Shares of a start that are done, roughly by time: our own files are here, Pyodide runs, Python has its modules. */
const FILES_SHARE = 0.3;
const DOWNLOADED = 0.7;
const UNPACKED = 0.8;

async function file(path: string): Promise<ArrayBuffer> {
  const answer = await fetch(FILES + path).catch(() => undefined);
  if (!answer?.ok) throw new HostError('missing', `cannot load ${FILES}${path}`);
  return answer.arrayBuffer();
}

/** Python with the packages and the kernels of all games. */
async function python(): Promise<Python> {
  const starting = pyodide();
  starting.catch(() => undefined); // awaited below
  const games = JSON.parse(new TextDecoder().decode(await file('games.json'))) as { name: string }[];
  const kernels = games.flatMap(({ name }) => [`${name}.so`, `${name}.json`]);
  const paths = ['python.zip', 'msgspec.zip', ...kernels.map((name) => `kernels/${name}`)];
  let done = 0;
  const loaded = paths.map(async (path) => {
    const data = await file(path);
    say({ progress: { phase: 'downloading', share: (FILES_SHARE * ++done) / paths.length } });
    return data;
  });
  const [sources, msgspec, ...modules] = await Promise.all(loaded);
  const made = await starting;
  say({ progress: { phase: 'starting', share: DOWNLOADED } });
  for (const archive of [sources!, msgspec!]) made.unpackArchive(archive, 'zip', { extractDir: PACKAGES });
  made.FS.mkdirTree(KERNELS);
  kernels.forEach((name, i) => made.FS.writeFile(`${KERNELS}/${name}`, new Uint8Array(modules[i]!)));
  say({ progress: { phase: 'starting', share: UNPACKED } });
  return made;
}

async function pyodide(): Promise<Python> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${FILES}pyodide/pyodide.mjs`).catch((error: unknown) => {
    throw new HostError('missing', String(error));
  })) as { loadPyodide: (options: { indexURL: string }) => Promise<Python> };
  return loadPyodide({ indexURL: `${FILES}pyodide/` });
}

async function start(): Promise<Bridge> {
  const store = new Store();
  const listed = store.loadAll().catch((error: unknown) => {
    throw new HostError('storage', String(error));
  });
  const [made] = await Promise.all([python(), listed]);
  const open = made.runPython(`
import sys
sys.path.insert(0, "${PACKAGES}")
from tablier.wasm import runtime
runtime.install("${KERNELS}")
from tablier.local.bridge import Bridge
Bridge
`) as (store: object, think: unknown, search: unknown, send: unknown) => Bridge;
  const searcher = new Searcher(FILES);
  const think = (game: string, record: string, seat: number, level: number) => searcher.think({ game, state: bytes(record), seat, level, seed: seed() });
  const search = (question: string) => answered(searcher, question);
  const send = (connection: number, text: string) => say({ connection, text });
  return open(shared(store), think, search, send);
}

/** The store as Python calls it; other tabs hear of what it saves. */
function shared(store: Store): object {
  return {
    load: (id: string) => store.load(id),
    load_all: () => store.loadAll(),
    remove: (id: string) => store.remove(id),
    async save(id: string, text: string, revision: number) {
      const outcome = await store.save(id, text, revision);
      if (outcome === 'saved') others.postMessage(id);
      return outcome;
    },
  };
}

const seed = () => crypto.getRandomValues(new BigInt64Array(1))[0]! & 0x7fff_ffff_ffff_ffffn;

function faultOf(error: unknown): Fault {
  if (error instanceof HostError) return error.fault;
  return error instanceof RangeError || /memory/i.test(String(error)) ? 'memory' : 'failed';
}

const started = start();
started.then(
  () => say({ ready: true }),
  () => undefined, // told to each caller
);

others.onmessage = ({ data }: MessageEvent<string>) => void started.then((bridge) => bridge.changed(data)).catch(() => undefined);

onmessage = async ({ data: { id, call, args } }: MessageEvent<Call>) => {
  try {
    const bridge = (await started) as unknown as Record<Call['call'], (...args: (string | number)[]) => Promise<string>>;
    say({ id, result: await bridge[call](...args) });
  } catch (error) {
    say({ id, fault: faultOf(error), message: String(error) });
  }
};
