/** The questions of Python to the search workers, as `tablier.local.search_answers` asks them. */

import type { Searcher } from './search/searcher.ts';
import type { WorldsQuestion } from './search/serve.ts';
import type { StudyQuestion } from './search/study.ts';

/** A record in hexadecimal, and a seed below 2^53. */
type Asked<Kind, Question> = Omit<Question, 'seed'> & { kind: Kind; game: string; state: string; seed: number };
type Text = Asked<'study', StudyQuestion> | Asked<'worlds', WorldsQuestion>;

/** The answer to a question; both are JSON. */
export async function answered(searcher: Searcher, text: string): Promise<string> {
  const { game, state, ...asked } = JSON.parse(text) as Text;
  const [view, seed] = [bytes(state), BigInt(asked.seed)];
  if (asked.kind === 'study') return JSON.stringify(await searcher.run(game, view, { ...asked, seed }));
  const worlds = await searcher.run(game, view, { ...asked, seed });
  return JSON.stringify(worlds.map(hexadecimal));
}

export function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

function hexadecimal(record: Uint8Array): string {
  return Array.from(record, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
