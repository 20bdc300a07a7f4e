/** Shows the game from its first position, move by move, until the reader does something else. */

import { LINE_TIMES, prefs } from '../prefs.svelte';
import type { History } from './history.svelte';
import type { Sync } from './sync.svelte';

/** The shortest time for which a move is shown, in milliseconds. */
const SHORTEST = 300;

export class Replay {
  running = $state(false);
  readonly #sync: Sync;
  readonly #history: History;
  /** Counts the runs, so that one that was stopped shows nothing more. */
  #run = 0;

  constructor(sync: Sync, history: History) {
    this.#sync = sync;
    this.#history = history;
  }

  async start(): Promise<void> {
    const run = ++this.#run;
    this.running = true;
    for (let move = 0; move <= this.#sync.moves.length; move++) {
      if (move) await new Promise((resolve) => setTimeout(resolve, Math.max(SHORTEST, LINE_TIMES[prefs.speed])));
      if (run === this.#run) await this.#history.show(this.#sync.eventOf(move));
      if (run !== this.#run) return;
    }
    this.running = false;
  }

  stop(): void {
    if (!this.running) return;
    this.#run++;
    this.running = false;
    this.#history.stay();
  }
}
