import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { prefs } from '../src/lib/prefs.svelte';
import { TableModel } from '../src/lib/table/model.svelte';
import { fakeBrowser, socket } from './socket';

const say = { k: 'x' };
const view = { pieces: [], counters: [], docks: [], status: say, colours: [], movers: [] };
/** Four moves, and the resignation that ends the game. */
const log = [1, 2, 3, 4, 5].map((seq) => ({ seq, lines: seq < 5 ? [] : [{ say: { k: 'event-resign' } }] }));
/** Longer than a move is shown at instant speed. */
const SHOWN = 400;

let model: TableModel;

/** Answer the newest question for a position, which shows it. */
async function looked(): Promise<void> {
  const { ask, event } = socket().sent.findLast((message) => message['type'] === 'look') as { ask: number; event: number };
  socket().hear({ type: 'look', ask, event, view });
  await vi.advanceTimersByTimeAsync(0);
}

/** Replay the game up to its first move. */
async function begun(): Promise<void> {
  void model.replay.start();
  await looked();
  await vi.advanceTimersByTimeAsync(SHOWN);
  await looked();
  expect([model.display.move, model.replay.running]).toEqual([1, true]);
}

beforeEach(async () => {
  vi.useFakeTimers();
  fakeBrowser();
  prefs.speed = 'instant';
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  model = new TableModel('t');
  socket().open();
  socket().hear({ type: 'welcome', table: { stage: '/stage' }, you: [], seq: 5, view: { ...view, result: {} }, log });
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
  model.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a replay', () => {
  it('shows every move and ends at the present', async () => {
    await begun();
    for (const move of [2, 3]) {
      await vi.advanceTimersByTimeAsync(SHOWN);
      await looked();
      expect(model.display.move).toBe(move);
    }
    await vi.advanceTimersByTimeAsync(SHOWN);
    expect([model.display.live, model.replay.running]).toEqual([true, false]);
  });

  it('stops where it is, even while the next position is being fetched', async () => {
    await begun();
    await vi.advanceTimersByTimeAsync(SHOWN);
    model.replay.stop();
    await looked();
    await vi.advanceTimersByTimeAsync(SHOWN);
    expect([model.display.move, model.replay.running]).toEqual([1, false]);
  });

  it('gives way to an analysis, which begins at the move that is shown', async () => {
    await begun();
    void model.analyse();
    await looked();
    await vi.advanceTimersByTimeAsync(SHOWN);
    expect([model.analysis.board?.event, model.replay.running]).toEqual([1, false]);
  });

  it('gives way to another move that the reader looks at', async () => {
    await begun();
    void model.lookAtMove(3);
    await looked();
    await vi.advanceTimersByTimeAsync(SHOWN);
    expect([model.display.move, model.replay.running]).toEqual([3, false]);
  });
});
