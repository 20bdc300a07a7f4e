/** A page at a table on which a test composes turns. The test is the server. */

import { afterEach, beforeEach, vi } from 'vitest';

// The preferences module reads the browser when it is imported, so tests import this module first.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { prefs } from '../src/lib/prefs.svelte';
import type { Choices } from '../src/lib/protocol';
import { TableModel } from '../src/lib/table/model.svelte';
import { say, view } from './messages';
import { fakeBrowser, socket } from './socket';

export let model: TableModel;

/** A new page at the table, in the same tab. */
export function visit(): void {
  model = new TableModel('t');
  socket().open();
}

export function reload(): void {
  model.close();
  visit();
}

/** Each test of the file begins with a page at the table. */
export function composeTurns(): void {
  beforeEach(() => {
    fakeBrowser();
    vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    visit();
  });

  afterEach(() => {
    model.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    prefs.autoSend = false;
    prefs.decline = true;
    prefs.speed = 'normal';
  });
}

export const turn = () => new Promise((resolve) => setTimeout(resolve));
export const option = (ply: string) => ({ ply, path: [`spot:${ply}`] });
/** A turn of several plies may begin, or go on, with one of these. */
export const choices = (...plies: string[]): Choices => ({ prompt: say, options: plies.map(option), complete: false });
export const done = (certain: boolean): Choices => ({ prompt: say, options: [], complete: true, certain });

/** The number of the newest question. */
export const newest = (type = 'choices') => (socket().sent.findLast((message) => message['type'] === type) as { ask: number }).ask;

export async function hear(message: object): Promise<void> {
  socket().hear(message);
  await turn();
}

export async function answer(choices: Choices, ask = newest()): Promise<void> {
  await hear({ type: 'choices', ask, choices });
}

export async function welcome(...log: object[]): Promise<void> {
  await hear({ type: 'welcome', table: { stage: '/stage' }, you: [1], seq: log.length, view: view(1, 2), log });
}

export async function seated(choices: Choices, ...log: object[]): Promise<void> {
  await welcome(...log);
  await answer(choices);
}

export const asked = () => socket().sent.filter((message) => message['type'] === 'choices').length;
export const sent = () => socket().sent.filter((message) => message['type'] === 'submit').map((message) => message['plies']);
/** The newest submission: its key, and the last event that it knows. */
export const submission = () => socket().sent.findLast((message) => message['type'] === 'submit') as { key: string; since: number };

/** Show the requested analysis board, where another seat of this browser is to move. */
export async function looked(ask = newest('look')): Promise<void> {
  await hear({ type: 'look', ask, event: 0, view: view(2), tried: [] });
}
