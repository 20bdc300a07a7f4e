/**
 * Calls kernels of a module: `node node.ts MODULE` reads a request from stdin and writes the answer to stdout.
 *
 * The request is a line of JSON followed by the bytes of all buffers. The answer is a line of JSON (the result of each call and
 * its seconds of processor time), followed by the bytes of the buffers.
 */

import { readFileSync, writeSync } from 'node:fs';
import { Kernels } from '../web/src/lib/kernels.ts';
import type { Description } from '../web/src/lib/kernels.ts';
import { answer } from './calls.ts';
import type { Request } from './calls.ts';

const path = process.argv[2] as string;
const description = JSON.parse(readFileSync(path.replace(/wasm$/, 'json'), 'utf8')) as Description;
const kernels = new Kernels(new WebAssembly.Module(readFileSync(path)), description);
const input = readFileSync(0);
const end = input.indexOf('\n');
const data = input.subarray(end + 1);
const answers = answer(kernels, JSON.parse(input.toString('utf8', 0, end)) as Request, data, () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
});

function write(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written);
}
write(Buffer.from(`${JSON.stringify(answers)}\n`));
write(data);
