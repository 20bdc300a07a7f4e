/** A game against bots in one step. */

import type { GameEntry, NewTable, RecentTable } from './protocol';
import { proposed } from './options';
import { prefs } from './prefs.svelte';

/** A table of this player and as few bots as possible, with the proposed options. Where the recent tables are not known, it is no first game. */
export function againstBots(game: GameEntry, level: number, recent: RecentTable[] | undefined): NewTable {
  const first = recent?.some((table) => table.game === game.name) === false;
  const bots = Array.from({ length: Math.min(...game.seats) - 1 }, () => ({ kind: 'bot' as const, level }));
  return { game: game.name, options: proposed(game, { first, bots: true }), seats: [{ kind: 'me', ...(prefs.name ? { name: prefs.name } : {}) }, ...bots] };
}
