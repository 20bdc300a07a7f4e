/** The search of one seat, as `tablier.search.search.Search` does it with one thread. */

import type { Memory } from '../../kernels.ts';
import { INTERVAL } from './pacing.ts';
import type { Pacing } from './pacing.ts';
import type { SearchSpec } from './spec.ts';
import type { Arm, Node, Tree } from './tree.ts';
import type { Workspace } from './workspace.ts';

/** Simulations that a search runs, however short its time. */
const LEAST = 64;
const FIRST_CHUNK = 8;
const WON = 1 - 1e-9;
/** A game is lost for a seat that expects at most this share of the win. */
const LOST = 0.01;

export interface RunLimits {
  /** Simulations. */
  iterations: number | null;
  seconds: number | null;
  /** Asked about every 15 ms whether to stop. */
  enough?: () => boolean;
}

export class Search {
  /** Simulations run since the position was set. */
  iterations = 0;
  readonly #space: Workspace;
  #seat: number;
  readonly #spec: SearchSpec;
  readonly #tree: Tree;
  readonly #rng: Memory;
  readonly #word: bigint;
  readonly #points: boolean;

  /** A search with a tree of `nodes` nodes and the random numbers of `word`; one for `points` needs another number of nodes. */
  constructor(space: Workspace, seat: number, spec: SearchSpec, nodes: number, word: bigint, points = false) {
    this.#space = space;
    this.#seat = seat;
    this.#spec = spec;
    this.#tree = space.tree(nodes);
    this.#rng = points ? space.array('points', 8, 1) : space.searchRng;
    this.#word = word;
    this.#points = points;
    space.seed(this.#rng, word);
    this.setRoot(seat);
  }

  /** Search for a seat from the state of the workspace, with the same tree. */
  setRoot(seat: number): void {
    this.#seat = seat;
    this.#space.copy(this.#space.state, this.#space.root);
    this.#space.kernels.call('hide', this.#space.root.at, BigInt(seat));
    this.iterations = 0;
  }

  /** Search until the first of the limits, until nothing is left to prove, or until it is stopped. */
  async run({ iterations, seconds, enough }: RunLimits, pacing: Pacing): Promise<void> {
    const begun = performance.now();
    let left = iterations === null ? Infinity : Math.max(iterations, 2);
    let chunk = FIRST_CHUNK;
    while (left > 0 && !this.#settled) {
      const now = performance.now();
      const total = Math.min(left, chunk);
      this.iterations += this.#simulate(total);
      left -= total;
      const took = performance.now() - now;
      chunk = Math.max(1, Math.min(2 * chunk, Math.floor((chunk * INTERVAL) / Math.max(took, 1e-6))));
      await pacing.pause();
      if (pacing.stopped) break;
      if (seconds !== null && performance.now() - begun >= seconds * 1000 && this.iterations >= LEAST) break;
      if (enough?.()) break;
    }
  }

  /** Whether the result is exact. */
  get proved(): boolean {
    return this.#root()?.proved ?? false;
  }

  /** Whether the result is exact, or that of every action: equal actions may leave open who of the others wins. */
  get #settled(): boolean {
    const root = this.#root();
    return !!root && (root.proved || (root.arms.length > 0 && root.arms.every((arm) => arm.proved)));
  }

  /** The results for each action, best first: proved wins, then by visits, proved losses last. */
  arms(): Arm[] {
    const settled = this.#settled;
    const ordered = (this.#root()?.arms ?? []).map((arm) => ({ arm, order: this.#order(arm, settled) }));
    return ordered.sort((a, b) => compare(b.order, a.order)).map(({ arm }) => arm);
  }

  best(): number {
    return this.arms()[0]!.action;
  }

  /** Whether the seat expects nearly nothing of its best ply. */
  get lost(): boolean {
    return this.#mean(this.arms()[0]!) <= LOST;
  }

  /** What the tree expects, as pairs of seat and action, up to the next chance. Where something is hidden, it is that of one determinization. */
  line(plies: number): [seat: number, action: number][] {
    const { kernels, root, rng, work } = this.#space;
    this.#space.copy(root, work);
    this.#space.seed(rng, this.#word);
    kernels.call('determinize', work.at, BigInt(this.#seat), rng);
    const line: [number, number][] = [];
    while (line.length < plies) {
      const movers = this.#space.movers(work);
      const seat = movers.includes(this.#seat) ? this.#seat : movers[0];
      const arms = seat === undefined ? [] : (this.#node(work, seat)?.arms ?? []);
      if (seat === undefined || !arms.length) break;
      const visits = arms.map((arm) => arm.visits);
      const action = line.length ? arms[visits.indexOf(Math.max(...visits))]!.action : this.best();
      this.#space.apply(work, seat, action);
      line.push([seat, action]);
    }
    return line;
  }

  /** The visits by which the best action leads the next, over all actions that are not proved. */
  lead(): number {
    const visits = this.arms()
      .filter((arm) => !arm.proved)
      .map((arm) => arm.visits);
    return visits.length > 1 ? visits[0]! - visits[1]! : 0;
  }

  /** Run simulations, and prune the tree whenever it is full; returns how many were run. */
  #simulate(count: number): number {
    const { kernels, root, scratch, net } = this.#space;
    const tree = this.#tree;
    let done = 0;
    for (;;) {
      const part = Math.min(count - done, tree.room());
      const args = [root, BigInt(this.#seat), tree.words, this.#rng, this.#settings(), scratch, BigInt(part)];
      const run = Number(this.#spec.net ? kernels.call('simulate_by_net', ...args, net) : kernels.call('simulate', ...args));
      done += run;
      if (tree.room() < 1) tree.prune(tree.find(this.#space.key(root, this.#seat)));
      if (run < part || done === count) return done;
    }
  }

  /** The members of `Settings` of `tablier.search.kernel`, in their order. */
  #settings(): (number | bigint | boolean)[] {
    const { hides, chance, limits } = this.#space.kernels.description;
    const { exploration, fpu_reduction, cutoff, policy, priors, selection } = this.#spec;
    const plies = BigInt(cutoff ?? limits.playout);
    const ucb1 = selection === 'ucb1';
    const anchor = ucb1 && chance; // it stays as it was when draws had no nodes
    return [exploration, fpu_reduction, plies, policy === 'game', priors, !hides && !anchor, ucb1, this.#points];
  }

  #order(arm: Arm, settled: boolean): number[] {
    const { visits, prior, proved } = arm;
    const mean = this.#mean(arm);
    const certain = proved ? Number(mean >= WON) - Number(mean <= 1 - WON) : 0;
    return settled && proved ? [certain, mean, visits, prior] : [certain, visits, mean, prior];
  }

  #mean({ value, visits }: Arm): number {
    return value[this.#seat]! / Math.max(visits, 1);
  }

  #root(): Node | undefined {
    return this.#node(this.#space.root, this.#seat);
  }

  #node(state: Memory, seat: number): Node | undefined {
    const node = this.#tree.find(this.#space.key(state, seat));
    return node < 0 ? undefined : this.#tree.node(node);
  }
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
