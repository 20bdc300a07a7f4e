/** Settings, names, links and notes that this browser stores. */

import { NAME_LENGTH } from './constants';
import type { LessonResult } from './protocol';
import type { Interaction, Staged } from './table/interaction.svelte';
import type { Lines } from './table/lines';

export type Lang = 'en' | 'fr';
export type Theme = 'auto' | 'light' | 'dark';
/** The colours of the seats; `safe` ones are told apart with any colour vision. */
export type Palette = 'standard' | 'safe';

/** Playback speeds, in milliseconds per line. */
export const LINE_TIMES = { slow: 1800, normal: 900, fast: 400, instant: 0 };
export type Speed = keyof typeof LINE_TIMES;
export const speeds = Object.keys(LINE_TIMES) as Speed[];

export const languages: readonly Lang[] = ['en', 'fr'];
export const themes: readonly Theme[] = ['auto', 'light', 'dark'];
export const palettes: readonly Palette[] = ['standard', 'safe'];

/** Ways to alert a player whose turn it is. */
export const alerts = ['marker', 'sound', 'notify'] as const;
export type Alert = (typeof alerts)[number];

/** Values that could not be stored; they last for this visit. */
const unstored = new Map<string, string>();

function read(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(`tablier.${key}`);
  } catch {
    return null; // no storage
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(`tablier.${key}`, value);
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
}

function forget(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(`tablier.${key}`);
  } catch {
    // no storage
  }
}

/** Storage of this tab. */
function readInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(`tablier.${key}`);
  } catch {
    return null; // no storage
  }
}

function writeInTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(`tablier.${key}`, value);
  } catch {
    // no storage: it does not survive a reload
  }
}

function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(`tablier.${key}`);
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
  #palette = $state<Palette>(oneOf(palettes, read('palette'), 'standard'));
  #speed = $state(speeds.find((speed) => speed === read('speed')));
  #name = $state((read('name') ?? '').slice(0, NAME_LENGTH));
  #autoSend = $state(read('send') === 'auto');
  #decline = $state(read('decline') !== 'no');
  #sounds = $state(read('sounds') !== 'no');
  #targets = $state(read('targets') !== 'no');
  /** Notifications need a permission, so they are off at first. */
  #alerts = $state({ sound: read('sound') !== 'no', marker: read('marker') !== 'no', notify: read('notify') === 'yes' });

  get lang() {
    return this.#lang;
  }
  set lang(value: Lang) {
    this.#lang = value;
    write('lang', value);
  }
  /** The language with a region, for dates and times: one format in each language, as on the server's pages. */
  get locale(): string {
    return { en: 'en-GB', fr: 'fr-FR' }[this.#lang];
  }
  get theme() {
    return this.#theme;
  }
  set theme(value: Theme) {
    this.#theme = value;
    write('theme', value);
  }
  get palette() {
    return this.#palette;
  }
  set palette(value: Palette) {
    this.#palette = value;
    write('palette', value);
  }
  get speed(): Speed {
    return this.#speed ?? 'normal';
  }
  set speed(value: Speed) {
    this.#speed = value;
    write('speed', value);
  }
  /** Turns are sent as soon as they are complete, if sending them reveals nothing and draws nothing. */
  get autoSend() {
    return this.#autoSend;
  }
  set autoSend(value: boolean) {
    this.#autoSend = value;
    write('send', value ? 'auto' : 'confirm');
  }
  /** Offers that cannot be accepted are declined for the player. */
  get decline() {
    return this.#decline;
  }
  set decline(value: boolean) {
    this.#decline = value;
    write('decline', value ? 'yes' : 'no');
  }
  /** Moves can be heard. */
  get sounds() {
    return this.#sounds;
  }
  set sounds(value: boolean) {
    this.#sounds = value;
    write('sounds', value ? 'yes' : 'no');
  }
  /** The places that may be touched are marked on the board. */
  get targets() {
    return this.#targets;
  }
  set targets(value: boolean) {
    this.#targets = value;
    write('targets', value ? 'yes' : 'no');
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
const SETTINGS = ['lang', 'theme', 'palette', 'speed', 'send', 'decline', 'sounds', 'targets', ...alerts].map((key) => `tablier.${key}`);

/** Forget the name, the links and the notes. */
export function forgetAll(): void {
  try {
    sessionStorage.clear();
    const own = Object.keys(localStorage).filter((key) => key.startsWith('tablier.') && !SETTINGS.includes(key));
    for (const key of own) localStorage.removeItem(key);
  } catch {
    // no storage
  }
}

/** The level of bots that a player chose last for a game; 2 at first. */
export const chosenLevel = (game: string): number => Number(/^[1-5]$/.exec(read(`level.${game}`) ?? '')?.[0] ?? 2);
export const rememberLevel = (game: string, level: number) => write(`level.${game}`, String(level));

/** The watch link's token of a table made here. An empty one deletes it. */
export const rememberWatch = (table: string, token: string) => (token ? write : forget)(`watch.${table}`, token);

export const watchToken = (table: string) => read(`watch.${table}`);

/** The token for all free seats of a table made here. */
export const rememberInvite = (table: string, token: string) => token && write(`invite.${table}`, token);
export const inviteToken = (table: string) => read(`invite.${table}`);

/** A player's notes at a table, stored in this browser alone. */
export const notes = (table: string, seat: number) => read(`notes.${table}.${seat}`) ?? '';
export const rememberNotes = (table: string, seat: number, text: string) => write(`notes.${table}.${seat}`, text);

/** The lines of the analysis board at a table. */
export const readLines = (table: string) => JSON.parse(read(`lines.${table}`) ?? '{}') as Lines;
export const rememberLines = (table: string, lines: Lines) => (Object.keys(lines).length ? write(`lines.${table}`, JSON.stringify(lines)) : forget(`lines.${table}`));

/** What has been done in this browser: lessons, or puzzles solved without help. */
class Progress {
  readonly #kind: string;
  #done = $state<Record<string, readonly string[]>>({});

  constructor(kind: 'lessons' | 'puzzles') {
    this.#kind = kind;
  }

  /** The ids of what has been done of a game. */
  of(game: string): readonly string[] {
    return this.#done[game] ?? this.#stored(game);
  }
  add(game: string, id: string): void {
    const done = [...new Set([...this.#stored(game), id])]; // another tab may have stored more
    this.#done = { ...this.#done, [game]: done };
    write(`${this.#kind}.${game}`, done.join(' '));
  }

  #stored(game: string): string[] {
    return read(`${this.#kind}.${game}`)?.split(' ') ?? [];
  }
}

export const lessonProgress = new Progress('lessons');
export const puzzleProgress = new Progress('puzzles');

/** A lesson in progress: the right submissions, and the answer to the last one. */
interface Attempt {
  played: string[][];
  result: LessonResult;
}

export const readAttempt = (lesson: string) => JSON.parse(read(`attempt.${lesson}`) ?? 'null') as Attempt | null;
export const rememberAttempt = (lesson: string, attempt: Attempt) => write(`attempt.${lesson}`, JSON.stringify(attempt));
export const forgetAttempt = (lesson: string) => forget(`attempt.${lesson}`);

/** A turn being composed, or the last one sent, which a takeback stages again. It is stored until the tab is closed. */
export interface Draft {
  seat: number;
  staged: readonly Staged[];
  /** The answers from which the plies were chosen: they tell which others may replace them. */
  answers?: Interaction['answers'];
  /** The last event told when its seat was asked: its submission is refused if the seat is asked something else since. */
  after: number;
  sent: boolean;
  /** The key of its submission, until the server has answered. */
  key?: string;
}

export const rememberDraft = (table: string, draft: Draft) => writeInTab(`draft.${table}`, JSON.stringify(draft));
export const readDraft = (table: string) => (JSON.parse(readInTab(`draft.${table}`) ?? 'null') as Draft | null) ?? undefined;
export const forgetDraft = (table: string) => forgetInTab(`draft.${table}`);

/** A line of chat that the server does not have yet. It is stored until the tab is closed. */
export interface ChatDraft {
  seat: number;
  text: string;
  key: string;
}

export const rememberUnsent = (table: string, lines: readonly ChatDraft[]) => (lines.length ? writeInTab(`unsent.${table}`, JSON.stringify(lines)) : forgetInTab(`unsent.${table}`));
export const readUnsent = (table: string) => JSON.parse(readInTab(`unsent.${table}`) ?? '[]') as ChatDraft[];

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
