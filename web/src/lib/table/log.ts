/** What the entries of a table's log are. */

import type { Entry } from '../protocol';

const first = ({ lines }: Entry) => lines[0]?.say;

/** A contribution to the draws, which changes nothing that one sees. */
export const isNonce = (entry: Entry): boolean => first(entry)?.k === 'event-nonce';

/** A move of the game; keys of the server's own lines begin with `event-`. */
const isMove = (entry: Entry): boolean => !first(entry)?.k.startsWith('event-');

/** The events that were taken back: a submission with all that followed it, or a single choice. */
export function takenBack(log: readonly Entry[]): ReadonlySet<number> {
  const gone = new Set<number>();
  for (const entry of log) {
    const said = first(entry);
    const from = Number(said?.a?.['from']);
    if (said?.k === 'event-undo-lift') gone.add(from);
    else if (said?.k === 'event-undo-back') for (const { seq } of log) if (seq >= from && seq < entry.seq) gone.add(seq);
  }
  return gone;
}

/** The moves that stand. */
export function movesOf(log: readonly Entry[]): Entry[] {
  const gone = takenBack(log);
  return log.filter((entry) => isMove(entry) && !gone.has(entry.seq));
}
