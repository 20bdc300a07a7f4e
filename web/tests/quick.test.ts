import { expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import type { GameEntry, RecentTable } from '../src/lib/protocol';
import { againstBots } from '../src/lib/quick';

const game = { name: 'toy', seats: [2], options: { sheet: { default: false, table: null, first: true } } } as unknown as GameEntry;

it('only where no table of the game is known to have been is a game the first one', () => {
  const sheet = (recent: RecentTable[] | undefined) => againstBots(game, 1, recent).options['sheet'];
  expect([sheet([]), sheet([{ game: 'toy' } as RecentTable]), sheet(undefined)]).toEqual([true, false, false]);
});
