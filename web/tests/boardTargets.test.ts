import { describe, expect, it } from 'vitest';
import { BoardTargets, withShadows } from '../src/lib/boardTargets.svelte';
import type { Piece, Sprite, Stage } from '../src/lib/protocol';
import type { TableModel } from '../src/lib/table/model.svelte';

const say = { k: 'x' };
const sprite = (more: Partial<Sprite> = {}): Sprite => ({ w: 10, h: 10, ...more });
const spot = (x: number, more: object = {}) => ({ at: [x, 0] as [number, number], label: say, ...more });
const stage = {
  sprites: { stone: sprite({ shadow: true }), plank: sprite({ layer: 0 }) },
  spots: { a: spot(0), b: spot(1), quiet: spot(2, { quiet: true }), shy: spot(3, { shy: true }), part: spot(4, { within: 'a' }) },
} as unknown as Stage;

function board({ pieces = [] as Partial<Piece>[], targets = [] as string[], chosen = [] as string[], acting = true }) {
  const act = { targets: new Set(targets), others: new Set<string>(), chosen: new Set(chosen) };
  const model = { display: { pieces, last: new Set(['s1']) }, composer: { act, acting } } as unknown as TableModel;
  return new BoardTargets(
    () => model,
    () => stage,
  );
}
const stone = (id: string, at: string, more: Partial<Piece> = {}) => ({ id, at, sprite: 'stone', ...more });

describe('spots', () => {
  it('are left out while they lead nowhere, if they are quiet or empty and shy', () => {
    expect(board({}).ids).toEqual(['a', 'b']);
    expect(board({ targets: ['spot:quiet'] }).ids).toEqual(['a', 'b', 'quiet']);
    expect(board({ pieces: [stone('s1', 'shy')] }).ids).toEqual(['a', 'b', 'shy']);
  });

  it('mean the piece that lies on them, or in a part of them, when pieces are targets', () => {
    const found = board({ pieces: [stone('s1', 'part')], targets: ['piece:s1'] });
    expect(found.targetOf('a')).toBe('piece:s1');
    expect(found.open).toEqual(['a']);
    expect(found.targetOf('b')).toBe('spot:b');
  });

  it('cannot be touched while this browser may not act', () => {
    const found = board({ targets: ['spot:a'], acting: false });
    expect(found.open).toEqual([]);
    expect(found.isTarget('a')).toBe(false);
  });

  it('are marked as the last move unless the piece has its own outline', () => {
    expect([...board({ pieces: [stone('s1', 'a'), stone('s2', 'b')] }).last]).toEqual(['a']);
  });
});

describe('pieces', () => {
  it('are drawn from the lowest layer up, each shadow below the pieces of its height', () => {
    const { drawn } = board({ pieces: [stone('s1', 'a'), stone('s2', 'b'), { id: 'p', at: 'a', to: 'b', sprite: 'plank' }] });
    expect(drawn.map(({ piece }) => piece.id)).toEqual(['p', 's1', 's2']);
    expect(withShadows(drawn).map(({ piece, shade }) => `${piece.id}${shade ? ' shadow' : ''}`)).toEqual(['p', 's1 shadow', 's2 shadow', 's1', 's2']);
  });
});
