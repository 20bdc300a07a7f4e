import { describe, expect, it } from 'vitest';
import type { Piece, Stage } from '../src/lib/protocol';
import { agrees, changed, pose } from '../src/lib/scene';

const piece = (id: string, more: Partial<Piece> = {}): Piece => ({ id, sprite: 'tile', at: 'a1', ...more });

describe('pieces', () => {
  it('are put, replaced and dropped', () => {
    const after = changed([piece('a'), piece('b')], { put: [piece('a', { at: 'a2' }), piece('c')], drop: ['b'] });
    expect(after.map((p) => [p.id, p.at])).toEqual([
      ['a', 'a2'],
      ['c', 'a1'],
    ]);
  });

  it('are checked by CRC-32 over their sorted ids', () => {
    // zlib.crc32(b"a\nb") == 0xef0790fb
    expect(agrees([piece('b'), piece('a')], 'ef0790fb')).toBe(true);
    expect(agrees([piece('a')], 'ef0790fb')).toBe(false);
    expect(agrees([], '00000000')).toBe(true);
  });

  it('stretch from spot to spot', () => {
    const label = { k: 'x' };
    const stage: Stage = {
      game: 'g',
      art: 'a.svg',
      box: [0, 0, 10, 10],
      spots: { a1: { at: [0, 0], label }, a2: { at: [30, 40], label } },
      sprites: { tile: { w: 10, h: 8 } },
    };
    const stretched = pose(stage, piece('a', { to: 'a2' }))!;
    expect([stretched.x, stretched.y, stretched.w, stretched.h]).toEqual([15, 20, 50, 8]);
    expect(stretched.turn).toBeCloseTo(53.13);
    expect(pose(stage, piece('a', { at: 'hand' }))).toBeUndefined();
  });
});
