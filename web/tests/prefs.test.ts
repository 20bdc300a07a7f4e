import { afterEach, describe, expect, it, vi } from 'vitest';

vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en-GB' }));

import { watched } from '../src/lib/http';
import { prefs, puzzleProgress } from '../src/lib/prefs.svelte';

const NOON = new Date(2026, 10, 22, 20, 2);

afterEach(() => (prefs.lang = 'en'));

describe('dates and times', () => {
  it.each([
    ['en', '22 November 2026, 20:02'],
    ['fr', '22 novembre 2026, 20:02'],
  ] as const)('have one format in each language (%s)', (lang, expected) => {
    vi.stubGlobal('navigator', { language: 'en-US' });
    prefs.lang = lang;
    const day = new Intl.DateTimeFormat(prefs.locale, { dateStyle: 'long' }).format(NOON);
    const time = new Intl.DateTimeFormat(prefs.locale, { hour: '2-digit', minute: '2-digit' }).format(NOON);
    expect(`${day}, ${time}`.replace('\u202f', ' ')).toBe(expected);
  });
});

describe('progress', () => {
  it('keeps what another tab has stored', () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, text: string) => stored.set(key, text) });
    puzzleProgress.add('g', 'one');
    stored.set('tablier.puzzles.g', 'one two');
    puzzleProgress.add('g', 'three');
    expect(stored.get('tablier.puzzles.g')).toBe('one two three');
    expect(puzzleProgress.of('g')).toEqual(['one', 'two', 'three']);
    vi.unstubAllGlobals();
  });
});

describe('own data', () => {
  it('counts a table with an own seat as played at, not as watched', () => {
    const seat = { game: 'g', seat: 0, name: '' };
    expect(watched({ since: 1, said: [], seats: [{ table: 'a', ...seat }], watches: ['a', 'b'] })).toEqual(['b']);
  });
});
