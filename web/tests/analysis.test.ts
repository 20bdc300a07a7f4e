import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { readLines, rememberLines } from '../src/lib/prefs.svelte';
import type { Variation } from '../src/lib/table/lines';
import { TableModel } from '../src/lib/table/model.svelte';
import { fakeBrowser, socket } from './socket';

const say = { k: 'x' };
const view = { pieces: [], counters: [], docks: [], status: say, colours: [], movers: [0] };

let model: TableModel;
/** Each test has a table of its own, as lines are remembered. */
let tables = 0;

const asked = (type: string) => socket().sent.filter((message) => message['type'] === type);

/** Answer the newest questions of a type, the last one first. */
async function answer(type: 'look' | 'analysis' | 'review', fields: object = {}, count = 1): Promise<void> {
  for (const { ask, tried } of asked(type).slice(-count).toReversed()) socket().hear({ type, ask, event: 0, view, tried, ...fields });
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(async () => {
  vi.useFakeTimers();
  fakeBrowser();
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  model = new TableModel(`t${++tables}`);
  socket().open();
  socket().hear({ type: 'welcome', table: { stage: '/stage' }, you: [], seq: 0, view: { ...view, result: {} }, log: [] });
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
  model.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('deleting a line', () => {
  const line = (ply: string, ...lines: Variation[]): Variation => ({ moves: [{ seat: 0, plies: [ply] }], lines });
  const firsts = (lines: readonly Variation[]) => lines.map(({ moves }) => moves[0]!.plies[0]);

  /** Show the line b after a, which has siblings. */
  beforeEach(async () => {
    model.analysis.add({ 0: [line('a', line('b'), line('c'), line('d'))] });
    const [a] = model.analysis.lines[0]!;
    void model.openLine(0, [a!, a!.lines[0]!]);
    await answer('look');
    expect(model.analysis.depth).toBe(2);
  });

  it('twice at once deletes no other', async () => {
    void model.removeLine();
    void model.removeLine();
    await answer('look', {}, 2);
    expect(firsts(model.analysis.lines[0]![0]!.lines)).toEqual(['c', 'd']);
    expect(model.analysis.depth).toBe(1);
  });

  it('deletes nothing if one cannot go back', async () => {
    void model.removeLine();
    await answer('look', { type: 'refused', code: 'late', say });
    expect(firsts(model.analysis.lines[0]![0]!.lines)).toEqual(['b', 'c', 'd']);
    expect(model.analysis.depth).toBe(2);
  });
});

describe('a table in two tabs', () => {
  const line = (ply: string, ...lines: Variation[]): Variation => ({ moves: [{ seat: 0, plies: [ply] }], lines });

  it('stores the lines of both, and deletes what one of them deletes', async () => {
    const other = new TableModel(model.id, () => ({ searches: false, close: vi.fn(), hello: vi.fn(), ask: vi.fn(), submit: vi.fn() }));
    other.analysis.add({ 0: [line('a')] });
    model.analysis.add({ 0: [line('b')] });
    expect(readLines(model.id)).toEqual({ 0: [line('a'), line('b')] });
    void model.openLine(0, model.analysis.lines[0]!.slice(0, 1));
    await answer('look');
    model.analysis.rename('mine');
    model.analysis.rename('');
    expect(readLines(model.id)[0]![0]!.name).toBe('');
    other.analysis.add({ 0: [line('c')] });
    void model.removeLine();
    await answer('look');
    expect(readLines(model.id)).toEqual({ 0: [line('b'), line('c')] });
  });

  it('keeps no line that the other one has deleted, unless it is shown', async () => {
    model.analysis.add({ 0: [line('a', line('e')), line('b'), line('c')] });
    const other = new TableModel(model.id, () => ({ searches: false, close: vi.fn(), hello: vi.fn(), ask: vi.fn(), submit: vi.fn() }));
    for (const deleted of ['b', 'c']) {
      void model.openLine(0, [model.analysis.lines[0]!.find(({ moves }) => moves[0]!.plies[0] === deleted)!]);
      await answer('look');
      void model.removeLine();
      await answer('look');
    }
    other.analysis.add({ 0: [line('d')] });
    expect(readLines(model.id)).toEqual({ 0: [line('a', line('e')), line('d')] });

    const [a] = model.analysis.lines[0]!;
    void model.openLine(0, [a!, a!.lines[0]!]);
    await answer('look');
    rememberLines(model.id, { 0: [line('d')] });
    model.analysis.rename('mine');
    expect(readLines(model.id)).toEqual({ 0: [line('a', { ...line('e'), name: 'mine' }), line('d')] });
  });
});

describe('the search on the analysis board', () => {
  beforeEach(async () => {
    void model.analyse();
    await answer('look');
    model.findings.start();
    model.findings.stop();
    model.findings.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked('analysis')).toHaveLength(2);
  });

  it('that was stopped asks no more when another one has begun', async () => {
    await answer('analysis', { best: [], done: false }, 2);
    expect(asked('analysis')).toHaveLength(3);
    expect(model.findings.on).toBe(true);
  });

  it('that was stopped changes nothing more', async () => {
    model.findings.stop();
    await answer('analysis', { best: [], done: false }, 2);
    expect(model.findings.answer).toBeUndefined();
    model.findings.start();
    await vi.advanceTimersByTimeAsync(0);
    await answer('analysis', { best: [], done: false }, 3);
    expect(model.findings.answer).toBeDefined();
  });

  it('that is refused for good says why and ends', async () => {
    await answer('analysis', { type: 'refused', code: 'illegal', say }, 2);
    expect(model.sync.reason?.say).toEqual(say);
    expect([model.findings.on, model.findings.busy]).toEqual([false, false]);
  });

  it('that was stopped does not say that there is too much to search', async () => {
    model.findings.stop();
    await answer('analysis', { type: 'refused', code: 'busy', say }, 2);
    expect([model.findings.on, model.findings.busy]).toEqual([false, false]);
  });
});

describe('a review', () => {
  it('that is refused says why, and can be asked for again', async () => {
    for (const asks of [1, 2]) {
      const begun = model.review.begin();
      await vi.advanceTimersByTimeAsync(0);
      expect(model.review.failure).toBeUndefined();
      expect(asked('review')).toHaveLength(asks);
      await answer('review', { type: 'refused', code: 'failed', say });
      await begun;
      expect(model.review.failure).toEqual(say);
    }
  });

  it('asks no more once the table is left', async () => {
    void model.review.begin();
    await vi.advanceTimersByTimeAsync(0);
    socket().onclose!({ code: 1006 });
    const ask = vi.spyOn(model.sync.line, 'ask');
    await vi.advanceTimersByTimeAsync(1500);
    expect(ask).toHaveBeenCalledOnce();
    model.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledOnce();
  });
});
