/** What this browser remembers between visits: language, theme, the reader's name, links of tables made here. */

export type Lang = 'en' | 'fr';
export type Theme = 'auto' | 'light' | 'dark';

/** How fast a story is told, in milliseconds a line. */
export const paces = { slow: 1800, normal: 900, fast: 400, instant: 0 };
export type Pace = keyof typeof paces;
export const speeds = Object.keys(paces) as Pace[];

export const languages: readonly Lang[] = ['en', 'fr'];
export const themes: readonly Theme[] = ['auto', 'light', 'dark'];

/** Ways to call a player whose turn it is. */
export const calls = ['marker', 'sound', 'notify'] as const;
export type Call = (typeof calls)[number];

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

function forget(key: string): void {
  try {
    localStorage.removeItem(`tablier.${key}`);
  } catch {
    // storage refused: there is nothing to forget
  }
}

function oneOf<T extends string>(values: readonly T[], value: string | null, otherwise: T): T {
  return values.find((v) => v === value) ?? otherwise;
}

class Prefs {
  #lang = $state<Lang>(oneOf(languages, read('lang'), navigator.language.startsWith('fr') ? 'fr' : 'en'));
  #theme = $state<Theme>(oneOf(themes, read('theme'), 'auto'));
  #pace = $state(speeds.find((pace) => pace === read('pace')));
  #name = $state(read('name') ?? '');
  /** What calls when it is one's turn. A notification asks the reader first, so it is off until wanted. */
  #calls = $state({ sound: read('sound') !== 'no', marker: read('marker') !== 'no', notify: read('notify') === 'yes' });

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
  get pace(): Pace {
    return this.#pace ?? (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'normal');
  }
  set pace(value: Pace) {
    this.#pace = value;
    write('pace', value);
  }
  get calls(): Readonly<Record<Call, boolean>> {
    return this.#calls;
  }
  setCall(call: Call, on: boolean): void {
    this.#calls[call] = on;
    write(call, on ? 'yes' : 'no');
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

/** Settings that say nothing of who uses this browser. */
const SETTINGS = ['lang', 'theme', 'pace', ...calls].map((key) => `tablier.${key}`);

/** Forget the name, the links and the notes. */
export function forgetAll(): void {
  try {
    const own = Object.keys(localStorage).filter((key) => key.startsWith('tablier.') && !SETTINGS.includes(key));
    for (const key of own) localStorage.removeItem(key);
  } catch {
    // storage refused: there is nothing to forget
  }
}

/** The secret with which others may watch a table, if it was made here; an empty one is none. */
export const rememberWatch = (table: string, token: string) => (token ? write : forget)(`watch.${table}`, token);

export const watchToken = (table: string) => read(`watch.${table}`);

/** What a player has noted at a table. It stays in this browser. */
export const notes = (table: string, seat: number) => read(`notes.${table}.${seat}`) ?? '';
export const rememberNotes = (table: string, seat: number, text: string) => write(`notes.${table}.${seat}`, text);

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
