import { describe, expect, it } from 'vitest';

import { inWords, proposed } from '../src/lib/options';
import type { GameEntry, OptionInfo } from '../src/lib/protocol';

const label = { en: 'Counter-offers', fr: 'Contre-offres' };
const names = { rests: { en: 'rests', fr: 'se repose' } };
const unset = { table: null, first: null, bots: null };
const counter: OptionInfo = { ...unset, label, default: false, values: [false, true], names: {}, table: true };
const library: OptionInfo = { ...unset, label, default: 'rests', values: ['rests', 'works'], names };
const offers: OptionInfo = { ...unset, label, default: 2, values: [0, 2], names: {}, table: 0 };

describe('options', () => {
  it('are proposed with the table value, else with the default', () => {
    const game = { options: { counter, library, offers } } as unknown as GameEntry;
    expect(proposed(game)).toEqual({ counter: true, library: 'rests', offers: 0 });
    expect(proposed({ options: { counter: { ...counter, default: true, table: false } } } as unknown as GameEntry)).toEqual({ counter: false });
  });

  it('are proposed for a first game, and against bots', () => {
    const easy = { options: { counter: { ...counter, first: 'sheet', bots: 'shown' } } } as unknown as GameEntry;
    expect([{}, { first: true }, { bots: true }, { first: true, bots: true }].map((occasion) => proposed(easy, occasion)['counter'])).toEqual([true, 'sheet', 'shown', 'sheet']);
  });

  it('have values with names', () => {
    const say = (key: unknown) => `<${String(key)}>`;
    expect([inWords('rests', library, 'fr', say), inWords('works', library, 'fr', say), inWords(2, offers, 'fr', say)]).toEqual(['se repose', 'works', '2']);
    expect([inWords(true, counter, 'fr', say), inWords(false, counter, 'en', say)]).toEqual(['<yes>', '<no>']);
  });
});
