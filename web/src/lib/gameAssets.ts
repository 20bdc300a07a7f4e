/** What a page needs to show a game: its texts, its drawings, and the facts about it. */

import { games, patiently } from './http';
import type { GameEntry } from './protocol';
import type { Lang, Palette } from './prefs.svelte';
import { sprites } from './sprites.svelte';
import { gameTexts } from './texts.svelte';

export async function loadGame(game: string, lang: Lang, palette: Palette): Promise<GameEntry | undefined> {
  const needed = () =>
    Promise.all([games(), gameTexts.load(game, lang), sprites.load('common.svg', palette), sprites.load(`${game}/sprites.svg`, palette)] as const);
  const [all] = await patiently(needed);
  return all.find(({ name }) => name === game);
}
