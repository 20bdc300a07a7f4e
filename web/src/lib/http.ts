/** The HTTP API of a server, which the host of this device has, too. */

import { fileAddress, local } from './addresses';
import type {
  Continuation,
  DailyPuzzle,
  GameEntry,
  Invitation,
  LessonMessage,
  MadeTable,
  Message,
  NewTable,
  OpenTable,
  PuzzleEntry,
  RecentTable,
  RefutationAnswer,
  RefutationOrders,
  Restored,
  Searched,
  ServerMessage,
  StoredData,
  Tried,
} from './protocol';
import type { Lang, Palette } from './prefs.svelte';
import type { Lines } from './table/lines';
import { send } from './transport';

/** The tables that this browser watches without a seat. */
export function watched({ seats, watches }: StoredData): string[] {
  return watches.filter((table) => !seats.some((seat) => seat.table === table));
}

/** The server refused a request; `say` explains it to the reader. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly say: Message,
  ) {
    super(code);
  }
}

/** Why a request that is not retried failed, for the reader. */
export const reasonOf = (problem: unknown): Message => (problem instanceof Refusal ? problem.say : { k: 'error-unreachable' });

async function ask(method: string, address: string, body?: unknown): Promise<Response> {
  const answer = await send(address, { method, ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }) });
  if (answer.ok) return answer;
  const { code, say } = (await answer.json().catch(() => ({}))) as { code?: string; say?: Message };
  throw new Refusal(answer.status, code ?? 'unknown', say ?? { k: 'error-unknown', a: { status: answer.status } });
}

export async function getJson<T>(address: string): Promise<T> {
  return (await ask('GET', address)).json() as Promise<T>;
}

const PAUSE = 1000;

/** Retry a request until the server can be reached. A refusal is final. `onfailure` is called when a request fails. */
export async function patiently<T>(request: () => Promise<T>, onfailure?: () => void): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (problem) {
      if (problem instanceof Refusal && problem.status < 500) throw problem;
      onfailure?.();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

export async function getText(address: string): Promise<string> {
  return (await ask('GET', address)).text();
}

async function post<T>(address: string, body: unknown): Promise<T> {
  const text = await (await ask('POST', address, body)).text();
  return (text ? JSON.parse(text) : undefined) as T;
}

let catalogue: Promise<GameEntry[]> | undefined;

/** The games. They are fetched again until all are ready. */
export async function games(): Promise<GameEntry[]> {
  const asked = (catalogue ??= getJson<GameEntry[]>('/api/games'));
  const all = await asked.catch(() => undefined);
  if (!all?.every((game) => game.ready) && catalogue === asked) catalogue = undefined;
  return asked;
}

export const recentTables = () => getJson<RecentTable[]>('/api/tables');
export const createTable = (request: NewTable) => post<MadeTable>('/api/tables', request);
/** Try again from a position of a finished game, against bots. */
export const continueGame = (table: string, wanted: Continuation) => post<MadeTable>(`/api/tables/${table}/continue`, wanted);
export const openTables = () => getJson<OpenTable[]>('/api/lobby');
export const joinTable = (table: string, name: string) => post<{ seat: number }>(`/api/tables/${table}/join`, { name });
export const closeTable = (table: string) => post<undefined>(`/api/tables/${table}/close`, undefined);
export const watchTable = (table: string, token: string) => post<undefined>(`/api/tables/${table}/watch`, { token });
export const recoverSeat = (table: string, token: string) => post<{ seat: number }>(`/api/tables/${table}/recover`, { token });
export const watchLink = (table: string) => post<{ token: string }>(`/api/tables/${table}/watch-link`, undefined);
export const endWatching = (table: string) => ask('DELETE', `/api/tables/${table}/watch-link`);
export const shareGame = (table: string) => post<undefined>(`/api/tables/${table}/share`, undefined);
/** A table made from a record or a diagram, and the lines that the record has. */
export interface Opened {
  id: string;
  lines: Lines;
}
export const importRecord = async (record: Blob) => (await (await ask('POST', '/api/records', record)).json()) as Opened;
export const restoreGames = async (file: Blob) => (await (await ask('POST', '/api/backups', file)).json()) as Restored;
/** Open a position, as the game's diagrams describe it. */
export const openDiagram = (game: string, diagram: string) => post<Opened>('/api/diagrams', { game, diagram });
export const seatLink = (table: string, seat: number) => post<{ token: string }>(`/api/tables/${table}/seat-link`, { seat });
export const claimSeat = (table: string, token: string, name: string, also: boolean) =>
  post<{ seat: number }>(`/api/tables/${table}/claim`, { token, name, also });
export const invitation = (table: string, token: string) => post<Invitation>(`/api/tables/${table}/invitation`, { token });
export const fillWithBots = (table: string, level: number) => post<undefined>(`/api/tables/${table}/fill`, { level });
export const nameSeat = (table: string, seat: number, name: string) => post<undefined>(`/api/tables/${table}/name`, { seat, name });
/** Ask something of a lesson (`lessons/<game>/<id>`) or a puzzle (`puzzles/<game>/<id>`). */
export const exerciseMessage = (address: string, message: LessonMessage) => post<ServerMessage[]>(`/api/${address}`, message);
/** What these plies lead to, which do not solve a puzzle (`puzzles/<game>/<id>`). */
export const refute = (address: string, plies: string[], found?: Searched[]) => 
  post<RefutationAnswer>(`/api/${address}/refutation`, { plies, ...(found && { found }) });
/** The searches that this browser may run for that; without orders the server does. */
export const refutationOrders = (address: string, plies: string[]) => post<RefutationOrders>(`/api/${address}/searches`, { plies });
export const puzzlesOf = (game: string) => getJson<PuzzleEntry[]>(`/api/puzzles/${game}`);
export const puzzleOfTheDay = () => getJson<DailyPuzzle>('/api/puzzles');
export const ownData = () => getJson<StoredData>('/api/me');
export const forgetMe = () => ask('DELETE', '/api/me');
/** A drawing of a game, or `common.svg`. */
export const artAddress = (name: string, palette: Palette): string => fileAddress(artPath(name, palette));
export const drawing = (name: string, palette: Palette) => getText(artPath(name, palette));

function artPath(name: string, palette: Palette): string {
  if (!local) return `/api/art/${name}?palette=${palette}`;
  return `/api/art/${palette === 'safe' ? 'safe/' : ''}${name}`; // files of a site have no parameters
}
export const recordAddress = (table: string) => `/api/tables/${table}/record`;
export const recordOf = async (table: string, lang: Lang) => (await ask('GET', `${recordAddress(table)}?lang=${lang}`)).blob();
/** The record of a game, with lines of an analysis as its variations. */
export const recordWithLines = async (table: string, lines: Lines, lang: Lang) => (await ask('POST', `${recordAddress(table)}?lang=${lang}`, { lines })).blob();
/** The position after moves of an analysis, as `openDiagram` reads it. */
export const diagramOf = async (table: string, event: number, moves: Tried[]) => (await post<{ diagram: string }>(`/api/tables/${table}/diagram`, { event, moves })).diagram;
export const deleteTable = (table: string) => ask('DELETE', `/api/tables/${table}`);
