/** Calls compiled kernels in a WebAssembly module, by the calling convention of Numba (see docs/webassembly.md). */

/** Constants of the kernels. */
interface Limits {
  /** The largest number of plies of a playout. */
  playout: number;
  /** The largest number of plies of a simulation in the tree. */
  depth: number;
  /** Capacity for arms per node of a tree. */
  arms: number;
  /** The largest number of outcomes of one chance node. */
  outcomes: number;
  /** Entries of a list of actions beyond the longest one. */
  spare: number;
  /** The seat of chance. */
  chance: number;
}

/** The inputs of a game's nets, for each seat; see `NetShape` of `tablier.engine.net`. */
export interface Inputs {
  numbers: number;
  codes: number;
  /** The number of different codes. */
  table: number;
}

/** The description that `python -m tablier.wasm` writes beside a module. */
export interface Description {
  /** Bytes of a state. */
  record: number;
  /** The largest number of action ids. */
  actions: number;
  /** Whether the game hides anything from a seat. */
  hides: boolean;
  /** Whether the game has chance nodes. */
  chance: boolean;
  limits: Limits;
  /** The inputs of the game's net; without one there is no kernel `simulate_by_net`. */
  net: Inputs | null;
  /** The type of each kernel's result, as NumPy writes it; empty without a result. */
  results: Record<string, '' | 'i8' | 'u8' | 'f8' | 'b1'>;
}

/** An array in the memory of a module, in C order. */
export interface Memory {
  at: number;
  itemsize: number;
  shape: number[];
}

/** Integers are `bigint`, fractions and truth values `number`; a state is the address of its record; tuples are lists. */
export type Argument = bigint | number | boolean | Memory | Argument[];
type Word = bigint | number | boolean;
type Kernel = (result: number, error: number, ...words: Word[]) => number;

const DONE = 0;
const NO_RESULT = -2;

export class Kernels {
  readonly description: Description;
  readonly #exports: WebAssembly.Exports;
  readonly #memory: WebAssembly.Memory;
  readonly #result: number;
  readonly #error: number;

  constructor(module: WebAssembly.Module, description: Description) {
    this.description = description;
    this.#exports = new WebAssembly.Instance(module).exports;
    this.#memory = this.#exports['memory'] as WebAssembly.Memory;
    this.#result = this.#allocate(16);
    this.#error = this.#allocate(16);
  }

  /** A new array of zeros. It lasts as long as the module. */
  array(itemsize: number, ...shape: number[]): Memory {
    const bytes = itemsize * shape.reduce((a, b) => a * b, 1);
    return { at: this.#allocate(bytes), itemsize, shape };
  }

  /** The bytes of an array. The view is valid until memory grows, by any call. */
  bytes({ at, itemsize, shape }: Memory): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, itemsize * shape.reduce((a, b) => a * b, 1));
  }

  /** The items of an array, as numbers of a kind. The view is valid until memory grows, by any call. */
  items<T>(Kind: new (buffer: ArrayBuffer, at: number, length: number) => T, { at, shape }: Memory): T {
    return new Kind(this.#memory.buffer, at, shape.reduce((a, b) => a * b, 1));
  }

  /** Call a kernel. Throws if the kernel raised an exception. */
  call(name: string, ...args: Argument[]): bigint | number | boolean | undefined {
    const status = (this.#exports[name] as Kernel)(this.#result, this.#error, ...args.flatMap(flat));
    if (status !== DONE && status !== NO_RESULT) throw new Error(`${name}: status ${status}`);
    const memory = new DataView(this.#memory.buffer);
    switch (this.description.results[name]) {
      case 'i8':
        return memory.getBigInt64(this.#result, true);
      case 'u8':
        return memory.getBigUint64(this.#result, true);
      case 'f8':
        return memory.getFloat64(this.#result, true);
      case 'b1':
        return memory.getUint8(this.#result) !== 0;
      default:
        return undefined;
    }
  }

  #allocate(bytes: number): number {
    const at = (this.#exports['allocate'] as (bytes: number) => number)(bytes);
    if (!at) throw new RangeError(`no memory for ${bytes} bytes`);
    return at;
  }
}

/** The words that Numba passes for an argument; of an array: owner, parent, length, item size, data, shape, strides. */
function flat(argument: Argument): Word[] {
  if (Array.isArray(argument)) return argument.flatMap(flat);
  if (typeof argument !== 'object') return [argument];
  const { at, itemsize, shape } = argument;
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, itemsize));
  const length = shape.reduce((a, b) => a * b, 1);
  return [0, 0, BigInt(length), BigInt(itemsize), at, ...shape.map(BigInt), ...strides.map(BigInt)];
}
