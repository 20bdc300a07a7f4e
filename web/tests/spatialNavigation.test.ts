import { describe, expect, it } from 'vitest';
import { arrowGraph, reachable, Walker, type Place } from '../src/lib/spatialNavigation';

function places(points: [string, number, number][]): Record<string, Place> {
  return Object.fromEntries(points.map(([id, x, y]) => [id, { at: [x, y] as [number, number] }]));
}

const grid = places(Array.from({ length: 100 }, (_, i) => [`${i % 10},${Math.floor(i / 10)}`, 100 * (i % 10), 100 * Math.floor(i / 10)]));
const ring = places(Array.from({ length: 18 }, (_, i) => [String(i), 500 * Math.cos((i * Math.PI) / 9), 500 * Math.sin((i * Math.PI) / 9)]));
describe('arrow keys', () => {
  it('follow the rows and columns of a grid', () => {
    const walker = new Walker(grid);
    expect(walker.step('3,3', 'right')).toBe('4,3');
    expect(walker.step('3,3', 'up')).toBe('3,2');
    expect(walker.step('0,0', 'left')).toBe('0,0');
  });

  it('follow neighbours that the board defines', () => {
    const walker = new Walker({ ...grid, '3,3': { at: [300, 300], next: { up: '9,9' } } });
    expect(walker.step('3,3', 'up')).toBe('9,9');
  });

  it('return with the opposite arrow', () => {
    const walker = new Walker(ring);
    for (const from of Object.keys(ring)) {
      const to = walker.step(from, 'up');
      if (to !== from) expect(walker.step(to, 'down')).toBe(from);
    }
  });

  it.each(Object.entries({ grid, ring }))('reach every place: %s', (_, board) => {
    const graph = arrowGraph(board);
    for (const id of Object.keys(board)) expect(reachable(graph, id).size).toBe(Object.keys(board).length);
  });

  it('are redirected where a place would be unreachable', () => {
    // From each of the others, something nearer lies in every direction that would lead to `lost`.
    const board = places([
      ['a', 50, 60],
      ['b', 70, 30],
      ['lost', 20, 10],
      ['d', 30, 80],
    ]);
    expect(reachable(arrowGraph(board), 'a')).toEqual(new Set(['a', 'b', 'lost', 'd']));
  });
});
