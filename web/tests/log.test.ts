import { describe, expect, it } from 'vitest';

import { movesOf, takenBack } from '../src/lib/table/log';

const entry = (seq: number, k: string, from?: number) => ({ seq, lines: [{ say: { k, a: from === undefined ? {} : { from } } }] });

describe('moves of a log', () => {
  it('do not count what else happened at the table', () => {
    const log = [entry(1, 'event-clock-set'), entry(2, 'event-nonce'), entry(3, 'ponte-lays'), entry(4, 'event-undo-ask'), entry(5, 'event-resign')];
    expect(movesOf(log).map(({ seq }) => seq)).toEqual([3]);
  });

  it('do not count what was taken back: a submission and all since, or a single choice', () => {
    const log = [entry(1, 'a'), entry(2, 'a'), entry(3, 'a'), entry(4, 'event-undo-back', 2), entry(5, 'a'), entry(6, 'a'), entry(7, 'event-undo-lift', 5)];
    expect(movesOf(log).map(({ seq }) => seq)).toEqual([1, 6]);
    expect([2, 3, 5].every((seq) => takenBack(log).has(seq))).toBe(true);
  });
});
