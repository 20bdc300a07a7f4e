/** The analysis board: a tree of lines that leave the game at any of its positions, stored by this browser alone. */

import { readLines, rememberLines } from '../prefs.svelte';
import type { Tried, View, WhatIf } from '../protocol';
import { joined, merge, prune, type Variation, type Lines } from './lines';
import type { Sync } from './sync.svelte';

export interface AnalysisBoard {
  /** The event at which the analysis begins. */
  event: number;
  moves: Tried[];
  view: View;
}

export class Analysis {
  /** The list of lines is open. */
  listed = $state(false);
  readonly #sync: Sync;
  #board = $state.raw<AnalysisBoard>();
  /** The lines that lead from the game to the board. */
  #path = $state.raw<readonly Variation[]>([]);
  #lines = $state<Lines>({});
  /** The lines when this tab last stored or read them; what differs since then is another tab's work. */
  #stored: Lines;
  /** Counts what was asked for, so that a late answer does not replace what was asked for later. */
  #wish = 0;

  constructor(sync: Sync) {
    this.#sync = sync;
    this.#stored = readLines(sync.id);
    this.#lines = readLines(sync.id);
  }

  get board(): AnalysisBoard | undefined {
    return this.#board;
  }
  get path(): readonly Variation[] {
    return this.#path;
  }
  get lines(): Readonly<Lines> {
    return this.#lines;
  }

  /** How many moves were played in the analysis. */
  readonly depth = $derived(this.#path.length);
  /** Where there are secrets, analysis waits for the end of the game. */
  get allowed(): boolean {
    const { table, view } = this.#sync;
    return !table?.hidden || view?.result != null || table.imported === true;
  }

  /** What a question to the server supposes. */
  get supposed(): { what_if?: WhatIf } {
    return this.board ? { what_if: { event: this.board.event, moves: this.board.moves } } : {};
  }

  /** Show the position after event number `event` and these lines. Tells whether it is shown. */
  open(event: number, path: readonly Variation[] = []): Promise<boolean> {
    return this.#show(event, movesOf(path), () => path);
  }

  play(seat: number, plies: string[]): Promise<boolean> {
    const { event, moves } = this.board!;
    const path = this.#path;
    return this.#show(event, [...moves, { seat, plies }], (board) => {
      const played = board.moves.slice(movesOf(path).length);
      return [...path, this.#edit(() => joined(this.#after(event, path), { moves: played, lines: [] }))];
    });
  }

  /** Go back by a move; its line stays in the tree. */
  async back(): Promise<boolean> {
    return this.depth > 0 && this.open(this.board!.event, this.#path.slice(0, -1));
  }

  close(): void {
    this.#wish++;
    this.#board = undefined;
    this.#path = [];
  }

  /** Name the line that is shown. */
  rename(name: string): void {
    const line = this.#path.at(-1);
    if (line) this.#edit(() => (line.name = name.trim()));
  }

  /** Move the line that is shown up among those that leave the same position. */
  promote(): void {
    const { lines, at } = this.#place();
    if (at < 1) return;
    this.#edit(() => {
      const [line] = lines.splice(at, 1);
      lines.splice(at - 1, 0, line!);
    });
    this.#path = [...this.#path.slice(0, -1), lines[at - 1]!];
  }

  /** Whether another line that leaves the same position comes first. */
  get promotable(): boolean {
    return this.depth > 0 && this.#place().at > 0;
  }

  /** Delete the line that is shown, with all that follows, and go back by a move. */
  async remove(): Promise<void> {
    const { lines } = this.#place();
    const line = this.#path.at(-1)!;
    if (!(await this.back())) return;
    const at = lines.indexOf(line); // another press may have deleted it by now
    if (at >= 0) this.#edit(() => lines.splice(at, 1));
  }

  /** Add lines of a link or a file. */
  add(lines: Lines): void {
    this.#edit(() => this.#merge(lines));
  }

  /** The lines that leave the position after this path. */
  #after(event: number, path: readonly Variation[]): Variation[] {
    return path.at(-1)?.lines ?? this.#leaving(event);
  }

  /** The lines that leave the game at an event. */
  #leaving(event: number | string): Variation[] {
    this.#lines[event] ??= [];
    return this.#lines[event]; // read again: the state observes it
  }

  /** The line that is shown among those that leave the same position. */
  #place(): { lines: Variation[]; at: number } {
    const lines = this.board ? (this.#path.at(-2)?.lines ?? this.#lines[this.board.event] ?? []) : [];
    return { lines, at: lines.indexOf(this.#path.at(-1)!) };
  }

  #merge(lines: Lines): void {
    for (const [event, found] of Object.entries(lines)) merge(this.#leaving(event), found);
  }

  /** Change the lines and store them, with what another tab has added or deleted meanwhile. */
  #edit<T>(change: () => T): T {
    const now = readLines(this.#sync.id);
    for (const [event, before] of Object.entries(this.#stored)) prune(this.#leaving(event), before, now[event] ?? [], (line) => this.#path.includes(line));
    this.#merge(now);
    const result = change();
    rememberLines(this.#sync.id, Object.fromEntries(Object.entries(this.#lines).filter(([, lines]) => lines.length)));
    this.#stored = readLines(this.#sync.id);
    return result;
  }

  async #show(event: number, moves: Tried[], pathTo: (board: AnalysisBoard) => readonly Variation[]): Promise<boolean> {
    const wish = ++this.#wish;
    const done = await this.#sync.attempt(async () => {
      const board = await this.#ask(event, moves);
      if (wish !== this.#wish) return;
      this.#board = board;
      this.#path = pathTo(board);
    });
    return done && wish === this.#wish;
  }

  /** The answer also holds what chance drew after the moves. */
  async #ask(event: number, moves: Tried[]): Promise<AnalysisBoard> {
    const { view, tried = [] } = await this.#sync.line.ask<'look'>({ type: 'look', event, tried: moves });
    return { event, moves: tried, view };
  }
}

function movesOf(path: readonly Variation[]): Tried[] {
  return path.flatMap((line) => $state.snapshot(line.moves));
}
