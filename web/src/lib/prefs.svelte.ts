/** What this browser remembers between visits: language, theme, the reader's name, links of tables made here. */

export type Lang = 'en' | 'fr';
export type Theme = 'auto' | 'light' | 'dark';
/** How fast what others did is played. */
export type Pace = 'slow' | 'normal' | 'fast' | 'instant';

export const languages: readonly Lang[] = ['en', 'fr'];
export const themes: readonly Theme[] = ['auto', 'light', 'dark'];
export const paces: readonly Pace[] = ['slow', 'normal', 'fast', 'instant'];
/** Milliseconds from one told step to the next. */
export const pauses: Record<Pace, number> = { slow: 1200, normal: 450, fast: 180, instant: 0 };

function read(key: string): string | null {
  try {
    return localStorage.getItem(`tablier.${key}`);
  } catch {
    return null; // storage refused: nothing is remembered
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(`tablier.${key}`, value);
  } catch {
    // storage refused or full: the choice holds for this visit
  }
}

function oneOf<T extends string>(values: readonly T[], value: string | null, otherwise: T): T {
  return values.find((v) => v === value) ?? otherwise;
}

class Prefs {
  #lang = $state<Lang>(oneOf(languages, read('lang'), navigator.language.startsWith('fr') ? 'fr' : 'en'));
  #theme = $state<Theme>(oneOf(themes, read('theme'), 'auto'));
  #pace = $state<Pace>(oneOf(paces, read('pace'), 'normal'));
  #name = $state(read('name') ?? '');

  get lang() {
    return this.#lang;
  }
  set lang(value: Lang) {
    this.#lang = value;
    write('lang', value);
  }
  get theme() {
    return this.#theme;
  }
  set theme(value: Theme) {
    this.#theme = value;
    write('theme', value);
  }
  get pace() {
    return this.#pace;
  }
  set pace(value: Pace) {
    this.#pace = value;
    write('pace', value);
  }
  get name() {
    return this.#name;
  }
  set name(value: string) {
    this.#name = value.trim();
    write('name', this.#name);
  }
}

export const prefs = new Prefs();

/** Invitation links of a table made in this browser, by seat. */
export interface Invitation {
  seat: number;
  token: string;
}

export function rememberInvitations(table: string, links: Invitation[]): void {
  if (links.length) write(`links.${table}`, JSON.stringify(links));
}

export function invitations(table: string): Invitation[] {
  const text = read(`links.${table}`);
  return text ? (JSON.parse(text) as Invitation[]) : [];
}
