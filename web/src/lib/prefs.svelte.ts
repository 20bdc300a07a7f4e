/** Settings, names, links and notes that this browser stores. */

import { NAME_LENGTH } from './constants';

export type Lang = 'en' | 'fr';
export type Theme = 'auto' | 'light' | 'dark';

/** Playback speeds, in milliseconds per line. */
export const LINE_TIMES = { slow: 1800, normal: 900, fast: 400, instant: 0 };
export type Speed = keyof typeof LINE_TIMES;
export const speeds = Object.keys(LINE_TIMES) as Speed[];

export const languages: readonly Lang[] = ['en', 'fr'];
export const themes: readonly Theme[] = ['auto', 'light', 'dark'];

/** Ways to alert a player whose turn it is. */
export const alerts = ['marker', 'sound', 'notify'] as const;
export type Alert = (typeof alerts)[number];

function read(key: string): string | null {
  try {
    return localStorage.getItem(`tablier.${key}`);
  } catch {
    return null; // no storage
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(`tablier.${key}`, value);
  } catch {
    // no storage, or full: the choice holds for this visit
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(`tablier.${key}`);
  } catch {
    // no storage
  }
}

function oneOf<T extends string>(values: readonly T[], value: string | null, otherwise: T): T {
  return values.find((v) => v === value) ?? otherwise;
}

class Prefs {
  #lang = $state<Lang>(oneOf(languages, read('lang'), navigator.language.startsWith('fr') ? 'fr' : 'en'));
  #theme = $state<Theme>(oneOf(themes, read('theme'), 'auto'));
  #speed = $state(speeds.find((speed) => speed === read('speed')));
  #name = $state((read('name') ?? '').slice(0, NAME_LENGTH));
  /** Notifications need a permission, so they are off at first. */
  #alerts = $state({ sound: read('sound') !== 'no', marker: read('marker') !== 'no', notify: read('notify') === 'yes' });

  get lang() {
    return this.#lang;
  }
  set lang(value: Lang) {
    this.#lang = value;
    write('lang', value);
  }
  /** The language with the region of the browser, for dates and times; English without a region is British. */
  get locale(): string {
    const own = navigator.language;
    return own.startsWith(`${this.#lang}-`) ? own : { en: 'en-GB', fr: 'fr-FR' }[this.#lang];
  }
  get theme() {
    return this.#theme;
  }
  set theme(value: Theme) {
    this.#theme = value;
    write('theme', value);
  }
  get speed(): Speed {
    return this.#speed ?? (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'normal');
  }
  set speed(value: Speed) {
    this.#speed = value;
    write('speed', value);
  }
  get alerts(): Readonly<Record<Alert, boolean>> {
    return this.#alerts;
  }
  setAlert(alert: Alert, on: boolean): void {
    this.#alerts[alert] = on;
    write(alert, on ? 'yes' : 'no');
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

/** Settings that do not identify anybody. */
const SETTINGS = ['lang', 'theme', 'speed', ...alerts].map((key) => `tablier.${key}`);

/** Forget the name, the links and the notes. */
export function forgetAll(): void {
  try {
    const own = Object.keys(localStorage).filter((key) => key.startsWith('tablier.') && !SETTINGS.includes(key));
    for (const key of own) localStorage.removeItem(key);
  } catch {
    // no storage
  }
}

/** The watch link's token of a table made here. An empty one deletes it. */
export const rememberWatch = (table: string, token: string) => (token ? write : forget)(`watch.${table}`, token);

export const watchToken = (table: string) => read(`watch.${table}`);

/** The token for all free seats of a table made here. */
export const rememberInvite = (table: string, token: string) => token && write(`invite.${table}`, token);
export const inviteToken = (table: string) => read(`invite.${table}`);

/** A player's notes at a table, stored in this browser alone. */
export const notes = (table: string, seat: number) => read(`notes.${table}.${seat}`) ?? '';
export const rememberNotes = (table: string, seat: number, text: string) => write(`notes.${table}.${seat}`, text);

/** An invitation link of a table made in this browser. */
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
