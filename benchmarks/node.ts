/**
 * Calls kernels of a module: `node node.ts MODULE` reads a request from stdin and writes the answer to stdout.
 *
 * The request is a line of JSON followed by the bytes of all buffers. The answer is a line of JSON (the result of each call and
 * its seconds of processor time), followed by the bytes of the buffers.
 */

import { readFileSync, writeSync } from 'node:fs';
import { Kernels } from '../web/src/lib/kernels.ts';
import type { Argument, Description, Memory } from '../web/src/lib/kernels.ts';

type Sent = number | boolean | { integer: string } | { buffer: number; offset: number } | { buffer: number; itemsize: number; shape: number[] } | Sent[];

const path = process.argv[2] as string;
const description = JSON.parse(readFileSync(path.replace(/wasm$/, 'json'), 'utf8')) as Description;
const kernels = new Kernels(new WebAssembly.Module(readFileSync(path)), description);

const input = readFileSync(0);
const end = input.indexOf('\n');
const request = JSON.parse(input.toString('utf8', 0, end)) as { buffers: number[]; calls: [string, ...Sent[]][] };
const buffers = request.buffers.map((bytes) => kernels.array(1, bytes));
let start = end + 1;
for (const buffer of buffers) {
  const bytes = kernels.bytes(buffer);
  bytes.set(input.subarray(start, start + bytes.length));
  start += bytes.length;
}

function received(argument: Sent): Argument {
  if (Array.isArray(argument)) return argument.map(received);
  if (typeof argument !== 'object') return argument;
  if ('integer' in argument) return BigInt(argument.integer);
  const { at } = buffers[argument.buffer] as Memory;
  return 'shape' in argument ? { ...argument, at } : at + argument.offset;
}

const answers = request.calls.map(([name, ...args]) => {
  const ready = args.map(received);
  const before = process.cpuUsage();
  const result = kernels.call(name, ...ready);
  const { user, system } = process.cpuUsage(before);
  return [typeof result === 'bigint' ? Number(result) : result, (user + system) / 1e6];
});

function write(data: Uint8Array): void {
  for (let written = 0; written < data.length; ) written += writeSync(1, data, written);
}
write(Buffer.from(`${JSON.stringify(answers)}\n`));
for (const buffer of buffers) write(kernels.bytes(buffer));
