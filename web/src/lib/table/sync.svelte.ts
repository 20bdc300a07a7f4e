/** The server's account of one table, kept up to date over its connection. */

import { LostError, newKey, RefusedError } from '../exchange';
import { getJson, patiently } from '../http';
import type { Line, Listener, Missing } from '../line';
import { isNonce, movesOf } from './log';
import type { ChatLine, Clocks, Entry, Message, ServerMessage, Stage, Table, TableActions, Update, View, Welcome } from '../protocol';

/** Why a request was refused: the rule in the reader's language, or the server's words. */
export interface Reason {
  code?: string;
  say?: Message;
  rule?: string;
  text?: Record<string, string>;
  link?: Record<string, string>;
}

/** Milliseconds for which the last player's view may stay until the new one comes: a board that is emptied and filled again flickers. */
const GRACE = 500;

export interface SyncListener {
  /** A move was played. */
  update(update: Update): void;
  /** Updates are queued or being played. */
  busy(): boolean;
  /** The position was replaced as a whole: queued updates are void. */
  replaced(): void;
  /** Another seat looks at the table: discard fetched positions and running playback. */
  restarted(): void;
  /** Who may act may have changed. */
  changed(): void;
}

export class Sync {
  /** Why the table cannot be shown. */
  missing = $state<Missing>();
  online = $state(true);
  stage = $state.raw<Stage>();
  table = $state.raw<Table>();
  /** The seats of this browser. */
  you = $state.raw<readonly number[]>([]);
  /** The own seat whose secrets this browser shows. */
  as = $state<number>();
  /** The newest position; while steps are played, the pieces as far as the steps have been told. */
  view = $state.raw<View>();
  log = $state.raw<readonly Entry[]>([]);
  chat = $state.raw<readonly ChatLine[]>([]);
  /** Possible actions besides playing, and when this browser received them (`heard`, by its own clock). */
  actions = $state.raw<TableActions & { heard: number }>({ type: 'actions', heard: 0 });
  /** Times left, and when this browser received them (`heard`, by its own clock). */
  clocks = $state.raw<Clocks & { heard: number }>();
  reason = $state.raw<Reason>();

  readonly line: Line;
  /** The last event told. */
  seq = 0;
  /** The whole position is asked for, whatever has been told. */
  #afresh = false;
  /** The reader for whom the server makes what it sends: the one of the last welcome. */
  #served: number | undefined;
  /** The reader for whom the view and the log were made. */
  #shown: number | undefined;
  readonly #listener: SyncListener;
  /** The own seats that have added a number to the chance of this table. */
  readonly #added = new Set<number>();

  constructor(
    readonly id: string,
    open: (listener: Listener) => Line,
    listener: SyncListener,
  ) {
    this.#listener = listener;
    this.line = open({
      since: () => (this.#afresh ? 0 : this.seq),
      seat: () => this.as,
      news: (message) => this.#news(message),
      online: (yes) => {
        if (yes && !this.online) this.reason = undefined; // what was lost may be tried again
        this.online = yes;
      },
      missing: (why) => (this.missing = why),
    });
  }

  /** The log as it is listed. */
  readonly entries = $derived(this.log.filter((entry) => !isNonce(entry)));
  /** The moves that stand, numbered from 1. */
  readonly moves = $derived(movesOf(this.log));
  /** The newest event of the log. */
  readonly newest = $derived(this.log.at(-1)?.seq ?? 0);
  /** How many moves of the game lead to an event. */
  movesBefore(event: number): number {
    return this.moves.findLastIndex(({ seq }) => seq <= event) + 1;
  }

  /** The event with which `move` moves have been played; from the last move on the present, as the end of the game may follow it. */
  eventOf(move: number): number {
    if (move < 1) return 0;
    return move < this.moves.length ? this.moves[move - 1]!.seq : Infinity;
  }

  /** The seat of this browser that may act now. */
  readonly mover = $derived([this.as, ...this.you].find((s) => s !== undefined && this.view?.movers.includes(s)));
  /** Several players with secrets share this browser. */
  readonly shared = $derived(this.table?.hidden === true && this.you.length > 1);

  /** The own seat whose secrets the server is to send, as it decides that itself (`TableState.reader`). */
  get #reader(): number | undefined {
    if (!this.table?.hidden) return undefined;
    if (this.as !== undefined && this.you.includes(this.as)) return this.as;
    return this.you.length === 1 ? this.you[0] : undefined;
  }

  /** The server sends what the present reader may see. If not, a welcome for that reader is on its way. */
  get settled(): boolean {
    return this.#served === this.#reader;
  }

  /** Run a request; a refusal becomes the reason shown. Tells whether it was carried out. */
  async attempt(request: () => Promise<unknown>): Promise<boolean> {
    try {
      await request();
      return true;
    } catch (error) {
      if (error instanceof RefusedError) this.reason = error.answer;
      else if (!(error instanceof LostError)) throw error;
      return false;
    }
  }

  /** Show the secrets of one of the own seats, or hide them again. */
  lookAs(seat: number | undefined): void {
    this.as = seat;
    this.reason = undefined;
    this.#listener.restarted();
    if (seat === undefined && this.online) setTimeout(() => this.#forgetSecrets(), GRACE);
    else this.#forgetSecrets();
    this.resync();
  }

  /** Clear the last player's view without waiting for the answer. */
  #forgetSecrets(): void {
    if (!this.view || this.#shown === undefined || this.#shown === this.#reader) return;
    this.view = { ...this.view, pieces: [], docks: [], counters: [], tally: [] };
    this.log = [];
  }

  /** Ask for the whole position again. */
  resync(): void {
    this.#afresh = true;
    this.line.hello();
  }

  #news(message: ServerMessage): void {
    if (message.type === 'welcome') this.#welcome(message);
    else if (message.type === 'table') this.#seated(message.table, message.you);
    else if (message.type === 'chat') this.#said(message);
    else if (message.type === 'update') this.#updated(message);
    else if (message.type === 'actions') this.actions = { ...message, heard: Date.now() };
    else if (message.type === 'clocks') this.clocks = { ...message, heard: Date.now() };
    else if (message.type === 'refused') this.reason = message;
  }

  /** An update that was made for the last reader may hold its secrets; the coming welcome has its move. */
  #updated(message: Update): void {
    if (this.settled) this.#listener.update(message);
  }

  #said(message: ChatLine): void {
    this.#addChat([message]);
    if (this.settled && !this.#listener.busy()) this.seq = message.seq;
  }

  /** A welcome that was made for the last reader may hold its secrets, too. */
  #welcome(message: Welcome): void {
    if (!this.table) void patiently(() => getJson<Stage>(message.table.stage)).then((stage) => (this.stage = stage));
    this.table = message.table;
    this.you = message.you;
    this.#served = message.reader ?? undefined;
    if (!this.settled) return;
    this.#shown = this.#served;
    this.actions = { type: 'actions', heard: 0 };
    this.view = message.view;
    this.#addNonces();
    this.#addChat(message.chat ?? []);
    this.#replace(message);
    this.#listener.changed();
  }

  #replace({ log, seq }: Welcome): void {
    this.#listener.replaced();
    const first = log[0]?.seq ?? seq + 1;
    this.log = [...this.log.filter((entry) => entry.seq < first), ...log];
    this.seq = seq;
    this.#afresh = false;
  }

  #addChat(lines: readonly ChatLine[]): void {
    const known = new Set(this.chat.map((line) => line.seq));
    this.chat = [...this.chat, ...lines.filter((line) => !known.has(line.seq))];
  }

  #seated(table: Table, you: readonly number[]): void {
    const { mover } = this;
    const opened = this.table?.open && !table.open;
    const moved = you.join() !== this.you.join();
    this.table = table;
    this.you = you;
    this.#addNonces();
    if (moved && table.hidden) this.lookAs(undefined); // what the view may show depends on the seats
    if (opened || this.mover !== mover) this.#listener.changed();
  }

  /** Add a random number for each own seat, so that the server alone cannot choose what chance draws. */
  #addNonces(): void {
    const { fair } = this.table ?? {};
    if (!fair || fair.seed) return;
    for (const seat of this.you) {
      if (this.#added.has(seat) || fair.nonces?.some((nonce) => nonce.seat === seat)) continue;
      this.#added.add(seat);
      this.line.submit({ type: 'nonce', seat, nonce: newKey() }).catch(() => undefined); // refused: there is one already
    }
  }
}
