/** Texts in the reader's language, from the catalogues of the client and of each game. */

import type { FluentBundle } from '@fluent/bundle';
import serverEnglish from '../../../src/tablier/server/texts/en.ftl?raw';
import serverFrench from '../../../src/tablier/server/texts/fr.ftl?raw';
import english from '../texts/en.ftl?raw';
import french from '../texts/fr.ftl?raw';
import { catalogue, speaker, type Say, type You } from './fluent';
import { getText } from './http';
import { languages, prefs, type Lang } from './prefs.svelte';

// The server's refusals are included: the first page has no catalogue of a game.
const own: Record<Lang, FluentBundle> = {
  en: catalogue('en', `${english}\n${serverEnglish}`),
  fr: catalogue('fr', `${french}\n${serverFrench}`),
};

class GameTexts {
  #loaded = $state.raw<Record<string, FluentBundle>>({});

  /** Fetch a game's catalogue once. */
  async load(game: string, lang: Lang): Promise<void> {
    const id = `${game}/${lang}`;
    if (this.#loaded[id]) return;
    const made = catalogue(lang, await getText(`/api/texts/${id}.ftl`));
    this.#loaded = { ...this.#loaded, [id]: made };
  }

  /** Until a catalogue has come, texts in the other language stand for it. */
  of(game: string, lang: Lang): FluentBundle[] {
    return [lang, ...languages].flatMap((one) => this.#loaded[`${game}/${one}`] ?? []);
  }
}

export const gameTexts = new GameTexts();

/** The client's own texts in the current language. */
export const say: Say = (message) => speaker([own[prefs.lang]], String)(message);

/** The texts of a game's table; `nameOf` names the seats, and says which one is the reader's. */
export function tableSay(game: string, nameOf: (seat: number) => string | You): Say {
  return speaker([...gameTexts.of(game, prefs.lang), own[prefs.lang]], nameOf);
}
