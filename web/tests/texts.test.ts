import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FluentResource } from '@fluent/bundle';
import { catalogue, signed, speaker, You } from '../src/lib/fluent';

const source = (lang: string) => readFileSync(new URL(`../src/texts/${lang}.ftl`, import.meta.url), 'utf8');
const keys = (lang: string) => new FluentResource(source(lang)).body.map((entry) => entry.id);
const serverSource = readFileSync(new URL('../../src/tablier/server/texts/en.ftl', import.meta.url), 'utf8');

/** Quoted words with a hyphen that are not text ids. */
const otherWords = new Set(['content-type', 'seat-name', 'aria-describedby', 'no-table', 'tablier-tables', 'mark-halo', 'mark-line']);

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
    const known = new Set([...keys('en'), ...new FluentResource(serverSource).body.map((entry) => entry.id)]);
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((key) => !known.has(key) && !otherWords.has(key))).toEqual([]);
  });

  it('resolve messages in messages, and names of seats', () => {
    const say = speaker([catalogue('en', 'built = { $who } built { $what }\nbridge = a bridge of { $n }')], (seat) => ['Ada', 'Marco'][seat]!);
    const message = { k: 'built', a: { who: { k: 'seat-name', a: { n: 1 } }, what: { k: 'bridge', a: { n: 3 } } } };
    expect(say(message)).toBe('Marco built a bridge of 3');
    expect(say('unknown')).toBe('unknown');
  });

  it('name a seat as it is called now, and are known when their catalogue has come', () => {
    const names = ['Ada'];
    const catalogues = [catalogue('en', 'turn = { $who } to move')];
    const say = speaker(catalogues, (seat) => names[seat]!);
    const turn = { k: 'turn', a: { who: { k: 'seat-name', a: { n: 0 } } } };
    expect([say(turn), say('late')]).toEqual(['Ada to move', 'late']);
    names[0] = 'Bob';
    catalogues.push(catalogue('en', 'late = Come'));
    expect([say(turn), say('late')]).toEqual(['Bob to move', 'Come']);
  });

  it('speak to the reader', () => {
    const names = ['Ada', new You('you')];
    const say = speaker([catalogue('en', 'took = { $seat } { YOU($seat, "take", "takes") } { $n }.\nlost = { OF($seat) } card: { $by } { YOU($by, "win", "wins") }.\nboth = { $a }, { $b }\nafter = Waiting for { $who }. { $next } go first.')], (seat) => names[seat]!);
    const seat = (n: number) => ({ k: 'seat-name', a: { n } });
    expect([0, 1].map((n) => say({ k: 'took', a: { seat: seat(n), n: 3 } }))).toEqual(['Ada takes 3.', 'You take 3.']);
    expect(say({ k: 'lost', a: { seat: seat(1), by: seat(0) } })).toBe('Your card: Ada wins.');
    expect(say({ k: 'lost', a: { seat: seat(0), by: seat(1) } })).toBe('Ada’s card: you win.');
    expect([0, 1].map((n) => say(seat(n)))).toEqual(['Ada', 'You']);
    const after = { k: 'after', a: { who: { k: 'both', a: { a: seat(1), b: seat(0) } }, next: seat(1) } };
    expect(say(after)).toBe('Waiting for you, Ada. You go first.');
  });

  it('have a real minus sign', () => {
    const say = speaker([catalogue('en', 'points = { $n ->\n    [one] { $n } point\n   *[other] { $n } points\n  }')], String);
    expect([-1, 1, -9].map((n) => say({ k: 'points', a: { n } }))).toEqual(['−1 point', '1 point', '−9 points']);
    expect(signed(-9)).toBe('−9');
  });

  it('agree in number and gender', () => {
    const game = (name: string, lang: string) => readFileSync(new URL(`../../src/tablier/games/${name}/texts.${lang}.ftl`, import.meta.url), 'utf8');
    const of = (name: string, lang: 'en' | 'fr') => speaker([catalogue(lang, game(name, lang))], String);
    const tally = [1, 3].flatMap((n) => ['yes', 'no'].map((gold) => of('on_top', 'fr')({ k: 'top-tally', a: { point: 'c3', n, gold } })));
    expect(tally.map((text) => text.slice('c3\u00a0: '.length))).toEqual(['un pion seul, doublé', 'un pion seul', 'tour de 3, doublée', 'tour de 3']);
    const ends = ['ponte-say-won-islands', 'ponte-say-won-bridges', 'ponte-say-shared'];
    const points = (lang: 'en' | 'fr') => ends.map((k) => [0, 1, 2].map((n) => /\d points?/.exec(of('ponte_del_diavolo', lang)({ k, a: { seat: 'Ada', points: n } }))?.[0]));
    for (const found of points('en')) expect(found).toEqual(['0 points', '1 point', '2 points']);
    for (const found of points('fr')) expect(found).toEqual(['0 point', '1 point', '2 points']);
    const team = { k: 'pair', a: { a: { k: 'seat-name', a: { n: 0 } }, b: { k: 'seat-name', a: { n: 1 } } } };
    const won = (lang: 'en' | 'fr', you: string) => {
      const say = speaker([catalogue(lang, game('on_top', lang)), catalogue(lang, 'pair = { $a }, { $b }')], (seat) => [new You(you), 'Clara'][seat]!);
      return [say({ k: 'top-say-won', a: { who: team, many: 'yes', points: 27 } }), say({ k: 'top-status-won', a: { n: 1, who: team, many: 'yes' } })];
    };
    expect(won('en', 'you')).toEqual(['Winning team: you, Clara, with 27 points.', 'Winning team: you, Clara.']);
    expect(won('fr', 'vous')).toEqual(['Équipe gagnante\u00a0: vous, Clara, avec 27 points.', 'Équipe gagnante\u00a0: vous, Clara.']);
  });

  it('have no ordinary space before French punctuation', () => {
    const french = [source('fr'), readFileSync(new URL('../../src/tablier/server/texts/fr.ftl', import.meta.url), 'utf8')].join('\n');
    expect(french.split('\n').filter((line) => !line.startsWith('#') && /(?<!\]) [:;!?»]|« /.test(line))).toEqual([]);
  });

  it('elide the French “de” before a vowel', () => {
    const say = speaker([catalogue('fr', 'card = carte { DE($seat) }')], (seat) => ['Alice', 'Bob', 'Élise', 'Yvonne', 'Yann', 'Hélène'][seat]!);
    const cards = [0, 1, 2, 3, 4, 5].map((n) => say({ k: 'card', a: { seat: { k: 'seat-name', a: { n } } } }));
    expect(cards).toEqual(['carte d’Alice', 'carte de Bob', 'carte d’Élise', 'carte d’Yvonne', 'carte de Yann', 'carte d’Hélène']);
  });
});
