/** Sentences in the reader's language, from the catalogues of the client and of each game. */

import type { FluentBundle } from '@fluent/bundle';
import serverEnglish from '../../../src/tablier/server/texts/en.ftl?raw';
import serverFrench from '../../../src/tablier/server/texts/fr.ftl?raw';
import english from '../texts/en.ftl?raw';
import french from '../texts/fr.ftl?raw';
import { catalogue, speaker, type NameOf, type Say } from './fluent';
import { getText } from './http';
import { prefs, type Lang } from './prefs.svelte';

// With what the server says of requests that it refuses: also the first page, which has no game's catalogue, can show it.
const own: Record<Lang, FluentBundle> = {
  en: catalogue('en', `${english}\n${serverEnglish}`),
  fr: catalogue('fr', `${french}\n${serverFrench}`),
};

class GameTexts {
  #loaded = $state.raw<Record<string, FluentBundle>>({});

  /** Fetch a game's catalogue, once. */
  async load(game: string, lang: Lang): Promise<void> {
    const id = `${game}/${lang}`;
    if (this.#loaded[id]) return;
    const made = catalogue(lang, await getText(`/api/texts/${id}.ftl`));
    this.#loaded = { ...this.#loaded, [id]: made };
  }

  of(game: string, lang: Lang): FluentBundle[] {
    return [this.#loaded[`${game}/${lang}`] ?? []].flat();
  }
}

export const gameTexts = new GameTexts();

/** The client's own sentences in the language of the moment. */
export const say: Say = (message) => speaker([own[prefs.lang]], String)(message);

/** The sentences of a table of that game, where `nameOf` names the seats. */
export function tableSay(game: string, nameOf: NameOf): Say {
  return speaker([...gameTexts.of(game, prefs.lang), own[prefs.lang]], nameOf);
}
