/** The memory in which bots of one game with one number of seats think. It is used again for each submission. */

import { Kernels } from '../../kernels.ts';
import type { Argument, Description, Memory } from '../../kernels.ts';
import { SearchError } from './errors.ts';
import { placed } from './net.ts';
import type { Weights } from './net.ts';
import { Tree } from './tree.ts';

export class Workspace {
  readonly kernels: Kernels;
  readonly seats: number;
  /** The state of the game as the thinking seat knows it; `root` is the position being searched. */
  readonly state: Memory;
  readonly root: Memory;
  /** The random numbers of choices, and those of searches. */
  readonly rng: Memory;
  readonly searchRng: Memory;
  readonly actions: Memory;
  readonly odds: Memory;
  readonly places: Memory;
  readonly work: Memory;
  readonly #seen: Memory;
  readonly #scratch: Memory[];
  #net: Memory[] = [];
  readonly #arrays = new Map<string, Memory>();
  readonly #trees = new Map<number, Tree>();

  constructor(module: WebAssembly.Module, description: Description, state: Uint8Array) {
    const { record, actions, limits } = description;
    const kernels = new Kernels(module, description);
    this.kernels = kernels;
    this.state = kernels.array(record, 1);
    this.#load(state);
    this.seats = Number(kernels.call('seats', this.state.at));
    this.root = kernels.array(record, 1);
    this.rng = kernels.array(8, 1);
    this.searchRng = kernels.array(8, 1);
    this.work = kernels.array(record, 1);
    this.#seen = kernels.array(record, 1);
    const longest = Math.max(actions, limits.outcomes) + limits.spare;
    this.actions = kernels.array(2, longest);
    this.odds = kernels.array(8, limits.outcomes);
    this.places = kernels.array(8, this.seats);
    const words = { at: this.#seen.at, itemsize: 8, shape: [record / 8] };
    const [plausible, result, path] = [kernels.array(8, longest), kernels.array(8, this.seats), kernels.array(8, limits.depth, 3)];
    this.#scratch = [this.work, this.#seen, words, this.actions, this.odds, this.places, plausible, result, path];
  }

  /** The arguments of kernels for scratch memory, in the order of `Scratch` of `tablier.search.kernel`. */
  get scratch(): Argument[] {
    return this.#scratch;
  }

  /** The arguments of `simulate_by_net` for the net, in the order of `NetEvaluation` of `tablier.search.kernel`. */
  get net(): Argument[] {
    return this.#net;
  }

  /** Take the weights of the game into memory, once. */
  placeNet(weights: Weights): void {
    const { description } = this.kernels;
    if (description.net && !this.#net.length) this.#net = placed(this.kernels, weights, description.net, this.seats);
  }

  /** Continue with another state of the game; false if it has another number of seats. */
  takes(state: Uint8Array): boolean {
    this.#load(state);
    return Number(this.kernels.call('seats', this.state.at)) === this.seats;
  }

  #load(state: Uint8Array): void {
    const { record } = this.kernels.description;
    if (state.length !== record) throw new SearchError('refused', `a state has ${record} bytes, got ${state.length}`);
    this.kernels.bytes(this.state).set(state);
  }

  /** The arguments of kernels in the order of `Tools` of `tablier.search.mixture`. */
  get tools(): Argument[] {
    return [this.work, this.actions, this.odds, this.places];
  }

  /** An array by name, which is used again while it is large enough. Its content is undefined. */
  array(name: string, itemsize: number, ...shape: number[]): Memory {
    const known = this.#arrays.get(name);
    const size = (of: number[]): number => of.reduce((a, b) => a * b, itemsize);
    const at = known && size(known.shape) >= size(shape) ? known.at : this.kernels.array(itemsize, ...shape).at;
    if (at !== known?.at) this.#arrays.set(name, { at, itemsize, shape });
    return { at, itemsize, shape };
  }

  /** An empty tree for so many nodes. Memory is never freed, so there is one of each size. */
  tree(nodes: number): Tree {
    const known = this.#trees.get(nodes);
    const tree = known ?? new Tree(this.kernels, nodes, this.seats);
    if (known) known.clear();
    else this.#trees.set(nodes, tree);
    return tree;
  }

  /** Samples of the complete states behind what a seat sees. */
  worlds(seat: number, seed: bigint, count: number): Uint8Array[] {
    this.seed(this.rng, seed);
    return Array.from({ length: count }, () => {
      this.copy(this.state, this.work);
      this.kernels.call('determinize', this.work.at, BigInt(seat), this.rng);
      return this.kernels.bytes(this.work).slice();
    });
  }

  copy(from: Memory, to: Memory): void {
    this.kernels.bytes(to).set(this.kernels.bytes(from));
  }

  seed(rng: Memory, word: bigint): void {
    this.kernels.items(BigUint64Array, rng)[0] = word;
  }

  word(rng: Memory): bigint {
    return this.kernels.items(BigUint64Array, rng)[0]!;
  }

  /** The seats that are to move in a state. */
  movers(state: Memory): number[] {
    const movers = Number(this.kernels.call('movers', state.at));
    return Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => (movers >> seat) & 1);
  }

  legal(state: Memory, seat: number): number[] {
    const n = Number(this.kernels.call('legal', state.at, BigInt(seat), this.actions));
    return [...this.kernels.items(Int16Array, this.actions).subarray(0, n)];
  }

  apply(state: Memory, seat: number, action: number): void {
    this.kernels.call('apply', state.at, BigInt(seat), BigInt(action));
  }

  /** The key of a seat's view of a state, by which trees find nodes. */
  key(state: Memory, seat: number): bigint {
    this.copy(state, this.#seen);
    this.kernels.call('hide', this.#seen.at, BigInt(seat));
    return this.kernels.call('fingerprint', this.#scratch[2]!, BigInt(seat)) as bigint;
  }

  below(rng: Memory, n: number): number {
    return Number(this.kernels.call('below', rng, BigInt(n)));
  }

  unit(rng: Memory): number {
    return this.kernels.call('unit', rng) as number;
  }

  next64(rng: Memory): bigint {
    return this.kernels.call('next64', rng) as bigint;
  }
}
