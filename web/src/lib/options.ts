import type { Say } from './fluent';
import type { GameEntry, OptionInfo } from './protocol';
import type { Lang } from './prefs.svelte';

export type OptionValue = OptionInfo['default'];

/** The value that a new table proposes; it may differ from the default. */
export const usual = (option: OptionInfo): OptionValue => option.table ?? option.default;

/** For whom options are proposed: a browser without a table of the game yet, a player against bots. */
interface Occasion {
  first?: boolean;
  bots?: boolean;
}

/** The proposed values of all options of a game. */
export const proposed = (game: GameEntry, { first = false, bots = false }: Occasion = {}): Record<string, OptionValue> =>
  Object.fromEntries(Object.entries(game.options).map(([name, option]) => [name, (first ? option.first : null) ?? (bots ? option.bots : null) ?? usual(option)]));

/** A value in words. */
export const inWords = (value: OptionValue, { names }: OptionInfo, lang: Lang, say: Say): string =>
  typeof value === 'boolean' ? say(value ? 'yes' : 'no') : (names[value]?.[lang] ?? String(value));
