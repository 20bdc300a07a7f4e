/** Hints: first where, then what, then why. */

import type { HintAnswer } from '../protocol';
import type { Composer } from './composer.svelte';
import type { Sync } from './sync.svelte';

type HintStep = 'where' | 'what' | 'why';

interface Given {
  /** The event after which the hint was given. */
  event: number;
  step: HintStep;
  answer: HintAnswer;
  /** The spots that the first ply touches. */
  spots: readonly string[];
}

export class Hints {
  searching = $state(false);
  readonly #sync: Sync;
  readonly #composer: Composer;
  #given = $state.raw<Given>();

  constructor(sync: Sync, composer: Composer) {
    this.#sync = sync;
    this.#composer = composer;
  }

  /** The hint for the present position, if one was given: once its turn is shown, as long as that turn is staged. */
  readonly given = $derived.by(() => (this.#given?.event === this.#sync.newest && this.#composer.myTurn && this.#stands(this.#given) ? this.#given : undefined));
  /** The spots to mark: until the turn is shown. */
  readonly spots: readonly string[] = $derived.by(() => (this.given?.step === 'where' ? this.given.spots : []));

  /** A player of a table with hints may ask for one. */
  get offered(): boolean {
    return this.#sync.line.searches && Boolean(this.#sync.table?.hints && this.#sync.you.length && !this.#sync.view?.result);
  }

  /** Ask for a hint, or for the next step of the one given. */
  async next(): Promise<void> {
    if (this.searching || !this.#composer.acting) return;
    const { given } = this;
    if (!given) await this.#ask();
    else if (given.step === 'where') await this.#show(given);
    else this.#given = given.step === 'what' ? { ...given, step: 'why' } : undefined;
  }

  #stands({ step, answer }: Given): boolean {
    return step === 'where' || this.#composer.act.plies.join(' ') === answer.best.plies.join(' ');
  }

  async #ask(): Promise<void> {
    this.#sync.reason = undefined; // the last question may have come too early
    const event = this.#sync.newest;
    this.searching = true;
    await this.#sync.attempt(async () => {
      const answer = await this.#sync.line.ask<'hint'>({ type: 'hint', seat: this.#composer.seat! });
      if (event !== this.#sync.newest) return;
      await this.#composer.drop();
      const spots = answer.best.spots?.[0] ?? [];
      const given: Given = { event, step: 'where', answer, spots };
      if (spots.length) this.#given = given;
      else await this.#show(given);
    });
    this.searching = false;
  }

  /** Stage the turn; the player confirms it. */
  async #show(given: Given): Promise<void> {
    await this.#composer.drop();
    await this.#composer.arrange((act) => act.type(given.answer.best.plies.join(' ')));
    this.#given = { ...given, step: 'what' };
  }
}
