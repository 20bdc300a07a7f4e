import type { Say } from './fluent';
import type { GameInfo, OptionValue } from './http';
import type { Lang } from './prefs.svelte';

export type Option = GameInfo['options'][string];

/** What is proposed where a table is made: not always what holds where nobody asks. */
export const usual = (option: Option): OptionValue => option.table ?? option.default;

/** The same for every option of a game. */
export const proposed = (game: GameInfo): Record<string, OptionValue> => Object.fromEntries(Object.entries(game.options).map(([name, option]) => [name, usual(option)]));

/** A value as readers see it. */
export const inWords = (value: OptionValue, { names }: Option, lang: Lang, say: Say): string =>
  typeof value === 'boolean' ? say(value ? 'yes' : 'no') : (names[value]?.[lang] ?? String(value));
