/** An analysis board: moves tried from a position of the game, seen by this browser alone. */

import type { Tried, View, WhatIf } from '../protocol';
import type { Sync } from './sync.svelte';

export interface AnalysisBoard {
  /** The event at which the analysis begins. */
  event: number;
  moves: Tried[];
  view: View;
}

export class Analysis {
  readonly #sync: Sync;
  /** The boards after each move; the last one is shown. */
  #boards = $state.raw<readonly AnalysisBoard[]>([]);

  constructor(sync: Sync) {
    this.#sync = sync;
  }

  readonly board = $derived(this.#boards.at(-1));
  /** How many moves were played in the analysis. */
  readonly depth = $derived(Math.max(0, this.#boards.length - 1));
  /** Where there are secrets, analysis waits for the end of the game. */
  get allowed(): boolean {
    const { table, view } = this.#sync;
    return !table?.hidden || view?.result != null || table.imported === true;
  }

  /** What a question to the server supposes. */
  get supposed(): { what_if?: WhatIf } {
    return this.board ? { what_if: { event: this.board.event, moves: this.board.moves } } : {};
  }

  /** Begin at the position after event number `event`. Tells whether that was possible. */
  open(event: number): Promise<boolean> {
    return this.#sync.attempt(async () => (this.#boards = [await this.#ask(event, [])]));
  }

  play(seat: number, plies: string[]): Promise<boolean> {
    const { event, moves } = this.board!;
    return this.#sync.attempt(async () => (this.#boards = [...this.#boards, await this.#ask(event, [...moves, { seat, plies }])]));
  }

  back(): void {
    if (this.depth) this.#boards = this.#boards.slice(0, -1);
  }

  close(): void {
    this.#boards = [];
  }

  /** The answer also holds what chance drew after the moves. */
  async #ask(event: number, moves: Tried[]): Promise<AnalysisBoard> {
    const { view, tried = [] } = await this.#sync.line.ask<'look'>({ type: 'look', event, tried: moves });
    return { event, moves: tried, view };
  }
}
