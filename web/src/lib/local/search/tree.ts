/** The tree of a search in the memory of a module; see `tablier.search.tree`. */

import type { Kernels, Memory } from '../../kernels.ts';

/** The arrays of a tree, in the order in which kernels take them. */
interface Columns {
  used: Memory;
  slots: Memory;
  key: Memory;
  first: Memory;
  arms: Memory;
  visits: Memory;
  proved: Memory;
  value: Memory;
  action: Memory;
  prior: Memory;
  armVisits: Memory;
  armProved: Memory;
  armValue: Memory;
}

export interface Arm {
  action: number;
  visits: number;
  /** The sum of the rewards of each seat over the visits. */
  value: number[];
  prior: number;
  proved: boolean;
}

export interface Node {
  proved: boolean;
  arms: Arm[];
}

export class Tree {
  readonly columns: Columns;
  readonly #kernels: Kernels;
  readonly #seats: number;

  /** A tree for `nodes` nodes. Throws a `RangeError` if there is not enough memory. */
  constructor(kernels: Kernels, nodes: number, seats: number) {
    const arms = nodes * kernels.description.limits.arms + 2 * kernels.description.actions;
    this.#kernels = kernels;
    this.#seats = seats;
    this.columns = {
      used: kernels.array(8, 2),
      slots: kernels.array(4, 1 << (32 - Math.clz32(2 * nodes - 1))),
      key: kernels.array(8, nodes),
      first: kernels.array(4, nodes),
      arms: kernels.array(2, nodes),
      visits: kernels.array(4, nodes),
      proved: kernels.array(1, nodes),
      value: kernels.array(8, nodes, seats),
      action: kernels.array(2, arms),
      prior: kernels.array(4, arms),
      armVisits: kernels.array(4, arms),
      armProved: kernels.array(1, arms),
      armValue: kernels.array(8, arms, seats),
    };
    this.clear();
  }

  get words(): Memory[] {
    return Object.values(this.columns) as Memory[];
  }

  clear(): void {
    this.#kernels.items(BigInt64Array, this.columns.used).fill(0n);
    this.#kernels.items(Int32Array, this.columns.slots).fill(-1);
  }

  /** The number of simulations that the tree holds: each adds at most two nodes, and about `actions` arms. */
  room(): number {
    const [nodes, arms] = this.#used();
    const { key, action } = this.columns;
    return Math.min(Math.ceil((key.shape[0]! - nodes) / 2), Math.floor((action.shape[0]! - arms) / this.#kernels.description.actions));
  }

  /** The node with a key, or a negative number. */
  find(key: bigint): number {
    return Number(this.#kernels.call('find', this.words, key));
  }

  node(at: number): Node {
    const { columns } = this;
    const kernels = this.#kernels;
    const start = kernels.items(Int32Array, columns.first)[at]!;
    const visits = kernels.items(Int32Array, columns.armVisits);
    const sums = kernels.items(Float64Array, columns.armValue);
    const actions = kernels.items(Int16Array, columns.action);
    const priors = kernels.items(Float32Array, columns.prior);
    const proved = kernels.items(Uint8Array, columns.armProved);
    const arms = Array.from({ length: kernels.items(Int16Array, columns.arms)[at]! }, (_, i): Arm => {
      const arm = start + i;
      const value = [...sums.subarray(arm * this.#seats, (arm + 1) * this.#seats)];
      return { action: actions[arm]!, visits: visits[arm]!, value, prior: priors[arm]!, proved: proved[arm] !== 0 };
    });
    return { proved: kernels.items(Uint8Array, columns.proved)[at] !== 0, arms };
  }

  /** Keep `root` (if it is not negative) and the most visited other nodes, with up to half of the capacity for nodes and arms. */
  prune(root: number): void {
    const { columns } = this;
    const visits = this.#kernels.items(Int32Array, columns.visits);
    const sizes = this.#kernels.items(Int16Array, columns.arms);
    const first = this.#kernels.items(Int32Array, columns.first);
    const priority = (node: number): number => (node === root ? Infinity : visits[node]!);
    const order = Uint32Array.from({ length: this.#used()[0] }, (_, i) => i);
    order.sort((a, b) => priority(b) - priority(a) || a - b);
    let kept = 0;
    let arms = 0;
    while (kept < Math.max(1, columns.key.shape[0]! >> 1) && kept < order.length) {
      arms += sizes[order[kept]!]!;
      if (kept && arms > columns.action.shape[0]! >> 1) break;
      kept += 1;
    }
    const nodes = order.slice(0, kept).sort();
    // In ascending order of place, so that nothing is overwritten before it is moved.
    const expanded = nodes.filter((node) => sizes[node]! > 0).sort((a, b) => first[a]! - first[b]!);
    const moveArms = this.#mover([columns.action, columns.prior, columns.armVisits, columns.armProved, columns.armValue]);
    let end = 0;
    for (const node of expanded) {
      moveArms(first[node]!, end, sizes[node]!);
      first[node] = end;
      end += sizes[node]!;
    }
    const moveNodes = this.#mover([columns.key, columns.first, columns.arms, columns.visits, columns.proved, columns.value]);
    nodes.forEach((node, i) => moveNodes(node, i, 1));
    this.#kernels.items(BigInt64Array, columns.used).set([BigInt(nodes.length), BigInt(end)]);
    this.#kernels.items(Int32Array, columns.slots).fill(-1);
    this.#kernels.call('rehash', this.words);
  }

  #used(): [number, number] {
    const [nodes, arms] = this.#kernels.items(BigInt64Array, this.columns.used);
    return [Number(nodes), Number(arms)];
  }

  /** A function that moves `n` entries of some columns. */
  #mover(columns: Memory[]): (from: number, to: number, n: number) => void {
    const widths = columns.map((column) => column.itemsize * (column.shape[1] ?? 1));
    const bytes = columns.map((column) => this.#kernels.bytes(column));
    return (from, to, n) =>
      bytes.forEach((column, i) => column.copyWithin(to * widths[i]!, from * widths[i]!, (from + n) * widths[i]!));
  }
}
