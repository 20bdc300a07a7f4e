/** The searches that Python orders of the search workers, as `tablier.server.search_messages` and `tablier.local.searches` write them. */

import type { StudyOrder } from '../protocol';
import type { Searcher } from './search/searcher.ts';
import type { SearchSpec } from './search/spec.ts';
import type { Searched } from './search/study.ts';

interface WorldsOrder {
  type: 'worlds';
  game: string;
  state: string;
  seat: number;
  seed: number;
  count: number;
}

/** The answer to a question; both are JSON. */
export async function answered(searcher: Searcher, text: string): Promise<string> {
  const order = JSON.parse(text) as StudyOrder | WorldsOrder;
  if (order.type === 'study') return JSON.stringify(await studied(searcher, order));
  const { game, state, seat, seed, count } = order;
  const worlds = await searcher.run(game, bytes(state), { kind: 'worlds', seat, seed: BigInt(seed), count });
  return JSON.stringify(worlds.map(hexadecimal));
}

export function studied(searcher: Searcher, { game, state, seat, seed, spec, resume, seconds, iterations, lines }: StudyOrder): Promise<Searched> {
  const work = { kind: 'study', seat, seed: BigInt(seed), spec: spec as SearchSpec, resume, seconds, iterations, lines } as const;
  return searcher.run(game, bytes(state), work);
}

export function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

function hexadecimal(record: Uint8Array): string {
  return Array.from(record, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
