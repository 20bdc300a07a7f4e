/**
 * Lets bots think: `node think.ts FOLDER` reads requests from stdin and prints an answer for each, as lines of JSON.
 *
 * `FOLDER` has the files of a site's folder `local/`. A request with a level goes through `Searcher`, whose workers run in this thread;
 * its answer is `{actions, seconds}` or `{fault, message}`. A request with a specification is one search; its answer is
 * `{visits, proved}` by action. One with a mixture's settings is answered by its strategy. A `question` is one of Python's, with its own answer. A request with `stop` is stopped after so many milliseconds.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { answered } from '../../web/src/lib/local/questions.ts';
import { Mixture } from '../../web/src/lib/local/search/mixture.ts';
import type { MixtureSettings } from '../../web/src/lib/local/search/mixture.ts';
import { readWeights } from '../../web/src/lib/local/search/net.ts';
import { Pacing } from '../../web/src/lib/local/search/pacing.ts';
import { SearchError } from '../../web/src/lib/local/search/errors.ts';
import { Search } from '../../web/src/lib/local/search/search.ts';
import { Searcher } from '../../web/src/lib/local/search/searcher.ts';
import type { SearchWorker } from '../../web/src/lib/local/search/searcher.ts';
import { serve } from '../../web/src/lib/local/search/serve.ts';
import type { SearchSpec } from '../../web/src/lib/local/search/spec.ts';
import { Workspace } from '../../web/src/lib/local/search/workspace.ts';

interface Request {
  game: string;
  state: string;
  seat: number;
  seed: string;
  level?: number;
  spec?: SearchSpec;
  mixture?: MixtureSettings;
  question?: string;
  stop?: number;
}

const folder = process.argv[2] as string;

globalThis.fetch = async (address) => {
  try {
    return new Response(readFileSync(join(folder, String(address).replace('/local/', ''))));
  } catch {
    return new Response(null, { status: 404 });
  }
};

function worker(): SearchWorker {
  const { port1, port2 } = new MessageChannel();
  serve(port2 as never);
  port1.start();
  port2.start();
  return Object.assign(port1, { terminate: () => port1.close() }) as never;
}

const searcher = new Searcher('/local/', worker, 2);

async function think({ game, seat, level, seed, stop }: Request, state: Uint8Array): Promise<unknown> {
  const begun = performance.now();
  if (stop !== undefined) setTimeout(() => searcher.stop(), stop);
  try {
    const actions = await searcher.think({ game, state, seat, level: level as number, seed: BigInt(seed) });
    return { actions, seconds: (performance.now() - begun) / 1000 };
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    return { fault: error.fault, message: error.message };
  }
}

function workspace(game: string, state: Uint8Array): Workspace {
  const description = JSON.parse(readFileSync(join(folder, `kernels/${game}.json`), 'utf8'));
  return new Workspace(new WebAssembly.Module(readFileSync(join(folder, `kernels/${game}.wasm`))), description, state);
}

function pacing(): Pacing {
  return new Pacing(new AbortController().signal);
}

async function search({ game, seat, seed }: Request, state: Uint8Array, spec: SearchSpec): Promise<unknown> {
  const space = workspace(game, state);
  const run = new Search(space, seat, spec, spec.nodes, BigInt(seed));
  await run.run({ iterations: spec.iterations, seconds: spec.seconds }, pacing());
  return { visits: run.arms().map(({ action, visits }) => [action, visits]), iterations: run.iterations };
}

async function mix({ game, seat, seed }: Request, state: Uint8Array, settings: MixtureSettings): Promise<unknown> {
  const space = workspace(game, state);
  const file = join(folder, `kernels/${game}.net`);
  if (settings.net) space.placeNet(readWeights(readFileSync(file), file, game, space.kernels.description.net!));
  space.seed(space.rng, BigInt(seed));
  const mixture = await new Mixture(space, seat, settings, pacing()).run();
  return { strategy: mixture.strategy(), rounds: mixture.rounds, sample: mixture.sample() };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  if (request.question) {
    console.log(await answered(searcher, request.question));
    continue;
  }
  const state = Uint8Array.from(Buffer.from(request.state, 'hex'));
  if (request.mixture) console.log(JSON.stringify(await mix(request, state, request.mixture)));
  else console.log(JSON.stringify(request.spec ? await search(request, state, request.spec) : await think(request, state)));
}
searcher.close(); // not process.exit(), in which Node can hang while it compiles (nodejs/node, issue 64274)
