/** What lies on the spots of a board, and what touching a spot means. */

import type { Piece, Sprite, Stage } from './protocol';
import { pose, type Pose } from './scene';
import type { TableModel } from './table/model.svelte';

export interface Drawn {
  piece: Piece;
  at: Pose;
  sprite: Sprite;
}

const NONE: ReadonlySet<string> = new Set();

export class BoardTargets {
  readonly #model: () => TableModel;
  readonly #stage: () => Stage;

  constructor(model: () => TableModel, stage: () => Stage) {
    this.#model = model;
    this.#stage = stage;
  }

  /** The pieces on the board, the lowest first. */
  readonly drawn: readonly Drawn[] = $derived.by(() =>
    this.#model()
      .display.pieces.flatMap((piece) => {
        const at = pose(this.#stage(), piece);
        return at ? [{ piece, at, sprite: this.#stage().sprites[piece.sprite]! }] : [];
      })
      .toSorted(byHeight),
  );

  readonly #bySpot: ReadonlyMap<string, readonly Piece[]> = $derived.by(() => {
    const found = new Map<string, Piece[]>();
    for (const { piece } of this.drawn) {
      const ends = piece.to ? [piece.at, piece.to] : [piece.at];
      for (const spot of ends.map((id) => this.#whole(id))) found.set(spot, [...(found.get(spot) ?? []), piece]);
    }
    return found;
  });

  /** All spots that can be touched. */
  readonly all: readonly string[] = $derived.by(() => Object.keys(this.#stage().spots).filter((id) => !this.#stage().spots[id]!.within));
  /** The spots that can have the focus: a quiet one while it leads somewhere, a shy one also while something lies there. */
  readonly ids: readonly string[] = $derived.by(() =>
    this.all.filter((id) => {
      const { quiet, shy } = this.#stage().spots[id]!;
      return (!quiet && !(shy && !this.#bySpot.has(id))) || this.isOpen(id) || this.isChosen(id);
    }),
  );
  readonly named: ReadonlySet<string> = $derived.by(() => new Set(this.ids));
  /** The spots that may be touched now. */
  readonly open: readonly string[] = $derived.by(() => this.ids.filter((id) => this.isOpen(id)));
  /** The spots of the last move, except those whose pieces are outlined themselves. */
  readonly last: ReadonlySet<string> = $derived.by(() => {
    const { last } = this.#model().display;
    return new Set(this.drawn.filter(({ piece, sprite }) => last.has(piece.id) && !piece.to && !sprite.outline).map(({ piece }) => piece.at));
  });
  readonly outlined: ReadonlySet<string> = $derived.by(() => new Set(this.drawn.filter(({ sprite }) => sprite.outline).map(({ piece }) => piece.at)));

  get #act() {
    return this.#model().composer.act;
  }

  get #targets(): ReadonlySet<string> {
    return this.#model().composer.acting ? this.#act.targets : NONE;
  }

  get #others(): ReadonlySet<string> {
    return this.#model().composer.acting ? this.#act.others : NONE;
  }

  /** The spot that a place within it belongs to. */
  #whole(id: string): string {
    return this.#stage().spots[id]?.within || id;
  }

  on(id: string): readonly Piece[] {
    return this.#bySpot.get(id) ?? [];
  }

  /** The target of a spot: the spot, or the piece on it where pieces are asked for. */
  targetOf(id: string): string {
    const spot = `spot:${id}`;
    if (this.#act.targets.has(spot)) return spot;
    const piece = this.on(id).find((p) => this.#act.targets.has(`piece:${p.id}`));
    return piece ? `piece:${piece.id}` : spot;
  }

  /** May this spot be touched next? */
  isTarget(id: string): boolean {
    return this.#targets.has(this.targetOf(id));
  }

  /** May it be touched in place of something staged? */
  isOther(id: string): boolean {
    return this.#others.has(this.targetOf(id));
  }

  isOpen(id: string): boolean {
    return this.isTarget(id) || this.isOther(id);
  }

  /** Does a touch only begin a ply, like the first end of a bridge? */
  isBeginning(id: string): boolean {
    return this.#act.begins.has(this.targetOf(id));
  }

  /** Is it part of the turn being composed? That is not marked in a past position. */
  isChosen(id: string): boolean {
    return this.#model().composer.open && this.#act.chosen.has(this.targetOf(id));
  }
}

/** Shadows come before the pieces beside them: pieces side by side cast none on one another. */
export function withShadows(drawn: readonly Drawn[]): (Drawn & { shade: boolean })[] {
  return drawn
    .flatMap((one) => (one.sprite.shadow ? [true, false] : [false]).map((shade) => ({ ...one, shade })))
    .toSorted((a, b) => byHeight(a, b) || Number(b.shade) - Number(a.shade));
}

function byHeight(a: Drawn, b: Drawn): number {
  return (a.sprite.layer ?? 1) - (b.sprite.layer ?? 1) || (a.piece.up ?? 0) - (b.piece.up ?? 0);
}
