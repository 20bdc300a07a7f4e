/** The analysis of a position for one seat, as `tablier.analysis.analyst.Analyst` makes it. */

import type { Memory } from '../../kernels.ts';
import type { Pacing } from './pacing.ts';
import { Search } from './search.ts';
import type { RunLimits } from './search.ts';
import type { SearchSpec } from './spec.ts';
import type { Workspace } from './workspace.ts';

/** The greatest number of plies of an expected line. */
const LINE = 8;
/** Simulations for each ply of a turn of which the tree holds the first plies alone. */
const REST = 16;

export interface StudyQuestion extends RunLimits {
  /** The seat that is to move in the state of the workspace, which is its view. */
  seat: number;
  spec: SearchSpec;
  seed: bigint;
  /** For so many of the best moves the expected line is wanted. */
  lines: number;
  /** Go on with the last search, if it was of the same position. */
  resume: boolean;
}

/** A seat and its action. */
type Ply = [seat: number, action: number];

export interface SearchedMove {
  action: number;
  visits: number;
  /** The expected rewards of all seats. */
  values: number[];
  proved: boolean;
  line: Ply[];
}

/** All moves, best first. */
export interface Searched {
  iterations: number;
  proved: boolean;
  moves: SearchedMove[];
}

export class Study {
  readonly #space: Workspace;
  readonly #seat: number;
  readonly #view: Memory;
  readonly #search: Search;

  constructor(space: Workspace, { seat, spec, seed }: StudyQuestion, nodes: number) {
    this.#space = space;
    this.#seat = seat;
    this.#view = space.array('view', 1, space.kernels.description.record);
    this.#search = new Search(space, seat, spec, Math.min(nodes, spec.nodes), seed);
  }

  /** Search on, and tell what is found so far. */
  async deepen({ seconds, iterations, lines }: StudyQuestion, pacing: Pacing): Promise<Searched> {
    this.#space.copy(this.#space.state, this.#view);
    await this.#search.run({ iterations, seconds }, pacing);
    const found: Searched = { iterations: this.#search.iterations, proved: this.#search.proved, moves: [] };
    for (const [i, { action, visits, value, proved }] of this.#search.arms().entries()) {
      const values = value.map((sum) => sum / Math.max(visits, 1));
      found.moves.push({ action, visits, values, proved, line: i < lines ? await this.#line(action, pacing) : [] });
    }
    this.#space.copy(this.#view, this.#space.state);
    this.#search.setRoot(this.#seat);
    this.#search.iterations = found.iterations;
    return found;
  }

  /** A move, the rest of its turn, and what the tree expects after it. */
  async #line(action: number, pacing: Pacing): Promise<Ply[]> {
    const { state, kernels } = this.#space;
    const line: Ply[] = [];
    const push = (seat: number, played: number): void => {
      line.push([seat, played]);
      this.#space.apply(state, seat, played);
    };
    this.#space.copy(this.#view, state);
    push(this.#seat, action);
    for (const [seat, reply] of this.#expected()) {
      if (kernels.description.hides && (seat !== this.#seat || !this.#toMove)) break;
      push(seat, reply);
    }
    while (line.length < LINE && this.#toMove && line.every(([seat]) => seat === this.#seat)) {
      this.#search.setRoot(this.#seat);
      await this.#search.run({ iterations: REST, seconds: null }, pacing);
      push(this.#seat, this.#search.best());
    }
    return line;
  }

  /** What the tree expects after the state of the workspace. */
  #expected(): Ply[] {
    const movers = this.#space.movers(this.#space.state);
    if (!movers.length || (!this.#toMove && this.#space.kernels.description.hides)) return [];
    this.#search.setRoot(this.#toMove ? this.#seat : movers[0]!);
    return this.#search.line(LINE - 1);
  }

  get #toMove(): boolean {
    return this.#space.movers(this.#space.state).includes(this.#seat);
  }
}
