import { describe, expect, it } from 'vitest';
import { equilibrium, type Payoffs } from '../src/lib/local/search/matrixGame';

function payoffs(...rows: number[][]): Payoffs {
  return { rows: rows.length, columns: rows[0]!.length, values: Float64Array.from(rows.flat()) };
}

/** The mean over both seats of what the best response gains. */
function exploitability({ rows, columns, values }: Payoffs, [first, second]: [Float64Array, Float64Array]): number {
  const at = (row: number, column: number): number => values[row * columns + column]!;
  const gains = Array.from({ length: rows }, (_, row) => second.reduce((sum, share, column) => sum + share * at(row, column), 0));
  const losses = Array.from({ length: columns }, (_, column) => first.reduce((sum, share, row) => sum + share * at(row, column), 0));
  return (Math.max(...gains) - Math.min(...losses)) / 2;
}

const ROCK_COUNTS_DOUBLE = payoffs([0, -1, 2], [1, 0, -1], [-2, 1, 0]);

describe('the equilibrium of a matrix game', () => {
  it.each([
    ['matching pennies', payoffs([1, 0], [0, 1]), [0.5, 0.5], [0.5, 0.5]],
    ['a game with a saddle point', payoffs([0.4, 0.6], [0.3, 0.9]), [1, 0], [1, 0]],
    ['a dominated row', payoffs([1, 0], [0, 1], [0, 0.4]), [0.5, 0.5, 0], [0.5, 0.5]],
    ['rock, paper, scissors with a double stake for rock', ROCK_COUNTS_DOUBLE, [0.25, 0.5, 0.25], [0.25, 0.5, 0.25]],
    ['one choice of each seat', payoffs([0.3]), [1], [1]],
  ])('is that of %s', (_, game, rows, columns) => {
    const found = equilibrium(game, 0.0005);
    expect(exploitability(game, found)).toBeLessThanOrEqual(0.0005);
    [rows, columns].forEach((shares, seat) => shares.forEach((share, i) => expect(Math.abs(found[seat]![i]! - share)).toBeLessThan(0.02)));
  });

  it('has the numbers of Python', () => {
    const game = payoffs([0.5, 0.9, 0.2, 0.4], [0.1, 0.6, 0.7, 0.3], [0.8, 0, 0.4, 0.6]);
    const python = [
      [0.273802953803, 0.333532503099, 0.392664543098],
      [0.012815323358, 0.183956430803, 0.230147819359, 0.57308042648],
    ];
    equilibrium(game, 1e-12, 64).forEach((shares, seat) => shares.forEach((share, i) => expect(share).toBeCloseTo(python[seat]![i]!, 10)));
  });

  it('stops at a number of turns, rounded up to a multiple of 32', () => {
    const turns = (most: number) => equilibrium(ROCK_COUNTS_DOUBLE, 0, most);
    expect(turns(33)).toEqual(turns(64));
    expect(turns(33)).not.toEqual(turns(32));
  });
});
