/** Weights of nets, from the files that `tablier.wasm.weights` writes, and in the memory of a module. */

import type { Inputs, Kernels, Memory } from '../../kernels.ts';
import { SearchError } from './errors.ts';

const FORMAT = 'tablier-weights-1';
const LINE_END = 10;

interface Header {
  format: string;
  game: string;
  width: number;
  second: number;
}

/** The arrays of a net in the order of `Net` of `tablier.engine.net`, one after the other. */
export interface Weights {
  shapes: number[][];
  numbers: Float32Array;
}

/** The weights in the content of a file. Throws a `SearchError` that names the file if they are damaged or not those of the game. */
export function readWeights(content: Uint8Array, file: string, game: string, inputs: Inputs): Weights {
  const fault = (why: string): SearchError => new SearchError('failed', `${file} does not hold the weights of ${game}: ${why}`);
  const end = content.indexOf(LINE_END);
  const header = headerOf(content.subarray(0, Math.max(end, 0)));
  if (!header) throw fault('it is damaged');
  if (header.format !== FORMAT || header.game !== game) throw fault(`it is of ${header.game} in the format ${header.format}`);
  const shapes = shapesOf(header, inputs);
  const halves = new DataView(content.buffer, content.byteOffset + end + 1, content.length - end - 1);
  const count = shapes.reduce((sum, shape) => sum + size(shape), 0);
  if (halves.byteLength !== 2 * count) throw fault(`it has ${halves.byteLength} bytes of weights, not ${2 * count}`);
  const numbers = Float32Array.from({ length: count }, (_, i) => single(halves.getUint16(2 * i, true)));
  if (!numbers.every(Number.isFinite)) throw fault('it is damaged');
  return { shapes, numbers };
}

/** A net in the memory of a module, with memory for its inputs: the members of `NetEvaluation` of `tablier.search.kernel`. */
export function placed(kernels: Kernels, { shapes, numbers }: Weights, { numbers: measured, codes }: Inputs, seats: number): Memory[] {
  let start = 0;
  const net = shapes.map((shape) => {
    const array = kernels.array(4, ...shape);
    kernels.items(Float32Array, array).set(numbers.subarray(start, (start += size(shape))));
    return array;
  });
  return [...net, kernels.array(8, seats), kernels.array(8, seats, measured), kernels.array(4, seats, codes)];
}

function headerOf(line: Uint8Array): Header | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(line)) as Header;
  } catch {
    return undefined;
  }
}

function shapesOf({ width, second }: Header, { numbers, table }: Inputs): number[][] {
  return [[1], [table, width], [numbers, width], [numbers, width], [width], [width, second], [second], [second]];
}

function size(shape: number[]): number {
  return shape.reduce((a, b) => a * b, 1);
}

/** The number with the bits of a `float16`; NaN if it is not finite. */
function single(bits: number): number {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, (bits & 1023) / 1024];
  if (exponent === 31) return NaN;
  return sign * (exponent ? (1 + fraction) * 2 ** (exponent - 15) : fraction * 2 ** -14);
}
