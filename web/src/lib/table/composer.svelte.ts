/** The turn being composed, on the present position or on the analysis board. */

import { newKey, RefusedError } from '../exchange';
import { forgetDraft, prefs, readDraft, rememberDraft, type Draft } from '../prefs.svelte';
import { moveSound } from '../sounds';
import { Interaction } from './interaction.svelte';
import type { Button, Update } from '../protocol';
import type { Analysis } from './analysis.svelte';
import type { History } from './history.svelte';
import type { Playback } from './playback.svelte';
import type { Sync } from './sync.svelte';

/** An offer is declined for the player after a time as if by hand, in milliseconds: at once would say that it cannot be paid. */
const DECLINE_AFTER = 1000;
const DECLINE_SPREAD = 2000;

export class Composer {
  sending = $state(false);
  /** The offer is about to be declined for the player. */
  declining = $state(false);
  readonly act: Interaction;

  readonly #sync: Sync;
  readonly #history: History;
  readonly #analysis: Analysis;
  readonly #playback: Playback;
  /** The seat whose turn is being composed on the present position. */
  #seat: number | undefined;
  /** The last event told when that seat was asked: its turn is composed for that situation. */
  #asked = 0;
  /** The event that the sent turn has become, until it has been told. */
  #sent: number | undefined;
  /** The own seat (`by`) that declines all offers of a seat (`from`), until another question is asked. */
  #declined: { by: number; from: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The turn to be staged again: after a reload, after a takeback, or when its seat is asked again. */
  #draft: Draft | undefined;
  /** Counts prompts and interruptions, so that a prompt that waits for an answer notices that it is outdated. */
  #epoch = 0;

  constructor(sync: Sync, history: History, analysis: Analysis, playback: Playback) {
    this.#sync = sync;
    this.#history = history;
    this.#analysis = analysis;
    this.#playback = playback;
    const draft = readDraft(sync.id);
    if (!draft?.sent || draft.key) this.#draft = draft;
    this.act = new Interaction(async (plies) => {
      const answer = await sync.line.ask<'choices'>({ type: 'choices', seat: this.seat ?? -1, plies, ...analysis.supposed });
      return answer.choices;
    });
  }

  /** The seat that may act here. */
  get seat(): number | undefined {
    return this.#analysis.board ? this.#analysis.board.view.movers[0] : this.#sync.mover;
  }

  /** The player to whom the device is to be handed before play goes on. */
  get handover(): number | undefined {
    const { shared, view, as, mover } = this.#sync;
    if (!shared || !view?.private || view.result || this.#analysis.board || this.#playback.active) return undefined;
    return mover === as ? undefined : mover;
  }

  get myTurn(): boolean {
    if (this.seat === undefined) return false;
    return this.#analysis.board !== undefined || (!this.#sync.view?.result && !this.#sync.table?.open && this.handover === undefined);
  }

  /** The position that is looked at can be played on: the present, or the analysis board. */
  get open(): boolean {
    return this.#analysis.board !== undefined || this.#history.look === undefined;
  }

  get acting(): boolean {
    return this.open && this.myTurn && !this.sending;
  }

  /** Touch a target, after a running playback if it is still a target then. If it leads nowhere, ask why. */
  async choose(target: string): Promise<void> {
    if (this.#playback.active) {
      await this.#playback.finish();
      if (!this.act.targets.has(target)) return;
    }
    if (!this.acting) return;
    const before = [...this.act.path];
    const forced = this.act.forced;
    await this.#change(async () => {
      const touch = await this.act.choose(target);
      if (touch === 'chosen' && !this.act.path.length) moveSound('place');
      if (touch === 'chosen') await this.#sendAutomatically(forced);
      if (touch !== 'none') return;
      const plies = [...this.act.plies];
      try {
        this.#sync.reason = await this.#sync.line.ask<'why'>({ type: 'why', seat: this.seat!, plies, path: [...before, target], ...this.#analysis.supposed });
      } catch (error) {
        // No rule forbids it. The reason covers the prompt, so it repeats the task.
        if (!(error instanceof RefusedError && error.answer.say.k === 'refused-nothing-there' && this.act.prompt)) throw error;
        this.#sync.reason = { ...error.answer, say: { k: 'nothing-there', a: { task: this.act.prompt } } };
      }
    });
  }

  /** Press a button of the game. The turn is sent at once if the button says so or leaves no choice. */
  async press({ id, sends, begins }: Button): Promise<void> {
    if (begins?.length) return void (await this.arrange((act) => act.restore(begins.map((option) => ({ ...option, turns: [option.ply] })))));
    const forced = !this.act.plies.length && this.act.targets.size === 1;
    await this.choose(`button:${id}`);
    if (sends || forced) await this.send();
  }

  /** Decline this offer, and further ones of the same seat until something else is asked. */
  async declineAll(button: Button): Promise<void> {
    this.#declined = { by: this.seat!, from: button.declines! };
    await this.press(button);
  }

  /** Unstage everything. */
  async drop(): Promise<void> {
    if (!this.sending) await this.#change(() => this.act.restore([]));
  }

  /** Turn the piece staged last. */
  async turn(): Promise<void> {
    if (this.open && !this.sending) await this.#change(() => this.act.turn());
  }

  /** Stage plies in the game's notation. Tells whether they were. */
  async type(text: string): Promise<boolean> {
    let taken = false;
    if (this.acting)
      await this.#change(async () => {
        taken = await this.act.type(text);
        await this.#sendAutomatically(false);
      });
    return taken;
  }

  /** Change the staged plies in a dock with ordered slots. */
  async arrange(change: (act: Interaction) => Promise<unknown>): Promise<void> {
    await this.#playback.finish();
    if (this.acting) await this.#change(() => change(this.act));
  }

  async back(): Promise<void> {
    if (this.sending || !this.open) return;
    if (this.act.canBack || !this.#analysis.board) return void (await this.#change(() => this.act.back()));
    await this.#analysis.back();
    await this.begin();
  }

  /** Send the turn, also if the server has yet to say that it is complete. */
  async send(): Promise<void> {
    if (!this.act.complete) await this.act.answered();
    if (!this.act.complete || this.sending || !this.open) return;
    this.#sync.reason = undefined;
    if (this.#analysis.board) return void ((await this.#analysis.play(this.seat!, [...this.act.plies])) && (await this.begin()));
    await this.#submit({ ...this.#composed(), sent: true }, newKey());
  }

  /** Submit the staged turn. If the page is reloaded before the answer comes, it does so again: the same turn, with the same key. */
  async #submit(draft: Draft, key: string): Promise<void> {
    const { seat, after: since } = draft;
    const plies = [...this.act.plies];
    this.sending = true;
    rememberDraft(this.#sync.id, { ...draft, key });
    const done = await this.#sync.attempt(async () => {
      this.#sent = (await this.#sync.line.submit({ type: 'submit', seat, plies, since }, key)).seq;
    });
    if (!done) this.sending = false;
    if (done) rememberDraft(this.#sync.id, draft);
    else if (this.act.canBack) rememberDraft(this.#sync.id, { ...draft, sent: false, after: this.#sync.seq }); // its seat is asked anew
    else forgetDraft(this.#sync.id); // a lesson began anew meanwhile
    await this.prompt();
  }

  /** Begin a turn on the analysis board, unless it has been left. */
  async begin(): Promise<void> {
    if (!this.#analysis.board) return;
    this.suspend();
    this.#sync.reason = undefined;
    if (this.seat !== undefined) await this.#sync.attempt(() => this.act.start());
  }

  /** Begin a turn, or go on with it: staged plies survive everything that leaves them possible. */
  async prompt(): Promise<void> {
    this.settle();
    if (this.#playback.active || this.sending || this.#analysis.board || !this.#sync.settled) return;
    if (this.#draft && this.#hasMovedSince(this.#draft)) this.#discard(this.#draft);
    if (!this.myTurn || this.seat !== this.#seat) this.act.stop();
    this.#epoch++;
    this.#seat = this.seat;
    this.#asked = this.#sync.seq;
    if (this.myTurn) await this.#sync.attempt(() => this.#renew());
    this.#declineForPlayer();
  }

  /** Leave the turn on the present position: it is staged again when its seat is asked again. A draft that is just being staged stays as it is. */
  suspend(): void {
    if (this.#seat !== undefined && this.act.plies.length && this.act.staged !== this.#draft?.staged) this.#draft = this.#composed();
    this.#epoch++;
    this.#seat = undefined;
    this.act.stop();
  }

  /** The last turn is being taken back: stage it again, unless it was a single ply. */
  recall(): void {
    const draft = readDraft(this.#sync.id);
    if (draft?.sent && draft.staged.length > 1) this.#draft = { ...draft, after: this.#sync.newest, key: undefined };
  }

  /** Clear the staged turn if this update is that turn. Gives the pieces that it had placed or removed on the board. */
  take(update: Update): ReadonlySet<string> | undefined {
    if (!this.sending || update.steps[0]?.seat !== this.#seat) return undefined;
    const { put = [], drop = [] } = this.act.shown ?? {};
    this.act.stop();
    return new Set([...put.map((piece) => piece.id), ...drop]);
  }

  /** Once the sent turn has been told, composing is over. */
  settle(): void {
    if (this.#sent === undefined || this.#sent > this.#sync.seq) return;
    this.#sent = undefined;
    this.sending = false;
    this.act.stop();
  }

  async #change(request: () => Promise<unknown>): Promise<void> {
    this.#sync.reason = undefined;
    const done = this.#sync.attempt(request);
    if (!this.sending) this.#remember(); // the page may be reloaded before the answer
    if (!(await done) && !this.#sync.online) this.#sync.reason ??= { say: { k: 'choice-lost' } };
    if (!this.sending) this.#remember();
  }

  #remember(): void {
    if (this.#analysis.board || this.seat === undefined) return;
    if (this.act.plies.length) rememberDraft(this.#sync.id, this.#composed());
    else if (!this.#draft) forgetDraft(this.#sync.id);
  }

  /** The turn as it is staged. */
  #composed(): Draft {
    return { seat: this.#seat!, staged: this.act.staged, answers: this.act.answers, after: this.#asked, sent: false };
  }

  /** Has the seat of a draft played since, here or in another browser? */
  #hasMovedSince({ seat, after }: Draft): boolean {
    return this.#sync.moves.some((move) => move.seq > after && move.lines.some((line) => line.seat === seat));
  }

  /** Drop a draft whose seat has played since; its submission, if it was under way, has been played. */
  #discard(draft: Draft): void {
    this.#draft = undefined;
    if (draft.key) rememberDraft(this.#sync.id, { ...draft, key: undefined });
  }

  /** Send a complete turn if it was forced or the player wants that; never one that reveals something or draws by chance. */
  async #sendAutomatically(forced: boolean): Promise<void> {
    if (this.act.certain && (forced || prefs.autoSend)) await this.send();
  }

  /** Decline an offer that cannot be accepted, or that comes from a seat whose offers are all declined. */
  #declineForPlayer(): void {
    const button = this.#declinable;
    if (this.myTurn && this.act.known && !this.act.canBack && !button) this.#declined = undefined;
    if (!button || this.act.canBack) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.declining = false;
    } else if (this.#timer === undefined && (this.#declinesAll(button) || (button.forced && prefs.decline))) {
      this.declining = true;
      this.#timer = setTimeout(() => this.#decline(), DECLINE_AFTER + Math.random() * DECLINE_SPREAD);
    }
  }

  #declinesAll({ declines }: Button): boolean {
    return this.#declined?.by === this.seat && this.#declined?.from === declines;
  }

  #decline(): void {
    this.#timer = undefined;
    this.declining = false;
    if (!this.open) return this.#declineForPlayer(); // later: the player looks at an earlier position
    const button = this.#declinable;
    if (button && !this.act.canBack && this.acting) void this.press(button);
  }

  /** The button that declines the offer to which an answer is asked on the present position. */
  get #declinable(): Button | undefined {
    return this.myTurn && !this.#analysis.board ? this.act.known?.buttons?.find((button) => button.declines != null) : undefined;
  }

  async #renew(): Promise<void> {
    const epoch = this.#epoch;
    try {
      await this.act.renew();
    } catch (error) {
      if (!(error instanceof RefusedError) || !this.act.plies.length) throw error;
      this.#sync.reason ??= { say: { k: 'turn-dropped' } };
      await this.act.start();
    }
    if (epoch === this.#epoch) await this.#restore();
  }

  /** Stage the draft, if the server still takes it; submit it if that was being done. */
  async #restore(): Promise<void> {
    const [draft, epoch] = [this.#draft, this.#epoch];
    if (!draft || draft.seat !== this.#seat) return;
    try {
      if (!this.act.canBack) await this.act.restore(draft.staged, draft.answers);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.#sync.reason ??= { say: { k: 'turn-dropped' } };
    }
    if (epoch !== this.#epoch) return; // the next prompt stages it
    this.#draft = undefined;
    if (this.sending) return;
    if (draft.key && this.act.complete && this.act.staged === draft.staged) void this.#submit({ ...draft, key: undefined }, draft.key);
    else this.#remember(); // a stored key would submit again what was taken back
  }
}
