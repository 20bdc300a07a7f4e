/** What the board shows: a past position, the analysis board or the present, with the turn being composed on it. */

import type { Choices, Counter, Dock, Piece, View } from '../protocol';
import { changed } from '../scene';
import type { Analysis } from './analysis.svelte';
import type { Composer } from './composer.svelte';
import type { History } from './history.svelte';
import type { Sync } from './sync.svelte';

/** Lines of events that leave the last move as it is, such as a request to take it back. */
const BESIDE = /^event-(?!undo-(back|lift)$)/;

export class Display {
  /** Pieces that a line of the log or of the score points at. */
  pointed = $state.raw<ReadonlySet<string>>(new Set());

  readonly #sync: Sync;
  readonly #history: History;
  readonly #analysis: Analysis;
  readonly #composer: Composer;

  constructor(sync: Sync, history: History, analysis: Analysis, composer: Composer) {
    this.#sync = sync;
    this.#history = history;
    this.#analysis = analysis;
    this.#composer = composer;
  }

  get event(): number {
    return this.#analysis.board?.event ?? this.#history.look?.event ?? this.#sync.newest;
  }

  /** How many moves led to this position. Events are numbered together with chat lines, moves are not. */
  readonly move = $derived.by(() => this.#sync.movesBefore(this.event));
  /** The move that the reader has asked for last, whose position may be on its way: the next step goes on from there. */
  readonly asked = $derived.by(() => this.#sync.movesBefore(this.#history.wanted ?? this.event));

  get view(): View | undefined {
    return this.#analysis.board?.view ?? this.#history.look?.view ?? this.#sync.view;
  }

  /** The present is shown. */
  get live(): boolean {
    return !this.#analysis.board && !this.#history.look;
  }

  get #preview(): Choices | undefined {
    const { open, act } = this.#composer;
    if (!open || !act.shown) return undefined;
    return act.hint.length ? { ...act.shown, put: [...(act.shown.put ?? []), ...act.hint] } : act.shown;
  }

  readonly pieces: readonly Piece[] = $derived.by(() => changed(this.view?.pieces ?? [], this.#preview ?? {}));
  /** Staged pieces. A piece of which only the number or the name would change is none. */
  readonly ghosts: ReadonlySet<string> = $derived.by(() => {
    const now = new Map(this.view?.pieces.map((p) => [p.id, p]));
    const moved = (p: Piece, old = now.get(p.id)) => !old || old.at !== p.at || old.sprite !== p.sprite || old.turn !== p.turn;
    return new Set(this.#preview?.put?.filter((p) => moved(p)).map((p) => p.id));
  });
  readonly counters: readonly Counter[] = $derived.by(() => {
    const now = new Map(this.view?.counters.map((c) => [c.id, c]));
    for (const counter of this.#preview?.counters ?? []) now.set(counter.id, counter);
    return [...now.values()];
  });
  readonly docks: readonly Dock[] = $derived.by(() => this.#preview?.docks ?? this.view?.docks ?? []);
  /** The pieces of the last move. Its first line with pieces tells the move, and so do lines of the same kind; others tell its consequences. */
  readonly last: ReadonlySet<string> = $derived.by(() => {
    if (this.#analysis.board?.moves.length) return new Set<string>();
    const entry = this.#sync.log.findLast(({ seq, lines }) => seq <= this.event && lines.some((line) => !BESIDE.test(line.say.k)));
    const first = entry?.lines.find((line) => line.ids?.length);
    return new Set(entry?.lines.filter((line) => line.say.k === first?.say.k && line.seat === first.seat).flatMap((line) => line.ids ?? []));
  });
}
