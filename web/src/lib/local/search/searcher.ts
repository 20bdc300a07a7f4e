/** Bots in the browser: search workers, each with the kernels of the game that it plays. */

import type { Description } from '../../kernels.ts';
import { SearchError } from './errors.ts';
import { readWeights } from './net.ts';
import type { Weights } from './net.ts';
import type { Spec } from './spec.ts';
import { keyOf } from './serve.ts';
import type { Answer, Job, Order, Port, Result, Tasks, Work } from './serve.ts';

export interface ThinkRequest {
  game: string;
  /** The record of the seat's view of the position. */
  state: Uint8Array;
  seat: number;
  /** The bot's level, from 1. */
  level: number;
  /** Equal seeds give equal moves, unless time is limited. */
  seed: bigint;
}

export interface SearchWorker extends Port<Answer, Order> {
  addEventListener(type: 'message', listener: (event: MessageEvent<Answer>) => void): void;
  addEventListener(type: 'error', listener: (event: Event) => void): void;
  terminate(): void;
}

interface Kernels {
  module: WebAssembly.Module;
  description: Description;
}

/** A job and who waits for its answer. */
interface Task {
  job: Job;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
  stopped: boolean;
}

interface Station {
  worker: SearchWorker;
  task: Task | undefined;
  /** The last job, of whose game the worker has the memory. */
  last: Job | undefined;
}

const SMALL = 1 << 15;
const LARGE = 1 << 17;

export class Searcher {
  readonly #files: string;
  readonly #spawn: () => SearchWorker;
  readonly #most: number;
  readonly #stations: Station[] = [];
  readonly #waiting: Task[] = [];
  readonly #loaded = new Map<string, Promise<unknown>>();
  #closed = false;

  /** Bots with the files in the folder `files`, such as `/local/`: as many as there are processors think at a time. */
  constructor(files: string, spawn: () => SearchWorker = newWorker, most = navigator.hardwareConcurrency || 1) {
    this.#files = files;
    this.#spawn = spawn;
    this.#most = most;
  }

  /**
   * The actions of a whole submission of a seat.
   *
   * Throws a `SearchError`: a file is missing, there is not enough memory, or the request is wrong.
   */
  async think({ game, state, seat, level, seed }: ThinkRequest): Promise<number[]> {
    const levels = await this.#once('levels.json', async () => (await this.#file('levels.json')).json() as Promise<Record<string, Spec[]>>);
    const spec = levels[game]?.[level - 1];
    if (!spec) throw new SearchError('refused', `${game} has no level ${level}`);
    return this.run(game, state, { kind: 'submission', seat, spec, seed });
  }

  /** The kernels of a game; throws a `SearchError` if they cannot be loaded. */
  load(game: string): Promise<Kernels> {
    return this.#once(game, () => this.#kernels(game));
  }

  /**
   * The result of any work on what a seat sees of a game, a record of `state`.
   *
   * Throws a `SearchError`, as `think` does.
   */
  async run<Kind extends keyof Tasks>(game: string, state: Uint8Array, work: Work & { kind: Kind }): Promise<Tasks[Kind]['result']> {
    const kernels = await this.load(game);
    const weights = 'spec' in work && 'net' in work.spec && work.spec.net ? await this.#weights(game, kernels.description, work.spec.net) : undefined;
    let nodes = isSmall() ? SMALL : LARGE;
    for (;;) {
      try {
        return await this.#ask({ game, ...kernels, weights, state, nodes, work });
      } catch (error) {
        if (!(error instanceof SearchError && error.fault === 'memory') || nodes <= SMALL) throw error;
        nodes = SMALL;
      }
    }
  }

  /** Let all that think now answer at once with their best. */
  stop(): void {
    for (const task of this.#waiting) task.stopped = true;
    for (const { worker, task } of this.#stations) if (task) worker.postMessage('stop');
  }

  /** End all workers for good. Pending searches fail, including those still loading files. */
  close(): void {
    this.#closed = true;
    const stations = this.#stations.splice(0);
    for (const { worker } of stations) worker.terminate();
    for (const task of [...stations.map((station) => station.task), ...this.#waiting.splice(0)]) task?.reject(ended());
  }

  #ask(job: Job): Promise<Result> {
    if (this.#closed) return Promise.reject(ended());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject, stopped: false });
      this.#assign();
    });
  }

  /** Give waiting tasks to idle workers, and start workers while there are fewer than processors. */
  #assign(): void {
    while (this.#waiting.length) {
      const idle = this.#stations.filter((station) => !station.task);
      const { job } = this.#waiting[0]!;
      const key = keyOf(job);
      const resumed = key === '' ? undefined : idle.find(({ last }) => last && keyOf(last) === key);
      const station = resumed ?? idle.find(({ last }) => last?.game === job.game) ?? (this.#stations.length < this.#most ? this.#open() : idle[0]);
      if (!station) return;
      const task = this.#waiting.shift()!;
      station.task = task;
      station.last = job;
      station.worker.postMessage(job);
      if (task.stopped) station.worker.postMessage('stop');
    }
  }

  #open(): Station {
    const station: Station = { worker: this.#spawn(), task: undefined, last: undefined };
    station.worker.addEventListener('message', ({ data }) => {
      const { task } = station;
      station.task = undefined;
      if ('result' in data) task?.resolve(data.result);
      else task?.reject(new SearchError(data.fault, data.message));
      this.#assign();
    });
    station.worker.addEventListener('error', (event) => {
      this.#stations.splice(this.#stations.indexOf(station), 1);
      station.worker.terminate();
      const message = 'message' in event ? String(event.message) : 'a search worker does not start';
      station.task?.reject(new SearchError('failed', message));
      this.#assign();
    });
    this.#stations.push(station);
    return station;
  }

  async #kernels(game: string): Promise<Kernels> {
    const [code, described] = await Promise.all([this.#file(`kernels/${game}.wasm`), this.#file(`kernels/${game}.json`)]);
    const module = await WebAssembly.compile(await code.arrayBuffer()); // works without the media type application/wasm, too
    return { module, description: (await described.json()) as Description };
  }

  /** The weights of a game, loaded when a search needs them. */
  #weights(game: string, { net: inputs }: Description, net: true | string): Promise<Weights> {
    if (net !== true) throw new SearchError('refused', `weights are those of the game in a browser, not ${net}`);
    if (!inputs) throw new SearchError('refused', `${game} has no net`);
    const file = `kernels/${game}.net`;
    return this.#once(file, async () => readWeights(new Uint8Array(await (await this.#file(file)).arrayBuffer()), this.#files + file, game, inputs));
  }

  async #file(path: string): Promise<Response> {
    const response = await fetch(this.#files + path).catch(() => undefined);
    if (!response?.ok) throw new SearchError('missing', `cannot load ${this.#files}${path}`);
    return response;
  }

  /** The result of the first successful load by this name. */
  #once<T>(name: string, load: () => Promise<T>): Promise<T> {
    const known = this.#loaded.get(name) as Promise<T> | undefined;
    if (known) return known;
    const loading = load().catch((error: unknown) => {
      this.#loaded.delete(name);
      throw error;
    });
    this.#loaded.set(name, loading);
    return loading;
  }
}

function ended(): SearchError {
  return new SearchError('failed', 'the workers have ended');
}

function newWorker(): SearchWorker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/** Whether this machine is a phone or has little memory. */
function isSmall(): boolean {
  const { deviceMemory = 8, userAgent } = navigator as Navigator & { deviceMemory?: number };
  return deviceMemory < 4 || /Mobi|Android/.test(userAgent);
}
