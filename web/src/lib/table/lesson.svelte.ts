/** A lesson or a puzzle in progress: its table, and what was said of the last submission. */

import { lessonProgress, puzzleProgress } from '../prefs.svelte';
import type { LessonResult } from '../protocol';
import { LessonLine } from './lessonLine';
import { TableModel } from './model.svelte';

export class Lesson {
  readonly table: TableModel;
  #result = $state.raw<LessonResult>();
  #line!: LessonLine;

  constructor(
    readonly kind: 'lessons' | 'puzzles',
    readonly game: string,
    readonly id: string,
  ) {
    const address = `${kind}/${game}/${id}`;
    this.table = new TableModel(address, (listener) => {
      this.#line = new LessonLine(address, listener, (result) => this.#judged(result));
      return this.#line;
    });
  }

  /** The judgement of the last submission, once its moves have been shown. */
  readonly result = $derived.by(() => (this.table.playback.active ? undefined : this.#result));
  /** The attempt is over: nothing more can be played. */
  readonly over = $derived.by(() => this.#result !== undefined && this.#result.outcome !== 'right');

  restart(): void {
    this.#line.restart();
    this.#result = undefined;
    this.table.composer.act.stop();
    this.table.sync.resync();
  }

  /** Play the right submission; after a wrong one, from the start of the lesson. */
  async show(): Promise<void> {
    const { composer, sync } = this.table;
    if (composer.sending || this.table.playback.active) return;
    if (this.over) this.restart();
    composer.act.stop();
    sync.reason = undefined;
    await sync.attempt(() => this.#line.show());
  }

  #judged(result: LessonResult): void {
    this.#result = result;
    if (result.outcome !== 'done') return;
    if (this.kind === 'lessons') lessonProgress.add(this.game, this.id);
    else if (!result.shown) puzzleProgress.add(this.game, this.id);
  }
}
