/** The end of a game in words: who won, and where the points came from. */

import type { Message, Tally, View } from './protocol';
import { signed, type NameOf, type Say } from './fluent';

/** The largest parts of a score that are told one by one. */
const PARTS = 3;

/** The headline for the seats of this browser. */
export function headline(view: View, you: readonly number[], nameOf: NameOf): Message {
  const { ranks, scores } = view.result!;
  const winners = ranks.flatMap((rank, seat) => (rank === 0 ? [seat] : []));
  const [winner] = winners;
  if (view.result!.team) {
    if (you.length !== 1) return { k: 'result-team', a: { names: winners.map(nameOf).join(', ') } };
    return { k: winners.includes(you[0]!) ? 'result-you-win' : 'result-you-lose' };
  }
  if (winner === undefined || winners.length > 1) return { k: 'result-shared' };
  const best = scores[winner] ?? 0;
  const duel = scores.length === 2 && !view.result!.unscored && scores[0] !== scores[1];
  const other = duel ? scores[1 - winner]! : 0;
  const [own] = you;
  if (you.length !== 1 || own === undefined) {
    return duel ? { k: 'result-wins-by', a: { name: nameOf(winner), best, other } } : { k: 'result-wins', a: { name: nameOf(winner) } };
  }
  if (duel) return { k: own === winner ? 'result-won-by' : 'result-lost-by', a: { best, other } };
  if (own === winner) return { k: 'result-you-win' };
  const tied = ranks.every((rank) => rank <= 1);
  return tied ? { k: 'result-you-lose' } : { k: 'result-place', a: { place: ranks[own]! + 1, seats: ranks.length } };
}

const withSign = (n: number): string => (n > 0 ? '+' : '') + signed(n);

/** Where a seat's points came from, as one sentence; empty if nothing is known. */
export function story(tally: readonly Tally[], say: Say): string {
  const gains = tally.filter((line) => line.value > 0).toSorted((a, b) => b.value - a.value);
  const losses = tally.filter((line) => line.value < 0);
  const told = gains.slice(0, gains.length === PARTS + 1 ? PARTS + 1 : PARTS);
  const rest = gains.slice(told.length);
  const parts = [...told, ...losses].map((line) => say({ k: 'result-part', a: { what: say(line.label), n: withSign(line.value) } }));
  if (rest.length) parts.push(say({ k: 'result-rest', a: { count: rest.length, n: withSign(rest.reduce((sum, line) => sum + line.value, 0)) } }));
  return parts.join('\u00A0· '); // no line begins with the dot
}

export const linesOf = (view: View, seat: number): Tally[] => (view.tally ?? []).filter((line) => line.seat === seat);
