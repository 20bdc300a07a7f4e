/** The host of this device's tables, as the page sees it. */

import type { Call, Fault, Progress, Said } from './calls';
import { HostError } from './calls';

type Waiting = { resolve: (result: string) => void; reject: (error: HostError) => void };

export interface HostWorker {
  postMessage(call: Call): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Said>) => void): void;
  addEventListener(type: 'error', listener: (event: Event) => void): void;
}

/** Requests after which there may be a table that was not there before. */
const MAKING = /^\/api\/(?:tables|records|diagrams|backups)\b/;

export class Host {
  /** Why the host does not work. */
  fault = $state<Fault>();
  /** How far the start is, from the first call until the host answers or has failed. */
  progress = $state.raw<Progress>();
  /** Resolves when the host has started or failed. */
  readonly settled: Promise<void>;
  #settle: () => void = () => undefined;
  readonly #spawn: () => HostWorker;
  #worker: HostWorker | undefined;
  #calls = 0;
  /** The worker has failed as a whole: it answers nothing more. */
  #crash: HostError | undefined;
  /** Durable storage has been asked for. */
  #kept = false;
  readonly #waiting = new Map<number, Waiting>();
  readonly #connections = new Map<number, (text: string) => void>();

  constructor(spawn: () => HostWorker = newWorker) {
    this.#spawn = spawn;
    this.settled = new Promise((resolve) => (this.#settle = resolve));
  }

  /** The answer to an HTTP request. Where the host does not work, it says so. */
  async request(method: string, address: string, body: string): Promise<Response> {
    try {
      const answer = await this.#call('request', method, address, body);
      const status = Number(answer.slice(0, 3));
      if (method === 'POST' && status === 200 && MAKING.test(address)) this.#keep();
      return new Response(status === 204 ? null : answer.slice(4), { status });
    } catch (error) {
      const { fault } = error as HostError;
      return new Response(JSON.stringify({ code: 'failed', say: { k: `host-${fault}` } }), { status: 503 });
    }
  }

  /** Connect to a table: gives the number of the connection, or the problem. Throws a `HostError`. */
  async connect(table: string, receive: (text: string) => void): Promise<number | { code: string; say: { k: string } }> {
    const answer = JSON.parse(await this.#call('connect', table)) as number | { code: string; say: { k: string } };
    if (typeof answer === 'number') this.#connections.set(answer, receive);
    return answer;
  }

  send(connection: number, text: string): void {
    this.#call('receive', connection, text).catch(() => undefined); // the fault is shown
  }

  close(connection: number): void {
    this.#connections.delete(connection);
    this.#call('close', connection).catch(() => undefined);
  }

  /** Ask the browser to keep the games when its disk is full. */
  #keep(): void {
    if (this.#kept) return;
    this.#kept = true;
    navigator.storage?.persist?.().catch(() => undefined); // old browsers have neither
  }

  #call(call: Call['call'], ...args: (string | number)[]): Promise<string> {
    if (this.#crash) return Promise.reject(this.#crash);
    const worker = (this.#worker ??= this.#open());
    const id = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call, args });
    });
  }

  #open(): HostWorker {
    this.progress = { phase: 'downloading', share: 0 };
    const worker = this.#spawn();
    worker.addEventListener('message', ({ data }) => this.#heard(data));
    worker.addEventListener('error', () => this.#broken());
    return worker;
  }

  #heard(said: Said): void {
    if ('connection' in said) return this.#connections.get(said.connection)?.(said.text);
    if ('progress' in said) return void (this.progress = said.progress);
    if ('ready' in said) return this.#started();
    const waiting = this.#waiting.get(said.id);
    this.#waiting.delete(said.id);
    if ('result' in said) return waiting?.resolve(said.result);
    this.#failed(said.fault);
    waiting?.reject(new HostError(said.fault, said.message));
  }

  /** The worker itself does not load, or has crashed. */
  #broken(): void {
    this.#crash = new HostError('failed', 'the worker of the host has failed');
    this.#failed(this.#crash.fault);
    for (const { reject } of this.#waiting.values()) reject(this.#crash);
    this.#waiting.clear();
  }

  #failed(fault: Fault): void {
    this.fault = fault;
    this.#started();
  }

  #started(): void {
    this.progress = undefined;
    this.#settle();
  }
}

function newWorker(): HostWorker {
  return new Worker(new URL('./host.worker.ts', import.meta.url), { type: 'module' });
}

export const host = new Host();
