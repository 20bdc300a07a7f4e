import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FluentResource } from '@fluent/bundle';
import { catalogue, speaker } from '../src/lib/fluent';

const source = (lang: string) => readFileSync(new URL(`../src/texts/${lang}.ftl`, import.meta.url), 'utf8');
const keys = (lang: string) => new FluentResource(source(lang)).body.map((entry) => entry.id);

describe('texts', () => {
  it('exist in both languages', () => {
    expect(keys('fr')).toEqual(keys('en'));
    expect(new Set(keys('en')).size).toBe(keys('en').length);
  });

  it('resolve messages in messages, and names of seats', () => {
    const say = speaker([catalogue('en', 'built = { $who } built { $what }\nbridge = a bridge of { $n }')], (seat) => ['Ada', 'Marco'][seat]!);
    const message = { k: 'built', a: { who: { k: 'seat-name', a: { n: 1 } }, what: { k: 'bridge', a: { n: 3 } } } };
    expect(say(message)).toBe('Marco built a bridge of 3');
    expect(say('unknown')).toBe('unknown');
  });
});
