/** The worker of the host: Python (Pyodide) with `tablier.local`, IndexedDB under it, and search workers. */

import { HostError, type Call, type Fault, type Said } from './calls.ts';
import { answered, bytes } from './questions.ts';
import { Searcher } from './search/searcher.ts';
import { Store } from './store.ts';

const FILES = '/local/';
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

async function file(path: string): Promise<ArrayBuffer> {
  const answer = await fetch(FILES + path).catch(() => undefined);
  if (!answer?.ok) throw new HostError('missing', `cannot load ${FILES}${path}`);
  return answer.arrayBuffer();
}

/** Python with the packages and the kernels of all games. */
async function python(): Promise<Python> {
  const games = JSON.parse(new TextDecoder().decode(await file('games.json'))) as { name: string }[];
  const kernels = games.flatMap(({ name }) => [`${name}.so`, `${name}.json`]);
  const loaded = Promise.all([...['python.zip', 'msgspec.zip'].map(file), ...kernels.map((name) => file(`kernels/${name}`))]);
  loaded.catch(() => undefined); // awaited below
  const { loadPyodide } = (await import(/* @vite-ignore */ `${FILES}pyodide/pyodide.mjs`).catch((error: unknown) => {
    throw new HostError('missing', String(error));
  })) as { loadPyodide: (options: { indexURL: string }) => Promise<Python> };
  const made = await loadPyodide({ indexURL: `${FILES}pyodide/` });
  const [sources, msgspec, ...modules] = await loaded;
  for (const archive of [sources!, msgspec!]) made.unpackArchive(archive, 'zip', { extractDir: PACKAGES });
  made.FS.mkdirTree(KERNELS);
  kernels.forEach((name, i) => made.FS.writeFile(`${KERNELS}/${name}`, new Uint8Array(modules[i]!)));
  return made;
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
started.catch(() => undefined); // told to each caller

others.onmessage = ({ data }: MessageEvent<string>) => void started.then((bridge) => bridge.changed(data)).catch(() => undefined);

onmessage = async ({ data: { id, call, args } }: MessageEvent<Call>) => {
  try {
    const bridge = (await started) as unknown as Record<Call['call'], (...args: (string | number)[]) => Promise<string>>;
    say({ id, result: await bridge[call](...args) });
  } catch (error) {
    say({ id, fault: faultOf(error), message: String(error) });
  }
};
