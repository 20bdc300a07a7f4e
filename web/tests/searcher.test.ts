import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Searcher, type SearchWorker } from '../src/lib/local/search/searcher';
import type { Answer, Job, Order } from '../src/lib/local/search/serve';

const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const LARGE = 1 << 17;
const SMALL = 1 << 15;

/** A worker that notes its orders and answers when the test says so. */
class FakeWorker implements SearchWorker {
  readonly orders: Order[] = [];
  #hear: (event: MessageEvent<Answer>) => void = () => undefined;

  postMessage(order: Order): void {
    this.orders.push(order);
  }

  addEventListener(type: 'message' | 'error', listener: (event: never) => void): void {
    if (type === 'message') this.#hear = listener as (event: MessageEvent<Answer>) => void;
  }

  terminate(): void {
    this.orders.length = 0;
  }

  answer(data: Answer): void {
    this.#hear({ data } as MessageEvent<Answer>);
  }

  get nodes(): number {
    return (this.orders.at(-1) as Job).nodes;
  }
}

let workers: FakeWorker[];

function searcher(most?: number): Searcher {
  const spawn = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  return new Searcher('/local/', spawn, most);
}

const worlds = (made: Searcher) => made.run('nim', new Uint8Array(1), { kind: 'worlds', seat: 0, seed: 1n, count: 1 });

/** Let requests go on until they wait for workers. */
const begun = (number: number) => vi.waitFor(() => expect(workers.flatMap(({ orders }) => orders)).toHaveLength(number));

beforeEach(() => {
  workers = [];
  vi.stubGlobal('navigator', { hardwareConcurrency: 3, userAgent: 'Desktop' });
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(new Response(address.endsWith('.wasm') ? EMPTY : '{}')));
});
afterEach(() => vi.unstubAllGlobals());

describe('searches', () => {
  it('run in one worker for each processor, and others wait', async () => {
    const made = searcher();
    const found = Array.from({ length: 5 }, () => worlds(made));
    await begun(3);
    expect(workers).toHaveLength(3);
    for (const worker of workers) worker.answer({ result: [] });
    await begun(5);
    expect(workers).toHaveLength(3);
    for (const worker of workers) worker.answer({ result: [] });
    expect(await Promise.all(found)).toEqual(Array(5).fill([]));
  });

  it('fail when their workers end', async () => {
    const made = searcher(1);
    const found = Promise.allSettled([worlds(made), worlds(made)]);
    await begun(1);
    made.close();
    expect((await found).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('start no worker when they are closed while their files load', async () => {
    const made = searcher();
    const found = worlds(made);
    made.close();
    await expect(found).rejects.toMatchObject({ fault: 'failed', message: 'the workers have ended' });
    expect(workers).toEqual([]);
  });

  it.each([
    ['a computer', {}, LARGE],
    ['a phone', { userAgent: 'Mozilla/5.0 (Linux; Android 16) Mobile' }, SMALL],
    ['little memory', { deviceMemory: 2 }, SMALL],
  ])('have trees that fit %s', async (_, device, nodes) => {
    vi.stubGlobal('navigator', { hardwareConcurrency: 1, userAgent: 'Desktop', ...device });
    void worlds(searcher());
    await begun(1);
    expect(workers[0]!.nodes).toBe(nodes);
  });

  it('try a small tree where memory is short, and then say so', async () => {
    const found = worlds(searcher());
    await begun(1);
    workers[0]!.answer({ fault: 'memory', message: 'out of memory' });
    await begun(2);
    expect(workers[0]!.nodes).toBe(SMALL);
    workers[0]!.answer({ fault: 'memory', message: 'out of memory' });
    await expect(found).rejects.toMatchObject({ fault: 'memory' });
  });

  it('all hear of a stop, also those that wait', async () => {
    const made = searcher(1);
    void worlds(made);
    void worlds(made);
    await begun(1);
    made.stop();
    expect(workers[0]!.orders.at(-1)).toBe('stop');
    workers[0]!.answer({ result: [] });
    await begun(4);
    expect(workers[0]!.orders.at(-1)).toBe('stop');
  });

  it('that lack a file say which', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })));
    await expect(worlds(searcher())).rejects.toMatchObject({ fault: 'missing', message: 'cannot load /local/kernels/nim.wasm' });
  });
});
