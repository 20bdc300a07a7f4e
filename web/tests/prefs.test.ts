import { afterEach, describe, expect, it, vi } from 'vitest';

vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en-GB' }));

import { watched } from '../src/lib/http';
import { prefs } from '../src/lib/prefs.svelte';

const NOON = new Date(2026, 10, 22, 20, 2);

afterEach(() => (prefs.lang = 'en'));

describe('dates and times', () => {
  it.each([
    ['en-GB', '22 November 2026, 20:02'],
    ['en-US', 'November 22, 2026, 08:02 PM'],
    ['de', '22 November 2026, 20:02'],
  ])('follow the region of the browser (%s)', (language, expected) => {
    vi.stubGlobal('navigator', { language });
    const day = new Intl.DateTimeFormat(prefs.locale, { dateStyle: 'long' }).format(NOON);
    const time = new Intl.DateTimeFormat(prefs.locale, { hour: '2-digit', minute: '2-digit' }).format(NOON);
    expect(`${day}, ${time}`.replace('\u202f', ' ')).toBe(expected);
  });

  it('follow the language that the reader has chosen', () => {
    prefs.lang = 'fr';
    vi.stubGlobal('navigator', { language: 'en-GB' });
    expect(prefs.locale).toBe('fr-FR');
    vi.stubGlobal('navigator', { language: 'fr-CA' });
    expect(prefs.locale).toBe('fr-CA');
  });
});

describe('own data', () => {
  it('counts a table with an own seat as played at, not as watched', () => {
    const seat = { game: 'g', seat: 0, name: '' };
    expect(watched({ since: 1, said: [], seats: [{ table: 'a', ...seat }], watches: ['a', 'b'] })).toEqual(['b']);
  });
});
