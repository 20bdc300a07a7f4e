/** Changes to pieces, and their places on the board. */

import { LIFT } from './constants';
import type { Piece, Stage, Step } from './protocol';

/** The radius of a spot that tells none, in units of the board. */
export const HIT = 44;

export function changed(pieces: readonly Piece[], { put = [], drop = [] }: Pick<Step, 'put' | 'drop'>): Piece[] {
  const now = new Map(pieces.map((p) => [p.id, p]));
  for (const id of drop) now.delete(id);
  for (const piece of put) now.set(piece.id, piece);
  return [...now.values()];
}

/** CRC-32 of a text's UTF-8 bytes. */
function crc32(text: string): number {
  let crc = -1;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Do these pieces match the server's checksum? */
export function agrees(pieces: readonly Piece[], check: string): boolean {
  const ids = pieces.map((p) => p.id).toSorted();
  return crc32(ids.join('\n')) === parseInt(check, 16);
}

export interface Pose {
  x: number;
  y: number;
  turn: number;
  w: number;
  h: number;
}

/** The place of a piece or a flash, or `undefined` if it is not on the board. A stretched piece spans its two spots. */
export function pose(stage: Stage, piece: Pick<Piece, 'sprite' | 'at' | 'to' | 'turn' | 'up'>): Pose | undefined {
  const sprite = stage.sprites[piece.sprite];
  const spot = stage.spots[piece.at];
  if (!sprite || !spot) return undefined;
  const [x, y] = spot.at;
  const end = piece.to ? stage.spots[piece.to] : undefined;
  if (!end) return { x, y: y - (piece.up ?? 0) * sprite.h * LIFT, turn: piece.turn ?? 0, w: sprite.w, h: sprite.h };
  const [dx, dy] = [end.at[0] - x, end.at[1] - y];
  return { x: x + dx / 2, y: y + dy / 2, turn: (Math.atan2(dy, dx) * 180) / Math.PI, w: Math.hypot(dx, dy), h: sprite.h };
}
