/** A lesson or a puzzle in progress: its table, and the answer to the last submission. */

import { forgetAttempt, lessonProgress, puzzleProgress, readAttempt, rememberAttempt } from '../prefs.svelte';
import type { LessonResult, RefutationAnswer } from '../protocol';
import { LessonLine } from './lessonLine';
import { TableModel } from './model.svelte';

export class Lesson {
  readonly table: TableModel;
  #result = $state.raw<LessonResult>();
  /** What the wrong try at a puzzle leads to. */
  refutation = $state.raw<RefutationAnswer>();
  /** That is being searched. */
  refuting = $state(false);
  #line!: LessonLine;
  readonly #address: string;

  constructor(
    readonly kind: 'lessons' | 'puzzles',
    readonly game: string,
    readonly id: string,
  ) {
    this.#address = `${kind}/${game}/${id}`;
    const attempt = readAttempt(this.#address);
    this.#result = attempt?.result;
    this.table = new TableModel(this.#address, (listener) => {
      this.#line = new LessonLine(this.#address, listener, (result, plies) => this.#judged(result, plies), attempt?.played, () => this.restart());
      return this.#line;
    });
  }

  /** The judgement of the last submission, once its moves have been shown; it stays while a refutation is shown. */
  readonly result = $derived.by(() => (this.table.playback.active && !this.refutation ? undefined : this.#result));
  /** The attempt is over: nothing more can be played. */
  readonly over = $derived.by(() => this.#result !== undefined && this.#result.outcome !== 'right');

  restart(): void {
    forgetAttempt(this.#address);
    this.#line.restart();
    this.#result = this.refutation = undefined;
    this.refuting = false;
    this.table.playback.clear();
    this.table.composer.act.stop();
    this.table.sync.resync();
  }

  /** Play the right submission; after a wrong one, from the start of the lesson. */
  async show(): Promise<void> {
    const { composer, playback, sync } = this.table;
    if (composer.sending || (playback.active && !this.over)) return;
    if (this.over) this.restart();
    composer.act.stop();
    sync.reason = undefined;
    await sync.attempt(() => this.#line.show());
  }

  #judged(result: LessonResult, plies: string[]): void {
    this.#result = result;
    if (result.outcome === 'wrong' && this.kind === 'puzzles') void this.#refute(plies);
    if (result.outcome === 'right') rememberAttempt(this.#address, { played: this.#line.played, result });
    if (result.outcome === 'done') forgetAttempt(this.#address);
    if (result.outcome === 'done' && !result.shown) (this.kind === 'lessons' ? lessonProgress : puzzleProgress).add(this.game, this.id);
  }

  /** Say what a wrong try leads to, and show the answer on the board. */
  async #refute(plies: string[]): Promise<void> {
    const tried = this.#result;
    this.refuting = true;
    const found = await this.#line.refutation(plies);
    if (tried !== this.#result) return;
    this.refuting = false;
    this.refutation = found;
    if (found) this.#line.follow(found.updates);
  }
}
