/** Hints in a game against bots: first where, then what, then why. */

import type { HintAnswer } from '../protocol';
import type { Composer } from './composer.svelte';
import type { Sync } from './sync.svelte';

export type HintStep = 'where' | 'what' | 'why';

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

  /** The hint for the present position, if one was given. */
  readonly given = $derived.by(() => (this.#given?.event === this.#sync.newest && this.#composer.myTurn ? this.#given : undefined));
  /** The spots to mark: until the turn is shown. */
  readonly spots: readonly string[] = $derived.by(() => (this.given?.step === 'where' ? this.given.spots : []));

  /** One person plays against bots. */
  get offered(): boolean {
    const people = this.#sync.table?.seats.filter((seat) => seat.kind !== 'bot') ?? [];
    return this.#sync.line.hints && people.length === 1 && this.#sync.you.length === 1 && !this.#sync.view?.result;
  }

  /** Ask for a hint, or for the next step of the one given. */
  async next(): Promise<void> {
    if (this.searching || !this.#composer.acting) return;
    const { given } = this;
    if (!given) await this.#ask();
    else if (given.step === 'where') await this.#show(given);
    else this.#given = given.step === 'what' ? { ...given, step: 'why' } : undefined;
  }

  async #ask(): Promise<void> {
    const event = this.#sync.newest;
    this.searching = true;
    await this.#sync.attempt(async () => {
      const answer = await this.#sync.line.ask<'hint'>({ type: 'hint', seat: this.#composer.seat! });
      if (event !== this.#sync.newest) return;
      await this.#composer.drop();
      const path = this.#composer.act.known?.options.find((option) => option.ply === answer.best.plies[0])?.path ?? [];
      const spots = path.filter((target) => target.startsWith('spot:')).map((target) => target.slice('spot:'.length));
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
