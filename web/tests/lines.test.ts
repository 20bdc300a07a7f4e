import { describe, expect, it } from 'vitest';
import { LINK_LENGTH, merge, packed, textOf, unpacked, type Variation } from '../src/lib/table/lines';

const line = (ply: string, ...lines: Variation[]): Variation => ({ moves: [{ seat: 0, plies: [ply] }], lines });

describe('lines of an analysis', () => {
  it('come out of a link as they went in', async () => {
    const lines = { 3: [{ ...line('d4', line('e5')), name: 'Étude' }], 12: [line('pass')] };
    expect(await unpacked((await packed(lines))!)).toEqual(lines);
  });

  it('are refused where a link holds something else', async () => {
    const text = async (value: unknown) => (await packed(value as never))!;
    for (const value of [[], { x: [] }, { 1: [{ moves: [], lines: [] }] }, { 1: [{ moves: [{ seat: 'a', plies: [] }], lines: [] }] }]) expect(await unpacked(await text(value))).toBeUndefined();
    expect(await unpacked('AAAA')).toBeUndefined();
    expect(await unpacked('A'.repeat(LINK_LENGTH + 1))).toBeUndefined();
  });

  it('are refused where a link holds more than a browser should unpack', async () => {
    expect(await unpacked((await packed({ 1: [line('a'.repeat(300_000))] }))!)).toBeUndefined();
  });

  it('have no link that mail programs would cut', async () => {
    const noise = Array.from({ length: 4000 }, (_, i) => line(Math.sin(i).toString(36)));
    expect(await packed({ 1: noise })).toBeUndefined();
  });

  it('are joined move by move, and keep their names', () => {
    const mine = [{ ...line('d4', line('e5')), name: 'mine' }];
    merge(mine, [{ ...line('d4', line('f6')), name: 'theirs' }, line('c3')]);
    expect(mine).toEqual([{ ...line('d4', line('e5'), line('f6')), name: 'mine' }, line('c3')]);
  });

  it('are written with draws in brackets', () => {
    expect(textOf({ moves: [{ seat: 1, plies: ['roll'] }, { seat: 7, plies: ['6'] }], lines: [] })).toBe('roll [6]');
  });
});
