import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BrowserSearches } from '../src/lib/browserSearches';
import { Connection } from '../src/lib/connection';
import type { StudyOrder } from '../src/lib/protocol';
import { fakeBrowser, socket } from './socket';

const FOLDER = '/local/wasm-1/';
const order = { type: 'study', game: 'nim', number: 3 } as StudyOrder;
const found = { iterations: 5, proved: false, moves: [] };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Workers that are loaded when the test says so. */
function workers(study = () => Promise.resolve(found)) {
  const close = vi.fn();
  let arrive: (() => void) | undefined;
  const load = vi.fn(() => new Promise<{ study: typeof study; close: () => void }>((resolve) => (arrive = () => resolve({ study, close }))));
  return { load, close, arrive: () => arrive!() };
}

describe('searches of the browser', () => {
  it('load once, at the first question, and are offered as soon as they can run', async () => {
    const { load, arrive } = workers();
    const searches = new BrowserSearches(load);
    expect(await searches.offer('', 'nim')).toBe(false);
    expect(load).not.toHaveBeenCalled();
    const first = searches.offer(FOLDER, 'nim');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await first).toBe(false);
    arrive();
    expect(await searches.offer(FOLDER, 'nim')).toBe(true);
    expect(load.mock.calls).toEqual([[FOLDER, 'nim']]);
    expect(await searches.run(order)).toEqual({ type: 'studied', number: 3, found });
  });

  it('are never offered again once one has failed, and their workers end', async () => {
    const { load, close, arrive } = workers(() => Promise.reject(new Error('memory')));
    const searches = new BrowserSearches(load);
    const first = searches.offer(FOLDER, 'nim');
    arrive();
    expect(await first).toBe(true);
    expect(await searches.run(order)).toEqual({ type: 'studied', number: 3, found: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(close).toHaveBeenCalledOnce();
    expect(await searches.offer(FOLDER, 'nim')).toBe(false);
  });

  it('are not offered where their files are missing', async () => {
    const searches = new BrowserSearches(() => Promise.reject(new Error('404')));
    expect(await searches.offer(FOLDER, 'nim')).toBe(false);
    expect(await searches.offer(FOLDER, 'nim')).toBe(false);
  });

  it('load nothing more once they are closed', async () => {
    const { load } = workers();
    const searches = new BrowserSearches(load);
    searches.close();
    expect(await searches.offer(FOLDER, 'nim')).toBe(false);
    expect(load).not.toHaveBeenCalled();
  });

  it('answer what the server orders, and end with the line', async () => {
    fakeBrowser();
    const { load, close, arrive } = workers();
    const line = new Connection('t', { since: () => 0, news: () => undefined, online: () => undefined, missing: () => undefined }, new BrowserSearches(load));
    socket().open();
    socket().hear({ type: 'welcome', seq: 0, log: [], table: { game: 'nim', search: FOLDER } });
    const hint = line.ask<'hint'>({ type: 'hint', seat: 0 });
    arrive();
    await vi.advanceTimersByTimeAsync(0);
    const asked = socket().sent.at(-1)!;
    expect(asked).toMatchObject({ type: 'hint', seat: 0, here: true });
    socket().hear(order);
    await vi.advanceTimersByTimeAsync(0);
    expect(socket().sent.at(-1)).toEqual({ type: 'studied', number: 3, found });
    socket().hear({ type: 'hint', ask: asked['ask'], best: { plies: ['1'] } });
    expect((await hint).best.plies).toEqual(['1']);
    line.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(close).toHaveBeenCalledOnce();
  });

  it('do not answer over the next connection, whose orders have other numbers', async () => {
    fakeBrowser();
    let finish!: (result: typeof found) => void;
    const { load, arrive } = workers(() => new Promise((resolve) => (finish = resolve)));
    const searches = new BrowserSearches(load);
    const line = new Connection('t', { since: () => 0, news: () => undefined, online: () => undefined, missing: () => undefined }, searches);
    socket().open();
    const offered = searches.offer(FOLDER, 'nim');
    arrive();
    await offered;
    socket().hear(order);
    socket().onclose!({ code: 1006 });
    await vi.advanceTimersByTimeAsync(1000);
    socket().open();
    finish(found);
    await vi.advanceTimersByTimeAsync(0);
    expect(socket().types()).toEqual(['hello']);
    line.close();
  });
});
