import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LostError, RefusedError } from '../src/lib/exchange';
import type { Call, Said } from '../src/lib/local/calls';
import { Host, type HostWorker } from '../src/lib/local/host.svelte';
import { LocalLine } from '../src/lib/local/localLine';

/** A worker whose other end is the test. */
class FakeWorker implements HostWorker {
  calls: Call[] = [];
  heard: (event: MessageEvent<Said>) => void = () => undefined;
  failed: (event: Event) => void = () => undefined;

  postMessage(call: Call): void {
    this.calls.push(call);
  }
  addEventListener(type: 'message' | 'error', listener: (event: never) => void): void {
    if (type === 'message') this.heard = listener;
    else this.failed = listener;
  }
  say(said: Said): void {
    this.heard({ data: said } as MessageEvent<Said>);
  }
  /** Answer the oldest call. */
  answer(result: string): Call {
    const call = this.calls.shift()!;
    this.say({ id: call.id, result });
    return call;
  }
  crash(): void {
    this.failed({} as Event);
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
let worker: FakeWorker;
let host: Host;

beforeEach(() => {
  worker = new FakeWorker();
  host = new Host(() => worker);
});

describe('requests to the host of this device', () => {
  it('are answered like those to a server', async () => {
    const asked = host.request('GET', '/api/tables', '');
    expect(worker.answer('200 [{"id":"t"}]').args).toEqual(['GET', '/api/tables', '']);
    const answer = await asked;
    expect([answer.status, await answer.json()]).toEqual([200, [{ id: 't' }]]);
  });

  it('may have no content', async () => {
    const asked = host.request('DELETE', '/api/tables/t', '');
    worker.answer('204 ');
    expect((await asked).status).toBe(204);
  });

  it('say why the host does not work', async () => {
    const asked = host.request('GET', '/api/tables', '');
    worker.say({ id: worker.calls[0]!.id, fault: 'memory', message: 'out of memory' });
    expect(await (await asked).json()).toEqual({ code: 'failed', say: { k: 'host-memory' } });
    expect(host.fault).toBe('memory');
  });

  it('show how far the start of the host is, until it has started', async () => {
    expect(host.progress).toBeUndefined();
    void host.request('GET', '/api/tables', '');
    expect(host.progress).toEqual({ phase: 'downloading', share: 0 });
    worker.say({ progress: { phase: 'starting', share: 0.7 } });
    expect(host.progress).toEqual({ phase: 'starting', share: 0.7 });
    worker.say({ ready: true });
    await host.settled;
    expect(host.progress).toBeUndefined();
  });

  it('show the fault in place of the progress when the host does not start', async () => {
    const asked = host.request('GET', '/api/tables', '');
    worker.say({ id: worker.calls[0]!.id, fault: 'missing', message: 'no file' });
    await asked;
    await host.settled;
    expect([host.progress, host.fault]).toEqual([undefined, 'missing']);
  });

  it('fail when the worker crashes, and at once afterwards', async () => {
    const asked = host.request('GET', '/api/tables', '');
    worker.crash();
    expect((await asked).status).toBe(503);
    expect((await host.request('GET', '/api/tables', '')).status).toBe(503);
    await expect(host.connect('t', () => undefined)).rejects.toMatchObject({ fault: 'failed' });
  });
});

describe('durable storage', () => {
  const persist = vi.fn(() => Promise.reject(new Error('refused')));
  beforeEach(() => vi.stubGlobal('navigator', { storage: { persist } }));
  afterEach(() => vi.unstubAllGlobals());

  async function request(method: string, address: string, answer: string): Promise<void> {
    const asked = host.request(method, address, '');
    worker.answer(answer);
    await asked;
  }

  it('is asked for once a table was made, and only then', async () => {
    await request('GET', '/api/tables', '200 []');
    await request('POST', '/api/puzzles/toy/one', '200 []');
    await request('POST', '/api/tables', '507 {}');
    expect(persist).not.toHaveBeenCalled();
    await request('POST', '/api/tables', '200 {}');
    await request('POST', '/api/records', '200 {}');
    expect(persist).toHaveBeenCalledOnce();
  });
});

describe('a line to a table of this device', () => {
  const told: unknown[] = [];
  const online: boolean[] = [];
  const missing: string[] = [];
  let line: LocalLine;

  beforeEach(() => {
    for (const list of [told, online, missing]) list.length = 0;
    line = new LocalLine('t', { since: () => 3, seat: () => 1, news: (message) => told.push(message), online: (yes) => online.push(yes), missing: (why) => missing.push(why) }, host);
  });

  const hear = (message: object) => worker.say({ connection: 5, text: JSON.stringify(message) });

  async function connect(): Promise<void> {
    worker.answer('5');
    await settled();
    hear({ type: 'welcome', seq: 3, log: [] });
  }

  it('greets, and matches answers by number', async () => {
    await connect();
    expect(worker.calls[0]).toMatchObject({ call: 'receive', args: [5, '{"type":"hello","since":3,"seat":1}'] });
    expect(online).toEqual([true]);
    const asked = line.ask<'look'>({ type: 'look', event: 1 });
    hear({ type: 'look', ask: 1, event: 1 });
    expect((await asked).event).toBe(1);
    const played = line.submit({ type: 'resign', seat: 0 });
    const { key } = JSON.parse(String(worker.calls[2]!.args[1])) as { key: string };
    hear({ type: 'refused', code: 'over', say: { k: 'x' }, key });
    await expect(played).rejects.toBeInstanceOf(RefusedError);
  });

  it('says that there is no such table, or that it cannot be read', async () => {
    worker.answer('{"code":"no-table","say":{"k":"problem-no-table"}}');
    await settled();
    expect(missing).toEqual(['missing']);
    new LocalLine('u', { since: () => 0, news: () => undefined, online: () => undefined, missing: (why) => missing.push(why) }, host);
    worker.answer('{"code":"failed","say":{"k":"problem-broken-save"}}');
    await settled();
    expect(missing).toEqual(['missing', 'broken']);
  });

  it('is offline where the host does not work', async () => {
    worker.crash();
    await settled();
    expect(online).toEqual([false]);
    await expect(line.ask<'look'>({ type: 'look', event: 1 })).rejects.toBeInstanceOf(LostError);
  });

  it('hears nothing after it was closed', async () => {
    await connect();
    line.close();
    expect(worker.calls.at(-1)).toMatchObject({ call: 'close', args: [5] });
    const before = told.length;
    hear({ type: 'chat', seq: 4 });
    expect(told).toHaveLength(before);
  });
});
