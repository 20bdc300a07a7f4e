/** Earlier positions of the game. */

import type { View } from '../protocol';
import type { Sync } from './sync.svelte';

export class History {
  /** The earlier position that is looked at, if any. */
  look = $state.raw<{ event: number; view: View }>();

  readonly #sync: Sync;
  /** Positions fetched so far: another map for each seat that looks. */
  #views = new Map<number, View>();
  /** The earlier position that the reader wants. */
  #wanted = $state<number>();

  constructor(sync: Sync) {
    this.#sync = sync;
  }

  /** The event whose position is on its way, if any. */
  get wanted(): number | undefined {
    return this.#wanted;
  }

  /** Show the position after event number `event`; the newest one is the present. */
  async show(event: number): Promise<void> {
    if (event >= this.#sync.newest) return this.present();
    this.#sync.reason = undefined;
    const asking = this.#wanted !== undefined;
    this.#wanted = Math.max(0, event);
    if (asking) return;
    const views = this.#views;
    await this.#sync.attempt(() => this.#fetch(views));
    if (views === this.#views) this.#wanted = undefined;
  }

  /** Keep the position that is shown, whatever is being fetched. */
  stay(): void {
    if (this.#wanted !== undefined) this.#wanted = this.look?.event;
  }

  present(): void {
    this.#wanted = this.look = undefined;
  }

  /** Forget the positions fetched so far. */
  clear(): void {
    this.present();
    this.#views = new Map();
  }

  /**
   * Fetch the wanted position, and repeat if another one is wanted by then: a slider moves faster than answers come.
   * What was asked for another seat may hold its secrets.
   */
  async #fetch(views: Map<number, View>): Promise<void> {
    for (let wanted = this.#wanted; wanted !== undefined && wanted !== this.look?.event; wanted = this.#wanted) {
      const view = views.get(wanted) ?? (await this.#sync.line.ask<'look'>({ type: 'look', event: wanted })).view;
      if (views !== this.#views) return;
      views.set(wanted, view);
      if (this.#wanted !== undefined) this.look = { event: wanted, view };
    }
  }
}
