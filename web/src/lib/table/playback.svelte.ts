/** Plays updates step by step, at the reader's speed. */

import { LINE_TIMES, prefs } from '../prefs.svelte';
import type { Entry, Flash, Message, Step, Update } from '../protocol';
import { agrees, changed } from '../scene';
import { moveSound, type Sound } from '../sounds';
import type { Sync } from './sync.svelte';

/** How long a flash is seen at least, in milliseconds; at most as long as a line. */
const FLASH = 900;

/** The turn that this browser is sending. */
interface SentTurn {
  /** Clear the staged turn if this update is that turn. Gives the pieces that it had placed or removed on the board. */
  take(update: Update): ReadonlySet<string> | undefined;
  /** An update has been told. */
  told(): void;
  /** All updates have been told. */
  finished(): Promise<void>;
}

export class Playback {
  /** An update is being played. */
  active = $state(false);
  /** The line being told, while more lines follow. */
  telling = $state.raw<Message>();
  flashes = $state.raw<readonly Flash[]>([]);

  readonly #sync: Sync;
  readonly #turn: SentTurn;
  #queue: Update[] = [];
  /** Counts replaced positions, so that steps being played notice that they are outdated. */
  #epoch = 0;
  #hurry = false;
  /** When the last line of another player was shown. */
  #shownAt = 0;
  #wake: (() => void) | undefined;
  /** Settles when the queue has been played. */
  #done: Promise<void> = Promise.resolve();

  constructor(sync: Sync, turn: SentTurn) {
    this.#sync = sync;
    this.#turn = turn;
  }

  /** Several lines are being told. */
  readonly narrating = $derived(this.active && this.telling !== undefined);

  get busy(): boolean {
    return this.active || this.#queue.length > 0;
  }

  add(update: Update): void {
    this.#queue.push(update);
    if (!this.active) this.#done = this.#play();
  }

  /** Forget what is queued and what is being played. */
  clear(): void {
    this.#epoch++;
    this.#queue = [];
    this.telling = undefined;
    this.#wake?.();
  }

  /** Play the remaining steps without a pause. */
  skip(): void {
    this.#hurry = true;
    this.#wake?.();
  }

  /** Play the remaining steps without a pause, and wait for the prompt that follows. */
  finish(): Promise<void> {
    if (this.active) this.skip();
    return this.#done;
  }

  async #play(): Promise<void> {
    this.active = true;
    for (let update = this.#queue.shift(); update; update = this.#queue.shift()) {
      if (update.seq > this.#sync.seq) await this.#tell(update);
    }
    this.active = false;
    this.#hurry = false;
    this.telling = undefined;
    await this.#turn.finished();
  }

  async #tell(update: Update): Promise<void> {
    const epoch = this.#epoch;
    const staged = this.#turn.take(update);
    if (!staged) await this.#linger();
    if (epoch !== this.#epoch) return;
    const sync = this.#sync;
    sync.reason = undefined;
    const earlier = sync.log;
    const told: Entry = { seq: update.seq, lines: [] };
    let pieces = sync.view!.pieces;
    for (const [i, step] of update.steps.entries()) {
      const heard = isNew(step, staged) && soundOf(step, new Set(pieces.map((piece) => piece.id)));
      if (heard) moveSound(heard);
      pieces = changed(pieces, step);
      told.lines = [...told.lines, step];
      sync.view = { ...sync.view!, pieces };
      sync.log = [...earlier, { ...told }];
      if (!staged) this.#shownAt = Date.now();
      const pause = (step.flash || isNew(step, staged)) && this.#dwell(step, i + 1 < update.steps.length || this.#queue.length > 0);
      if (pause) await pause; // else the new position appears with its line: no outdated prompt is seen or spoken in between
      if (epoch !== this.#epoch) return;
    }
    sync.seq = update.seq;
    sync.log = [...earlier, told];
    sync.view = { ...update.view, pieces };
    this.#turn.told();
    if (!agrees(pieces, update.check)) sync.resync();
  }

  /** Leave the last line of another player on screen for as long as a line takes, however fast the next one comes. */
  async #linger(): Promise<void> {
    const rest = this.#shownAt + LINE_TIMES[prefs.speed] - Date.now();
    if (rest <= 0) return;
    this.telling = this.#sync.log.at(-1)?.lines.at(-1)?.say;
    await this.#pause(rest);
  }

  /** Show a line before the next one. The last line takes no time. */
  #dwell({ say, flash }: Step, more: boolean): Promise<void> | undefined {
    if (flash) this.#flash(flash);
    if (!more) return undefined;
    this.telling = say;
    return this.#pause();
  }

  /** Playback goes on while a flash is seen. */
  #flash(flashes: readonly Flash[]): void {
    this.flashes = flashes;
    setTimeout(() => {
      if (this.flashes === flashes) this.flashes = [];
    }, Math.max(FLASH, LINE_TIMES[prefs.speed]));
  }

  #pause(time: number = LINE_TIMES[prefs.speed]): Promise<void> {
    if (this.#hurry || !time) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** The sound of a step on a board with these pieces: dice, something taken, placed or moved. */
function soundOf({ put = [], drop = [] }: Step, before: ReadonlySet<string>): Sound | undefined {
  if (put.some((piece) => piece.sprite.startsWith('dice'))) return 'dice';
  if (put.some((piece) => !before.has(piece.id))) return 'place';
  if (drop.length) return 'take';
  return put.length ? 'move' : undefined;
}

/** Does a step change more than the staged turn has shown already? */
function isNew({ put = [], drop = [] }: Step, staged: ReadonlySet<string> | undefined): boolean {
  return !staged || [...put.map((piece) => piece.id), ...drop].some((id) => !staged.has(id));
}
