/** The search on the analysis board, which goes deeper while one looks. */

import { LostError, RefusedError } from '../exchange';
import type { AnalysisAnswer } from '../protocol';
import type { Analysis, AnalysisBoard } from './analysis.svelte';
import type { Sync } from './sync.svelte';

/** Milliseconds before another try when the server is busy or the connection is lost. */
const PAUSE = 1500;

/** A best move as the board marks it. */
export interface BestMark {
  /** What the list has for it: its place, from 1, or a sign. */
  label: string;
  /** Its part of the search, compared with that of the move searched most: from 0 to 1. */
  weight: number;
  /** The spots that each ply touches. */
  spots: readonly (readonly string[])[];
}

export class Findings {
  on = $state(false);
  /** The plies of the move that the list points at. */
  pointed = $state('');
  /** The server has too much to search at the moment. */
  busy = $state(false);
  readonly #sync: Sync;
  readonly #analysis: Analysis;
  /** Counts the searches, so that one that was stopped asks no more. */
  #run = 0;
  #found = $state.raw<{ board: AnalysisBoard; answer: AnalysisAnswer }>();

  constructor(sync: Sync, analysis: Analysis) {
    this.#sync = sync;
    this.#analysis = analysis;
  }

  /** The result for the position on the board. */
  readonly answer = $derived.by(() => (this.#found && this.#found.board === this.#analysis.board ? this.#found.answer : undefined));

  /** The move that is pointed at, else all moves of the list. */
  readonly marks: readonly BestMark[] = $derived.by(() => {
    const best = this.answer?.best ?? [];
    const most = Math.max(...best.map(({ share }) => share));
    const all = best.map(({ share, spots = [] }, i) => ({ label: `${i + 1}`, weight: share / most, spots }));
    const at = best.findIndex(({ plies }) => plies.join(' ') === this.pointed);
    return at < 0 ? all : [all[at]!];
  });

  /** Players of a running game get nothing. */
  get allowed(): boolean {
    return this.#sync.line.searches && (this.#sync.view?.result != null || this.#sync.table?.imported === true);
  }

  start(): void {
    if (this.on) return;
    this.on = true;
    void this.#search(++this.#run);
  }

  stop(): void {
    this.#run++;
    this.on = this.busy = false;
  }

  /** Ask again and again until the search is done, and at every new position. */
  async #search(run: number): Promise<void> {
    while (run === this.#run && this.#analysis.board) {
      const { board } = this.#analysis;
      const seat = board.view.movers[0];
      if (seat === undefined || (this.answer?.done ?? false)) await pause(200);
      else await this.#ask(run, board, seat);
    }
    if (run === this.#run) this.stop();
  }

  async #ask(run: number, board: AnalysisBoard, seat: number): Promise<void> {
    try {
      const answer = await this.#sync.line.ask<'analysis'>({ type: 'analysis', seat, what_if: { event: board.event, moves: board.moves } });
      if (run !== this.#run) return; // the list stays as it was at the stop
      this.busy = false;
      this.#found = { board, answer };
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof LostError)) throw error;
      if (run !== this.#run) return;
      if (error instanceof RefusedError && error.answer.code !== 'busy') {
        this.#sync.reason = error.answer;
        return this.stop();
      }
      this.busy = true;
      await pause(PAUSE);
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
