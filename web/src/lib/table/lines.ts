/** Lines of an analysis: how they are joined, and how they travel in a link. */

import { CHANCE } from '../constants';
import type { Tried } from '../protocol';

/**
 * A move, with the draws of chance around it, and the lines that follow; the first of them is the main one. Without a move
 * it is a remark on the position.
 */
export interface Variation {
  moves: Tried[];
  name?: string;
  lines: Variation[];
}

/** The lines of a table, by the number of the event at which they leave the game. */
export type Lines = Record<string, Variation[]>;

/** The longest text of lines in a link, in characters; mail programs cut longer addresses. */
export const LINK_LENGTH = 6000;
/** The longest text that a link may hold, in bytes. */
const UNPACKED = 256 * 1024;
/** The longest name of a line, in characters, as the server reads it. */
export const LINE_NAME = 2000;

const same = (a: Variation, b: Variation): boolean => JSON.stringify(a.moves) === JSON.stringify(b.moves);

/** The line among these that has the same moves. It is added if there is none. */
export function joined(lines: Variation[], line: Variation): Variation {
  const found = lines.find((other) => same(other, line));
  if (found) return found;
  lines.push(line);
  return lines.at(-1)!; // in Svelte's state, the observed one
}

/** Add lines to others; names that are there stay. */
export function merge(into: Variation[], from: readonly Variation[]): void {
  for (const line of from) {
    const found = joined(into, { moves: line.moves, lines: [] });
    if (line.name && !found.name) found.name = line.name;
    merge(found.lines, line.lines);
  }
}

/** Remove the lines that are among those `before` and not among those of `now`. Lines that are `shown` stay, with what follows them. */
export function prune(lines: Variation[], before: readonly Variation[], now: readonly Variation[], shown: (line: Variation) => boolean): void {
  for (const old of before) {
    const at = lines.findIndex((line) => same(line, old));
    if (at < 0) continue;
    const left = now.find((line) => same(line, old));
    if (left) prune(lines[at]!.lines, old.lines, left.lines, shown);
    else if (!shown(lines[at]!)) lines.splice(at, 1);
  }
}

/** The moves of a line as text, draws in brackets. */
export function textOf({ moves }: Variation): string {
  return moves.map(({ seat, plies }) => (seat === CHANCE ? `[${plies.join(' ')}]` : plies.join(' '))).join(' ');
}

/** Lines as text for a link: packed, in the letters of addresses. `undefined` if it would be too long. */
export async function packed(lines: Lines): Promise<string | undefined> {
  const stream = new Blob([JSON.stringify(lines)]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (bytes.length > LINK_LENGTH) return undefined;
  const text = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return text.length > LINK_LENGTH ? undefined : text;
}

/** The lines of a link; `undefined` if it holds none that can be read. The server checks their moves. */
export async function unpacked(text: string): Promise<Lines | undefined> {
  if (text.length > LINK_LENGTH) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const lines: unknown = JSON.parse(await read(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))));
    return isLines(lines) ? lines : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a stream, which may be no longer than `UNPACKED`. */
async function read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    length += value.length;
    if (length > UNPACKED) throw new RangeError('the lines of a link are too long');
    parts.push(value);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function isLines(value: unknown): value is Lines {
  return isObject(value) && Object.entries(value).every(([event, lines]) => /^\d{1,5}$/.test(event) && areLines(lines));
}

function areLines(value: unknown): value is Variation[] {
  return Array.isArray(value) && value.every(isLine);
}

function isLine(value: unknown): value is Variation {
  if (!isObject(value)) return false;
  const { moves, name, lines } = value;
  const named = name === undefined || (typeof name === 'string' && name.length <= LINE_NAME);
  return named && Array.isArray(moves) && (moves.length > 0 || Boolean(name)) && moves.every(isTried) && areLines(lines);
}

function isTried(value: unknown): value is Tried {
  return isObject(value) && Number.isInteger(value['seat']) && Array.isArray(value['plies']) && value['plies'].every((ply) => typeof ply === 'string');
}
