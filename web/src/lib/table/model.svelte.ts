/** One table as this browser sees it. */

import { Connection } from '../connection';
import type { Line, Listener } from '../line';
import { Analysis } from './analysis.svelte';
import { Chat } from './chat.svelte';
import { Commands } from './commands';
import { Composer } from './composer.svelte';
import { Display } from './display.svelte';
import { Findings } from './findings.svelte';
import { Hints } from './hints.svelte';
import { History } from './history.svelte';
import type { Variation } from './lines';
import { Playback } from './playback.svelte';
import { Replay } from './replay.svelte';
import { ReviewModel } from './review.svelte';
import { Sync } from './sync.svelte';

export class TableModel {
  readonly sync: Sync;
  readonly playback: Playback;
  readonly history: History;
  readonly replay: Replay;
  readonly analysis: Analysis;
  readonly composer: Composer;
  readonly display: Display;
  readonly commands: Commands;
  readonly chat: Chat;
  readonly hints: Hints;
  readonly findings: Findings;
  readonly review: ReviewModel;

  constructor(
    readonly id: string,
    open: (listener: Listener) => Line = (listener) => new Connection(id, listener),
  ) {
    this.sync = new Sync(id, open, {
      update: (update) => this.playback.add(update),
      busy: () => this.playback.busy,
      replaced: () => this.playback.clear(),
      restarted: () => this.#restart(),
      changed: () => this.#changed(),
    });
    this.playback = new Playback(this.sync, {
      take: (update) => this.composer.take(update),
      told: () => this.composer.settle(),
      finished: () => this.#finished(),
    });
    this.history = new History(this.sync);
    this.replay = new Replay(this.sync, this.history);
    this.analysis = new Analysis(this.sync);
    this.composer = new Composer(this.sync, this.history, this.analysis, this.playback);
    this.display = new Display(this.sync, this.history, this.analysis, this.composer);
    this.hints = new Hints(this.sync, this.composer);
    this.findings = new Findings(this.sync, this.analysis);
    this.review = new ReviewModel(this.sync);
    this.commands = new Commands(this.sync, () => this.composer.recall());
    this.chat = new Chat(this.sync);
  }

  close(): void {
    this.replay.stop();
    this.sync.line.close();
    this.findings.stop();
    this.review.stop();
    this.composer.suspend();
    this.playback.skip();
  }

  /** Show the position after event number `event`; the newest one is the present. */
  async lookAt(event: number): Promise<void> {
    this.replay.stop();
    this.leaveAnalysis();
    await this.history.show(event);
  }

  /** Show the position after the first `move` moves. */
  lookAtMove(move: number): Promise<void> {
    return this.lookAt(this.sync.eventOf(move));
  }

  present(): void {
    this.replay.stop();
    this.leaveAnalysis();
    this.history.present();
  }

  /** Analyse the position that is looked at. */
  async analyse(): Promise<void> {
    this.replay.stop();
    if (this.composer.sending || this.playback.active || !this.analysis.allowed) return;
    if (await this.analysis.open(this.display.event)) await this.composer.begin();
  }

  /** Show a position of the analysis: after event number `event` and these lines. */
  async openLine(event: number, path: readonly Variation[]): Promise<void> {
    this.replay.stop();
    if (this.analysis.allowed && (await this.analysis.open(event, path))) await this.composer.begin();
  }

  /** Delete the line that is shown. */
  async removeLine(): Promise<void> {
    await this.analysis.remove();
    await this.composer.begin();
  }

  /** Go back to the position at which the analysis began. */
  leaveAnalysis(): void {
    const { board } = this.analysis;
    this.analysis.close(); // also if its first position is still being fetched
    if (!board) return;
    this.sync.reason = undefined;
    this.composer.act.stop();
    void this.composer.prompt();
  }

  /** Another seat looks at the table, or none. */
  #restart(): void {
    this.replay.stop();
    this.playback.clear();
    this.composer.suspend();
    this.analysis.close();
    this.history.clear();
  }

  /** A connection that was lost may have missed the turn of the player who looks: nothing secret stays behind the handover. */
  #changed(): void {
    if (this.sync.as !== undefined && this.composer.handover !== undefined) this.sync.lookAs(undefined);
    void this.composer.prompt();
  }

  /** What a player who shares this browser has chosen is hidden from the next one, unless that one has taken over meanwhile. */
  async #finished(): Promise<void> {
    const { shared, as, settled, view } = this.sync;
    if (shared && as !== undefined && settled && !(view?.private && view.movers.includes(as))) this.sync.lookAs(undefined);
    await this.composer.prompt();
  }
}
