import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { BrowserSearches } from '../src/lib/browserSearches';
import type { Listener } from '../src/lib/line';
import { prefs } from '../src/lib/prefs.svelte';
import { Lesson } from '../src/lib/table/lesson.svelte';
import { LessonLine } from '../src/lib/table/lessonLine';
import { fakeBrowser } from './socket';

const say = { k: 'x' };
const view = { pieces: [], counters: [], docks: [], status: say, colours: [], movers: [] };
const update = (seq: number) => ({ type: 'update', seq, steps: [{ say }], view, check: '00000000' }); // the hash of no pieces
const welcome = { type: 'welcome', table: { stage: '/stage' }, you: [0], seq: 0, view, log: [] };
const found = { before: 0.9, after: 0.4, reply: [{ seat: 1, plies: ['b2'] }], updates: [update(2)] };

/** Answers of the server to refutations, in turn; the last one stays. */
let refutations: [number, object][];
let asked: string[][];
/** The searches that the server orders, and the results that it was sent. */
let ordered: { folder: string; orders: object[] };
let sent: (object[] | undefined)[];
let lesson: Lesson;
let outcome: 'wrong' | 'right' | 'done';
/** What each request said was played. */
let told: string[][][];
/** The answers wait for the test, which gives them by the type of the message. */
let held: Record<string, (() => void)[]> | undefined;

function answer(address: string, body: string): [number, object] {
  if (address === '/stage') return [200, {}];
  const request = JSON.parse(body) as { plies: string[]; message: { type: string }; found?: object[]; played: string[][] };
  if (address.endsWith('/searches')) return [200, ordered];
  if (address.endsWith('/refutation')) {
    asked.push(request.plies);
    sent.push(request.found);
    return refutations.length > 1 ? refutations.shift()! : refutations[0]!;
  }
  told.push(structuredClone(request.played));
  if (request.played[0]?.[0] === 'z9') return [409, { code: 'late' }];
  if (request.message.type === 'hello') return [200, [welcome]];
  const shown = request.message.type === 'show' ? { shown: ['b1'] } : {};
  return [200, [{ type: 'ack', key: 'k', seq: 1 }, update(1), { type: 'lesson', outcome, say: {}, ...shown }]];
}

function answered(address: string, { body = '' }: { body?: string }): Promise<Response> {
  const [status, json] = answer(address, body);
  const response = new Response(JSON.stringify(json), { status });
  const { type } = (JSON.parse(body || '{}') as { message?: { type: string } }).message ?? {};
  if (!held || !type) return Promise.resolve(response);
  return new Promise((resolve) => (held![type] ??= []).push(() => resolve(response)));
}

/** Let the oldest held answer to a type of message arrive. */
async function arrive(type: string): Promise<void> {
  held![type]!.shift()!();
  await vi.advanceTimersByTimeAsync(0);
}

async function open(kind: 'puzzles' | 'lessons'): Promise<void> {
  lesson = new Lesson(kind, 'toy', 'one');
  await vi.advanceTimersByTimeAsync(0);
}

async function play(ply: string): Promise<void> {
  await lesson.table.sync.line.submit({ type: 'submit', seat: 0, plies: [ply] });
  await vi.advanceTimersByTimeAsync(0);
}

/** Play a wrong move in a new attempt. */
async function tryWrong(kind: 'puzzles' | 'lessons' = 'puzzles'): Promise<void> {
  await open(kind);
  await play('a1');
}

/** Play a move in a lesson, and open the lesson again. */
async function reopenAfter(ply: string): Promise<void> {
  await open('lessons');
  await play(ply);
  lesson.table.close();
  told = [];
  await open('lessons');
}

const move = (action: number) => ({ action, visits: 1, values: [0.5, 0.5], proved: false, line: [] });

/** The line of a puzzle whose searches run where the test says. */
function wrongLine(searches: BrowserSearches): LessonLine {
  lesson = new Lesson('puzzles', 'toy', 'one'); // is closed after the test
  const listener = { news: () => undefined, online: () => undefined, missing: () => undefined } as unknown as Listener;
  return new LessonLine('puzzles/toy/one', listener, () => undefined, [], () => undefined, searches);
}

beforeEach(() => {
  vi.useFakeTimers();
  fakeBrowser();
  vi.stubGlobal('fetch', answered);
  prefs.speed = 'fast';
  refutations = [[200, found]];
  asked = [];
  sent = [];
  told = [];
  held = undefined;
  outcome = 'wrong';
  ordered = { folder: '', orders: [] };
});

afterEach(() => {
  lesson.table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a wrong try at a puzzle', () => {
  it('is answered by what it leads to, which the board shows while the result stays', async () => {
    await tryWrong();
    expect(asked).toEqual([['a1']]);
    expect(lesson.refutation).toEqual(found);
    expect(lesson.result?.outcome).toBe('wrong');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lesson.table.sync.seq).toBe(2);
    expect(lesson.result?.outcome).toBe('wrong');
  });

  it('is searched in this browser where the server orders it, and only the best moves are sent', async () => {
    ordered = { folder: '/local/wasm-1/', orders: [{ type: 'study', game: 'toy' }, { type: 'study', game: 'toy' }] };
    const [best, other] = [move(1), move(2)];
    const study = vi.fn(() => Promise.resolve({ iterations: 9, proved: false, moves: [best, other] }));
    const line = wrongLine(new BrowserSearches(() => Promise.resolve({ study, close: () => undefined })));
    expect(await line.refutation(['a1'])).toEqual(found);
    expect(study).toHaveBeenCalledTimes(2);
    expect(sent).toEqual([Array(2).fill({ iterations: 9, proved: false, moves: [best] })]);
  });

  it('is searched by the server where a search of this browser fails', async () => {
    ordered = { folder: '/local/wasm-1/', orders: [{ type: 'study', game: 'toy' }] };
    const study = () => Promise.reject(new Error('memory'));
    const line = wrongLine(new BrowserSearches(() => Promise.resolve({ study, close: () => undefined })));
    expect(await line.refutation(['a1'])).toEqual(found);
    expect(sent).toEqual([undefined]);
  });

  it('is not searched once the reader has left', async () => {
    ordered = { folder: '/local/wasm-1/', orders: [{ type: 'study', game: 'toy' }] };
    const load = vi.fn(() => Promise.reject(new Error('404')));
    const line = wrongLine(new BrowserSearches(load));
    const found = line.refutation(['a1']);
    line.close();
    expect(await found).toBeUndefined();
    expect(load).not.toHaveBeenCalled();
  });

  it('is asked about again while the server is busy', async () => {
    refutations = [[503, { code: 'busy' }], [200, found]];
    await tryWrong();
    expect([lesson.refuting, lesson.refutation]).toEqual([true, undefined]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([lesson.refuting, lesson.refutation]).toEqual([false, found]);
  });

  it('is asked about once if the answer is a failure', async () => {
    refutations = [[500, { code: 'failed' }]];
    await tryWrong();
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toHaveLength(1);
    expect([lesson.refuting, lesson.refutation]).toEqual([false, undefined]);
  });

  it('is forgotten when one tries again', async () => {
    refutations = [[503, { code: 'busy' }]];
    await tryWrong();
    lesson.restart();
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toHaveLength(1);
    expect([lesson.refuting, lesson.refutation, lesson.over]).toEqual([false, undefined, false]);
    expect(lesson.table.sync.seq).toBe(0);
  });
});

it('trying again stops an answer that is being shown', async () => {
  prefs.speed = 'slow';
  refutations = [[200, { ...found, updates: [{ ...update(2), steps: [{ say }, { say }, { say }] }] }]];
  await tryWrong();
  await vi.advanceTimersByTimeAsync(2000);
  expect(lesson.table.playback.active).toBe(true);
  lesson.restart();
  await vi.advanceTimersByTimeAsync(0);
  expect(lesson.table.playback.active).toBe(false);
  expect(lesson.table.sync.seq).toBe(0);
});

it('a lesson answers wrong tries by itself', async () => {
  await tryWrong('lessons');
  expect(lesson.result?.outcome).toBe('wrong');
  expect(asked).toEqual([]);
});

describe('the right move of a lesson', () => {
  beforeEach(() => (outcome = 'right'));

  /** Play a right move, of which the request tells what was played before. */
  async function playedBefore(): Promise<string[][]> {
    held = undefined;
    await play('c1');
    return told.at(-1)!;
  }

  it('is shown once, however often that is asked for', async () => {
    await open('lessons');
    held = {};
    void lesson.show();
    void lesson.show();
    await vi.advanceTimersByTimeAsync(0);
    while (held['show']?.length) await arrive('show');
    expect(await playedBefore()).toEqual([['b1']]);
  });

  it('does not count if the learner has begun anew meanwhile', async () => {
    await open('lessons');
    held = {};
    void lesson.show();
    await vi.advanceTimersByTimeAsync(0);
    lesson.restart();
    await arrive('hello');
    await arrive('show');
    expect(lesson.result).toBeUndefined();
    expect(await playedBefore()).toEqual([]);
  });

  it('does not count if the learner has begun anew while a move was judged', async () => {
    await open('lessons');
    held = {};
    const sent = lesson.table.sync.attempt(() => lesson.table.sync.line.submit({ type: 'submit', seat: 0, plies: ['a1'] }));
    await vi.advanceTimersByTimeAsync(0);
    lesson.restart();
    await arrive('hello');
    await arrive('submit');
    expect(await sent).toBe(false);
    expect(lesson.result).toBeUndefined();
    expect(await playedBefore()).toEqual([]);
  });

  it('is shown after a wrong try once the table is as at the start', async () => {
    outcome = 'wrong';
    await tryWrong('lessons');
    outcome = 'done';
    held = {};
    void lesson.show();
    await vi.advanceTimersByTimeAsync(0);
    expect(held['show']).toBeUndefined();
    await arrive('hello');
    await arrive('show');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([lesson.table.sync.seq, lesson.result?.outcome]).toEqual([1, 'done']);
  });
});

describe('a lesson that is opened again', () => {
  beforeEach(() => (outcome = 'right'));

  it('goes on at the step reached', async () => {
    await reopenAfter('a1');
    expect(told).toEqual([[['a1']]]);
    expect(lesson.result?.outcome).toBe('right');
    expect(lesson.over).toBe(false);
  });

  it('begins anew after it was done', async () => {
    outcome = 'done';
    await reopenAfter('a1');
    expect(told).toEqual([[]]);
    expect(lesson.result).toBeUndefined();
  });

  it('begins anew if the step reached is no longer right', async () => {
    await reopenAfter('z9');
    expect(told).toEqual([[['z9']], []]);
    expect(lesson.result).toBeUndefined();
    expect(lesson.table.sync.missing).toBeUndefined();
  });
});
