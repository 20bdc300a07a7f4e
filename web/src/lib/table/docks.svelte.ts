/** Which docks of a table are shown, and where. */

import { landscape, low, phone } from '../forms';
import type { Dock } from '../protocol';
import type { TableModel } from './model.svelte';

/** A board narrower than this leaves room for docks beside it. */
const TALL = 0.85;

export class TableDocks {
  readonly #model: TableModel;

  constructor(model: TableModel) {
    this.#model = model;
  }

  /** The seat whose docks are shown: the own one, the one to move if there are several; a spectator sees the mover's. */
  readonly #seat = $derived.by(() => {
    const { sync, composer, display } = this.#model;
    return sync.as ?? composer.seat ?? sync.you[0] ?? display.view?.movers[0];
  });
  /** The programmes of all seats, while they are performed; an upright phone shows them in the seats' panels. */
  readonly programmes = $derived.by(() => {
    const { view } = this.#model.display;
    const docks = (view?.docks ?? []).filter((d) => d.kind === 'slots' && d.panel);
    const filled = docks.every((d) => view?.pieces.some((p) => p.at === d.id));
    return docks.length > 1 && filled && (landscape.current || !phone.current) ? docks : [];
  });
  readonly all = $derived.by(() =>
    this.#model.display.docks
      .filter((d) => (d.seat == null || (d.seat === this.#seat && (!d.panel || this.#opened(d)))) && !this.programmes.includes(d))
      .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)),
  );
  /** On a low phone each dock goes where it costs the board least: displays into the score tab, slots beside the board, piles beside the prompt. */
  readonly folded = $derived.by(() => (low.current ? this.all.filter((d) => d.kind === 'grid' && d.display) : []));
  readonly flank = $derived.by(() => (low.current ? this.all.filter((d) => d.kind === 'slots') : []));
  /** Docks of one step. */
  readonly passing = $derived.by(() => this.all.filter((d) => d.sheet));
  readonly shown = $derived.by(() => this.all.filter((d) => !d.sheet && !this.folded.includes(d) && !this.flank.includes(d)));
  readonly beside = $derived.by(() => low.current && !landscape.current && this.shown.length > 0 && this.shown.every((d) => d.kind === 'pile'));
  /** The ids of the docks that are shown large. */
  readonly large = $derived.by(() => [...this.all, ...this.programmes].map((dock) => dock.id));

  /** Are the docks beside a board of this width divided by height? */
  tall(ratio: number): boolean {
    return ratio < TALL && this.shown.length > 0 && !phone.current;
  }

  /** A dock of an own seat's panel is shown large if it has slots or contains a target. */
  #opened({ id, kind, seat }: Dock): boolean {
    const { sync, composer, display } = this.#model;
    if (seat == null || !sync.you.includes(seat)) return false;
    const { targets, chosen } = composer.act;
    const touched = () => display.pieces.some((p) => p.at === id && [targets, chosen].some((ids) => ids.has(`piece:${p.id}`)));
    return kind === 'slots' || (composer.open && composer.myTurn && touched());
  }
}
