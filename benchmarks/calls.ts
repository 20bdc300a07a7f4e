/** Answers a request to call kernels, in Node or in a browser; `benchmarks/modules.py` writes requests. */

import type { Argument, Kernels, Memory } from '../web/src/lib/kernels.ts';

type Sent = number | boolean | { integer: string } | { buffer: number; offset: number } | { buffer: number; itemsize: number; shape: number[] } | Sent[];

export interface Request {
  /** The size of each buffer in bytes. */
  buffers: number[];
  calls: [string, ...Sent[]][];
}

/**
 * Call kernels one after the other.
 *
 * `data` holds the buffers one after the other; they are changed. `clock` gives seconds. Returns the result of each call and the
 * seconds it took.
 */
export function answer(kernels: Kernels, request: Request, data: Uint8Array, clock: () => number): [unknown, number][] {
  const buffers = request.buffers.map((bytes) => kernels.array(1, bytes));
  let start = 0;
  for (const buffer of buffers) {
    const bytes = kernels.bytes(buffer);
    bytes.set(data.subarray(start, start + bytes.length));
    start += bytes.length;
  }
  const answers = request.calls.map(([name, ...args]): [unknown, number] => {
    const ready = args.map((argument) => received(argument, buffers));
    const begun = clock();
    const result = kernels.call(name, ...ready);
    return [typeof result === 'bigint' ? Number(result) : result, clock() - begun];
  });
  start = 0;
  for (const buffer of buffers) {
    const bytes = kernels.bytes(buffer);
    data.set(bytes, start);
    start += bytes.length;
  }
  return answers;
}

function received(argument: Sent, buffers: Memory[]): Argument {
  if (Array.isArray(argument)) return argument.map((member) => received(member, buffers));
  if (typeof argument !== 'object') return argument;
  if ('integer' in argument) return BigInt(argument.integer);
  const { at } = buffers[argument.buffer] as Memory;
  return 'shape' in argument ? { ...argument, at } : at + argument.offset;
}
