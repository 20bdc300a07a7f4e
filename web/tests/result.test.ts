import { describe, expect, it } from 'vitest';
import type { View } from '../src/lib/protocol';
import { headline } from '../src/lib/result';

const view = (ranks: number[], scores: number[], unscored = false) => ({ result: { ranks, scores, unscored } }) as unknown as View;
const nameOf = (seat: number) => `Seat ${seat}`;

describe('the headline of a result', () => {
  it('tells the score of two players', () => {
    expect(headline(view([1, 0], [2, 15]), [0], nameOf)).toEqual({ k: 'result-lost-by', a: { best: 15, other: 2 } });
  });

  it('tells the place among several players', () => {
    expect(headline(view([2, 1, 0], [5, 7, 9]), [0], nameOf)).toEqual({ k: 'result-place', a: { place: 3, seats: 3 } });
  });

  it('tells no place to players who lost a race together', () => {
    expect(headline(view([1, 0, 1, 1], [0, 1, 0, 0], true), [2], nameOf)).toEqual({ k: 'result-you-lose' });
  });

  it('is one for both partners of a team', () => {
    const team = { result: { ranks: [0, 1, 0, 1], scores: [9, 7, 5, 3], team: true } } as unknown as View;
    expect([0, 1, 2].map((seat) => headline(team, [seat], nameOf).k)).toEqual(['result-you-win', 'result-you-lose', 'result-you-win']);
    expect(headline(team, [], nameOf)).toEqual({ k: 'result-team', a: { names: 'Seat 0, Seat 2' } });
  });

  it('names the winner to spectators', () => {
    expect(headline(view([1, 0, 1], [0, 1, 0], true), [], nameOf)).toEqual({ k: 'result-wins', a: { name: 'Seat 1' } });
  });
});
