/** Names of seats. */

import { You } from './fluent';
import { prefs } from './prefs.svelte';
import type { GameEntry, Table } from './protocol';
import { say } from './texts.svelte';

function plainName(table: Table, info: GameEntry, seat: number): string {
  const who = table.seats[seat];
  if (who?.name) return who.name;
  const level = info.levels.find((l) => l.level === who?.level);
  if (who?.kind === 'bot') return level?.label[prefs.lang] ?? say('bot-name');
  return say({ k: who?.kind === 'open' ? 'open-seat' : 'seat-number', a: { n: seat + 1 } });
}

/** The name of a seat, for sentences. Seats with equal names get numbers; a free seat has that of its link. */
export function seatName(table: Table, info: GameEntry, seat: number): string {
  const name = plainName(table, info, seat);
  const same = [...table.seats.keys()].filter((n) => plainName(table, info, n) === name);
  const number = table.seats[seat]?.kind === 'open' ? seat : same.indexOf(seat);
  return same.length > 1 ? `${name} ${number + 1}` : name;
}

/** The name of a seat to its reader: texts speak to players without a name at their only seat. */
export function seatReader(table: Table, info: GameEntry, you: readonly number[], seat: number): string | You {
  return you.length === 1 && you[0] === seat && !table.seats[seat]?.name ? new You(say('seat-you')) : seatName(table, info, seat);
}
