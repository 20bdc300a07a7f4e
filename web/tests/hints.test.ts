import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { TableModel } from '../src/lib/table/model.svelte';
import { fakeBrowser, socket } from './socket';

const say = { k: 'x' };
const view = { pieces: [], counters: [], docks: [], status: say, colours: [], movers: [0] };
const best = { plies: ['a', 'b'], words: say, share: 1, win_shares: [0.6, 0.4], spots: [['a1']] };
const turn = () => new Promise((resolve) => setTimeout(resolve));

let model: TableModel;

/** Answer the newest question: a turn is two of the plies `a` to `c`. */
async function answer(type: 'choices' | 'hint', found?: object): Promise<void> {
  await turn(); // a hint is asked for once this browser has offered to search
  const { ask, plies = [] } = socket().sent.findLast((message) => message['type'] === type) as { ask: number; plies?: string[] };
  const options = ['a', 'b', 'c'].filter((ply) => !plies.includes(ply)).map((ply) => ({ ply, path: [`spot:${ply}`] }));
  const complete = plies.length === 2;
  socket().hear({ ask, ...(found ?? { type: 'choices', choices: { prompt: say, options: complete ? [] : options, complete } }) });
  await turn();
}

/** Ask for a hint and for its turn. */
async function shown(): Promise<void> {
  void model.hints.next();
  await answer('hint', { type: 'hint', best });
  await answer('choices'); // nothing staged
  void model.hints.next();
  for (let plies = 0; plies < 3; plies++) await answer('choices');
}

beforeEach(async () => {
  fakeBrowser();
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  model = new TableModel('t');
  socket().open();
  socket().hear({ type: 'welcome', table: { stage: '/stage' }, you: [0], seq: 0, view, log: [] });
  await turn();
  await answer('choices');
});

afterEach(() => {
  model.close();
  vi.unstubAllGlobals();
});

describe('a hint', () => {
  it('is told as long as its turn is staged', async () => {
    await shown();
    expect(model.composer.act.plies).toEqual(['a', 'b']);
    expect(model.hints.given?.step).toBe('what');
    await model.composer.back();
    expect(model.hints.given).toBeUndefined();
    void model.composer.choose('spot:c');
    await answer('choices');
    expect(model.hints.given).toBeUndefined();
    await model.composer.back();
    void model.composer.choose('spot:b');
    await answer('choices');
    expect(model.hints.given?.step).toBe('what');
  });

  it('that had to wait says so until the next question', async () => {
    void model.hints.next();
    await answer('hint', { type: 'refused', code: 'busy', say });
    expect(model.sync.reason?.code).toBe('busy');
    void model.hints.next();
    expect(model.hints.searching).toBe(true);
    expect(model.sync.reason).toBeUndefined();
  });
});
