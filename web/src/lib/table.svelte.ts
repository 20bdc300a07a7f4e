/** One table as this browser sees it: the position, the story that led there, and the turn being composed. */

import { Connection, LostError, newKey, RefusedError, type Missing } from './connection';
import { getJson, patiently } from './http';
import { Interaction } from './interaction.svelte';
import type { Aside, Clocks, Counter, Dock, Entry, Flash, Message, Piece, Said, ServerMessage, Stage, Step, Table, Tried, Update, View, Welcome, WhatIf } from './protocol';
import { paces, prefs } from './prefs.svelte';
import { agrees, changed } from './scene';

/** Why a touch or a turn was refused: the rule in the reader's language, or the server's words. */
export interface Reason {
  say?: Message;
  rule?: string;
  text?: Record<string, string>;
  link?: Record<string, string>;
}

/** What flashes up is seen for so many milliseconds, or as long as a line. */
const FLASH = 900;

/** What is tried out from an event on, the view it leads to, and how it was before each move. */
export interface Trial {
  event: number;
  moves: Tried[];
  view: View;
  before: readonly Trial[];
}

export class TableModel {
  /** Why there is nothing to look at. */
  missing = $state<Missing>();
  online = $state(true);
  stage = $state.raw<Stage>();
  table = $state.raw<Table>();
  you = $state.raw<readonly number[]>([]);
  /** The newest position; while steps are played, the pieces as far as they have been told. */
  view = $state.raw<View>();
  log = $state.raw<readonly Entry[]>([]);
  chat = $state.raw<readonly Said[]>([]);
  /** The earlier position that is being looked at, if any. */
  look = $state.raw<{ event: number; view: View }>();
  /** Moves tried out on a past position, or the present one; nobody else sees them. */
  trial = $state.raw<Trial>();
  reason = $state.raw<Reason>();
  sending = $state(false);
  /** The line being told, while a story of several is played. */
  telling = $state.raw<Message>();
  /** What is seen for a moment. */
  flashes = $state.raw<readonly Flash[]>([]);
  /** The own seat whose secrets this browser shows. */
  as = $state<number>();
  /** Pieces that a line of the log or of the score points at. */
  pointed = $state.raw<ReadonlySet<string>>(new Set());

  /** What can be done besides playing, and when this browser heard of it (`heard`, in its own time). */
  aside = $state.raw<Aside & { heard: number }>({ type: 'aside', heard: 0 });
  /** What the seats had left on their clocks when this browser heard of it last (`heard`, in its own time). */
  clocks = $state.raw<Clocks & { heard: number }>();

  readonly act = new Interaction(async (plies) => {
    const answer = await this.#line.ask<'choices'>({ type: 'choices', seat: this.seat ?? -1, plies, ...this.#supposed });
    return answer.choices;
  });

  readonly #line: Connection;
  readonly #looks = new Map<number, View>();
  /** The earlier position being asked for. */
  #wanted: number | undefined;
  #seq = 0;
  /** The event that the turn being sent has become, as long as it has not been told. */
  #sent: number | undefined;
  /** The seat whose turn is being composed. */
  #composing: number | undefined;
  /** Counts the welcomes that replaced the position, so that steps being played know that they are outdated. */
  #epoch = 0;
  #queue: Update[] = [];
  /** The own seats for which a number has been added to the chance of this table. */
  readonly #added = new Set<number>();
  #playing = $state(false);
  #hurry = false;
  /** When the last line was shown of what somebody else did. */
  #told = 0;
  #skip: (() => void) | undefined;

  constructor(readonly id: string) {
    this.#line = new Connection(id, {
      since: () => this.#seq,
      seat: () => this.as,
      news: (message) => this.#news(message),
      online: (yes) => (this.online = yes),
      missing: (why) => (this.missing = why),
    });
  }

  /** The seat of this browser that may act now. */
  readonly seat = $derived(this.trial ? this.trial.view.movers[0] : [this.as, ...this.you].find((s) => s !== undefined && this.view?.movers.includes(s)));
  /** Several players with secrets share this browser. */
  readonly shared = $derived(this.table?.hidden === true && this.you.length > 1);
  /** To whom the device is to be handed before anybody goes on. */
  readonly handover = $derived(
    !this.trial && this.shared && this.view?.private && !this.view.result && !this.#playing && this.seat !== this.as ? this.seat : undefined,
  );
  readonly myTurn = $derived(this.trial ? this.seat !== undefined : this.seat !== undefined && !this.view?.result && this.handover === undefined && !this.table?.open);
  readonly live = $derived(this.look === undefined);
  readonly event = $derived(this.trial?.event ?? this.look?.event ?? this.log.at(-1)?.seq ?? 0);
  /** How many moves have led to what is looked at. Events are numbered with the lines of the chat, moves are not. */
  readonly move = $derived(this.log.findLastIndex((entry) => entry.seq <= this.event) + 1);
  /** The view on the board: the past one that is looked at, or the present. */
  readonly seen = $derived(this.trial?.view ?? this.look?.view ?? this.view);
  readonly #preview = $derived(this.live ? this.act.shown : undefined);
  readonly pieces: readonly Piece[] = $derived(changed(this.seen?.pieces ?? [], this.#preview ?? {}));
  /** What the turn being composed would put in its place; not what would only be counted or named otherwise. */
  readonly ghosts: ReadonlySet<string> = $derived.by(() => {
    const now = new Map(this.seen?.pieces.map((p) => [p.id, p]));
    const moved = (p: Piece, old = now.get(p.id)) => !old || old.at !== p.at || old.sprite !== p.sprite || old.turn !== p.turn;
    return new Set(this.#preview?.put?.filter((p) => moved(p)).map((p) => p.id));
  });
  readonly counters: readonly Counter[] = $derived.by(() => {
    const now = new Map(this.seen?.counters.map((c) => [c.id, c]));
    for (const counter of this.#preview?.counters ?? []) now.set(counter.id, counter);
    return [...now.values()];
  });
  readonly docks: readonly Dock[] = $derived(this.#preview?.docks ?? this.seen?.docks ?? []);
  /** The pieces of the last move shown. Its first line with pieces says what was played, further ones what that led to. */
  readonly last: ReadonlySet<string> = $derived(
    new Set(this.log.find((e) => e.seq === this.event)?.lines.find((line) => line.ids?.length)?.ids),
  );

  close(): void {
    this.#line.close();
    this.act.stop();
    this.skip();
  }

  /** Touch a target; where that leads nowhere, find out why. */
  async choose(target: string): Promise<void> {
    if (this.#playing) return this.skip();
    if (!this.live || !this.myTurn || this.sending) return;
    const before = [...this.act.path];
    this.reason = undefined;
    await this.#guarded(async () => {
      if ((await this.act.choose(target)) !== 'none') return;
      const plies = [...this.act.plies];
      this.reason = await this.#line.ask<'why'>({ type: 'why', seat: this.seat!, plies, path: [...before, target], ...this.#supposed });
    });
  }

  /** Turn what was staged last. */
  async turn(): Promise<void> {
    if (!this.live || this.sending) return;
    this.reason = undefined;
    await this.#guarded(() => this.act.turn());
  }

  /** Stage plies in the game's notation. Tells whether they were. */
  async type(text: string): Promise<boolean> {
    if (!this.live || !this.myTurn || this.sending) return false;
    this.reason = undefined;
    let taken = false;
    await this.#guarded(async () => (taken = await this.act.type(text)));
    return taken;
  }

  async back(): Promise<void> {
    if (this.sending) return;
    this.reason = undefined;
    if (this.trial && !this.act.canBack) return this.#resume(this.trial.before.at(-1) ?? this.trial);
    await this.#guarded(() => this.act.back());
  }

  async send(): Promise<void> {
    if (!this.act.complete || this.sending) return;
    this.reason = undefined;
    if (this.trial) return this.#try(this.trial, [...this.trial.moves, { seat: this.seat!, plies: [...this.act.plies] }]);
    this.sending = true;
    const done = await this.#guarded(async () => {
      this.#sent = (await this.#line.submit({ type: 'submit', seat: this.seat!, plies: [...this.act.plies] })).seq;
    });
    if (!done) this.sending = false;
    await this.#prompt();
  }

  /** Change the staged plies, in a dock whose places are in order. */
  async arrange(change: (act: Interaction) => Promise<unknown>): Promise<void> {
    if (this.#playing) return this.skip();
    if (!this.live || !this.myTurn || this.sending) return;
    this.reason = undefined;
    await this.#guarded(() => change(this.act));
  }

  /** Show what only one of the own seats may see, or hide it again. */
  lookAs(seat: number | undefined): void {
    if (this.as === seat) return;
    this.as = seat;
    this.#seq = 0;
    this.act.stop();
    this.#looks.clear();
    this.present();
    this.#line.hello();
  }

  resign(): Promise<boolean> {
    const seat = this.seat ?? this.you[0];
    return this.#guarded(() => this.#line.submit({ type: 'resign', seat: seat! }));
  }

  /** Take back what was submitted last, or ask the others whether it may be. */
  takeBack(): Promise<boolean> {
    const seat = this.aside.undo?.[0]?.seat ?? -1;
    return this.#guarded(() => this.#line.submit({ type: 'undo', seat }));
  }

  /** Answer a request to take back, for the first own seat that is asked. */
  answer(agree: boolean): Promise<boolean> {
    const request = this.aside.request;
    const seat = this.you.find((own) => request?.waits.includes(own)) ?? -1;
    return this.#guarded(() => this.#line.submit({ type: 'answer', seat, agree, asked: request?.asked ?? 0 }));
  }

  /** Want the computer to play for a seat that is absent. */
  vote(absent: number): Promise<boolean> {
    return this.#guarded(() => this.#line.submit({ type: 'vote', seat: this.you[0] ?? -1, absent }));
  }

  /** Take the own seats back from the computer. */
  comeBack(): Promise<boolean> {
    return this.#guarded(() => Promise.all((this.aside.lost ?? []).map((seat) => this.#line.submit({ type: 'return', seat }))));
  }

  rematch(): Promise<boolean> {
    return this.#guarded(() => Promise.all(this.you.map((seat) => this.#line.submit({ type: 'rematch', seat }))));
  }

  /** Show the position after the first `event` events; the newest one is the present. */
  async lookAt(event: number): Promise<void> {
    const newest = this.log.at(-1)?.seq ?? 0;
    this.endTrial();
    if (event >= newest) return this.present();
    this.reason = undefined;
    const asking = this.#wanted !== undefined;
    this.#wanted = Math.max(0, event);
    if (!asking) await this.#guarded(() => this.#search());
    if (!asking) this.#wanted = undefined;
  }

  /** Fetch the wanted position, and again while another one is wanted by then: a slider moves faster than answers come. */
  async #search(): Promise<void> {
    for (let wanted = this.#wanted; wanted !== undefined && wanted !== this.look?.event; wanted = this.#wanted) {
      const view = this.#looks.get(wanted) ?? (await this.#line.ask<'look'>({ type: 'look', event: wanted })).view;
      this.#looks.set(wanted, view);
      if (this.#wanted !== undefined) this.look = { event: wanted, view };
    }
  }

  /** May moves be tried out? Where there are secrets, only when the game is over. */
  readonly canTry = $derived(!this.table?.hidden || this.view?.result != null || this.table.imported === true);

  get #supposed(): { what_if?: WhatIf } {
    return this.trial ? { what_if: { event: this.trial.event, moves: this.trial.moves } } : {};
  }

  /** Try moves out on the position that is looked at. */
  async tryOut(): Promise<void> {
    if (this.sending || this.#playing || !this.canTry) return;
    await this.#try(undefined, []);
  }

  async #try(from: Trial | undefined, moves: Tried[]): Promise<void> {
    const event = this.event;
    await this.#guarded(async () => {
      const { view, tried = [] } = await this.#line.ask<'look'>({ type: 'look', event, tried: moves });
      await this.#resume({ event, moves: tried, view, before: from ? [...from.before, from] : [] });
    });
  }

  async #resume(trial: Trial): Promise<void> {
    this.act.stop();
    this.#wanted = this.look = undefined;
    this.trial = trial;
    if (trial.view.movers.length) await this.#guarded(() => this.act.start());
  }

  /** Leave what was tried out. */
  endTrial(): void {
    if (!this.trial) return;
    this.trial = undefined;
    this.reason = undefined;
    this.act.stop();
    void this.#prompt();
  }

  /** Show the position after the first `move` moves. */
  lookAtMove(move: number): Promise<void> {
    return this.lookAt(move < 1 ? 0 : (this.log[move - 1]?.seq ?? Infinity));
  }

  /** Say something at the table. Throws the server's refusal. */
  async say(text: string): Promise<void> {
    const seat = this.as ?? this.seat ?? this.you[0];
    if (seat !== undefined) await this.#line.submit({ type: 'chat', seat, text });
  }

  present(): void {
    this.endTrial();
    this.#wanted = undefined;
    this.look = undefined;
  }

  /** A story of several lines is being told. */
  get playing(): boolean {
    return this.#playing && this.telling !== undefined;
  }

  /** Play the steps that are left at once. */
  skip(): void {
    this.#hurry = true;
    this.#skip?.();
  }

  /** Run a request; a refusal becomes the reason shown. Tells whether it was carried out. */
  async #guarded(request: () => Promise<unknown>): Promise<boolean> {
    try {
      await request();
      return true;
    } catch (error) {
      if (error instanceof RefusedError) this.reason = error.answer;
      else if (!(error instanceof LostError)) throw error;
      return false;
    }
  }

  #news(message: ServerMessage): void {
    if (message.type === 'welcome') this.#welcome(message);
    else if (message.type === 'table') {
      const waited = this.table?.open;
      this.table = message.table;
      this.#sit(message.you);
      if (waited && !message.table.open) void this.#prompt();
    } else if (message.type === 'said') {
      this.#hear([message]);
      if (!this.#playing && !this.#queue.length) this.#seq = message.seq;
    } else if (message.type === 'update') {
      this.#queue.push(message);
      void this.#play();
    } else if (message.type === 'aside') this.aside = { ...message, heard: Date.now() };
    else if (message.type === 'clocks') this.clocks = { ...message, heard: Date.now() };
    else if (message.type === 'refused') this.reason = message;
  }

  #welcome(message: Welcome): void {
    const same = this.view !== undefined && message.seq === this.#seq && !this.#queue.length;
    if (!this.table) void patiently(() => getJson<Stage>(message.table.stage)).then((stage) => (this.stage = stage));
    this.table = message.table;
    this.you = message.you;
    this.aside = { type: 'aside', heard: 0 };
    this.view = message.view;
    this.#addNonces();
    this.#hear(message.chat ?? []);
    if (same) return void this.#prompt();
    this.#epoch++;
    this.#queue = [];
    const first = message.log[0]?.seq ?? message.seq + 1;
    this.log = [...this.log.filter((e) => e.seq < first), ...message.log];
    this.#seq = message.seq;
    void this.#prompt();
  }

  #hear(lines: readonly Said[]): void {
    const heard = new Set(this.chat.map((line) => line.seq));
    this.chat = [...this.chat, ...lines.filter((line) => !heard.has(line.seq))];
  }

  #sit(you: readonly number[]): void {
    const before = this.seat;
    const moved = you.join() !== this.you.join();
    this.you = you;
    this.#addNonces();
    // With a seat comes or goes what only its holder may see.
    if (moved && this.table?.hidden) {
      this.as = undefined;
      this.#seq = 0;
      this.#looks.clear();
      this.#line.hello();
    }
    if (this.seat !== before) void this.#prompt();
  }

  /** Add a number of this browser's making to the chance of the table, so that the server alone cannot choose it. */
  #addNonces(): void {
    const { fair } = this.table ?? {};
    if (!fair || fair.seed) return;
    for (const seat of this.you) {
      if (this.#added.has(seat) || fair.nonces?.some((nonce) => nonce.seat === seat)) continue;
      this.#added.add(seat);
      this.#line.submit({ type: 'nonce', seat, nonce: newKey() }).catch(() => undefined); // refused: there is one already
    }
  }

  async #play(): Promise<void> {
    if (this.#playing) return;
    this.#playing = true;
    for (let update = this.#queue.shift(); update; update = this.#queue.shift()) {
      if (update.seq > this.#seq) await this.#tell(update);
    }
    this.#playing = false;
    this.#hurry = false;
    this.telling = undefined;
    // What a player who shares this browser has chosen is not for the next one.
    if (this.shared && this.as !== undefined && !(this.view?.private && this.view.movers.includes(this.as))) this.lookAs(undefined);
    await this.#prompt();
  }

  /** Play an update's steps one by one. */
  async #tell(update: Update): Promise<void> {
    // What this browser sends itself is on the board already, but for what nobody could foresee.
    const mine = this.sending && update.steps[0]?.seat === this.#composing;
    const foreseen = mine ? new Set([...(this.act.shown?.put ?? []).map((p) => p.id), ...(this.act.shown?.drop ?? [])]) : undefined;
    const epoch = this.#epoch;
    if (!mine) await this.#linger();
    if (epoch !== this.#epoch) return;
    if (foreseen) this.act.stop();
    this.reason = undefined;
    const earlier = this.log;
    const told: Entry = { seq: update.seq, lines: [] };
    let pieces = this.view!.pieces;
    for (const [i, step] of update.steps.entries()) {
      pieces = changed(pieces, step);
      told.lines = [...told.lines, step];
      this.view = { ...this.view!, pieces };
      this.log = [...earlier, { ...told }];
      if (!mine) this.#told = Date.now();
      const fresh = [...(step.put ?? []).map((p) => p.id), ...(step.drop ?? [])].some((id) => !foreseen?.has(id));
      if (!foreseen || fresh || step.flash) await this.#dwell(step, i + 1 < update.steps.length || this.#queue.length > 0);
      if (epoch !== this.#epoch) return;
    }
    this.#seq = update.seq;
    this.log = [...earlier, told];
    this.view = { ...update.view, pieces };
    this.#settle();
    if (!agrees(pieces, update.check)) {
      this.#seq = 0;
      this.#line.hello();
    }
  }

  /** What others do one after the other is seen one after the other, however fast they are. */
  async #linger(): Promise<void> {
    const rest = this.#told + paces[prefs.pace] - Date.now();
    if (rest <= 0) return;
    this.telling = this.log.at(-1)?.lines.at(-1)?.say;
    await this.#pause(rest);
  }

  /** Let a line be seen before the next one. */
  async #dwell({ say, flash }: Step, more: boolean): Promise<void> {
    if (flash) this.#flash(flash);
    if (!more) return;
    this.telling = say;
    await this.#pause();
  }

  /** Nobody waits until it is over. */
  #flash(flashes: readonly Flash[]): void {
    this.flashes = flashes;
    setTimeout(() => {
      if (this.flashes === flashes) this.flashes = [];
    }, Math.max(FLASH, paces[prefs.pace]));
  }

  #pause(pace: number = paces[prefs.pace]): Promise<void> {
    if (this.#hurry || !pace) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pace);
      this.#skip = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The turn that was sent has been told: it is composed no longer. */
  #settle(): void {
    if (this.#sent === undefined || this.#sent > this.#seq) return;
    this.#sent = undefined;
    this.sending = false;
    this.act.stop();
  }

  /** Begin the turn, or go on composing it: what is staged survives everything that leaves it possible. */
  async #prompt(): Promise<void> {
    this.#settle();
    if (this.#playing || this.sending || this.trial) return;
    if (!this.myTurn || this.seat !== this.#composing) this.act.stop();
    this.#composing = this.seat;
    if (this.myTurn) await this.#guarded(() => this.#renew());
  }

  async #renew(): Promise<void> {
    try {
      await this.act.renew();
    } catch (error) {
      if (!(error instanceof RefusedError) || !this.act.plies.length) throw error;
      this.reason ??= { say: { k: 'turn-dropped' } };
      await this.act.start();
    }
  }
}
