/** The review of a finished game, which the server makes step by step. */

import { LostError, RefusedError } from '../exchange';
import type { GameReview, Message } from '../protocol';
import type { BestMark } from './findings.svelte';
import type { Sync } from './sync.svelte';

/** Milliseconds before another try when the server is busy or the connection is lost. */
const PAUSE = 1500;
/** The signs of a decisive moment's turns, on the board and in the list. */
export const [BETTER, PLAYED] = ['✓', '✗'];

export class ReviewModel {
  /** The part of the decisions that is judged, from 0 to 1; `undefined` before the review has begun. */
  progress = $state<number>();
  review = $state.raw<GameReview>();
  /** Why there is no review. */
  failure = $state.raw<Message>();
  readonly #sync: Sync;
  #stopped = false;

  constructor(sync: Sync) {
    this.#sync = sync;
  }

  /** The turn that was played after this event, and the better one, if a decisive moment begins there. */
  marks(event: number): BestMark[] {
    const moment = this.review?.moments.find((one) => one.event === event);
    if (!moment) return [];
    return [
      { label: BETTER, weight: 1, spots: moment.better.spots ?? [] },
      { label: PLAYED, weight: 0, spots: moment.played.spots ?? [] },
    ];
  }

  /** Ask no more: the page is left. */
  stop(): void {
    this.#stopped = true;
  }

  async begin(): Promise<void> {
    if (this.progress !== undefined) return;
    this.progress = 0;
    this.failure = undefined;
    while (!this.review && !this.#stopped && !this.#sync.missing) {
      try {
        const answer = await this.#sync.line.ask<'review'>({ type: 'review' });
        this.progress = answer.decisions ? answer.judged / answer.decisions : 1;
        this.review = answer.review ?? undefined;
      } catch (error) {
        if (!(error instanceof RefusedError || error instanceof LostError)) throw error;
        if (error instanceof RefusedError && error.answer.code !== 'busy') {
          this.progress = undefined;
          this.failure = error.answer.say;
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }
}
