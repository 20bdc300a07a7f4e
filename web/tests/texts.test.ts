import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FluentResource } from '@fluent/bundle';
import { catalogue, speaker } from '../src/lib/fluent';

const source = (lang: string) => readFileSync(new URL(`../src/texts/${lang}.ftl`, import.meta.url), 'utf8');
const keys = (lang: string) => new FluentResource(source(lang)).body.map((entry) => entry.id);

/** Quoted words with a hyphen that are not text ids. */
const otherWords = new Set(['content-type', 'seat-name']);

function sources(folder: string): string[] {
  const root = new URL(folder, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8'));
}

describe('texts', () => {
  it('exist in both languages', () => {
    expect(keys('fr')).toEqual(keys('en'));
    expect(new Set(keys('en')).size).toBe(keys('en').length);
  });

  it('exist for every id that the client uses', () => {
    const used = sources('../src').flatMap((text) => [...text.matchAll(/'([a-z]+(?:-[a-z]+)+)'/g)].map((found) => found[1]!));
    const known = new Set(keys('en'));
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((key) => !known.has(key) && !otherWords.has(key))).toEqual([]);
  });

  it('resolve messages in messages, and names of seats', () => {
    const say = speaker([catalogue('en', 'built = { $who } built { $what }\nbridge = a bridge of { $n }')], (seat) => ['Ada', 'Marco'][seat]!);
    const message = { k: 'built', a: { who: { k: 'seat-name', a: { n: 1 } }, what: { k: 'bridge', a: { n: 3 } } } };
    expect(say(message)).toBe('Marco built a bridge of 3');
    expect(say('unknown')).toBe('unknown');
  });
});
