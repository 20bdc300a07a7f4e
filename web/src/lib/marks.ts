/** The marks of places that may be touched, as path data. */

import type { Spot } from './protocol';
import { HIT } from './scene';

/** The radius of a place that holds several pieces and a sign. */
const LARGE = 80;

export const isLarge = (r: number): boolean => r > LARGE;

/** Part of a circle, as path data. Angles are in degrees, clockwise from the right. */
function arc(r: number, from: number, to: number): string {
  const at = (angle: number) => [Math.cos, Math.sin].map((f) => (r * f((angle * Math.PI) / 180)).toFixed(1)).join(' ');
  return `M${at(from)}A${r} ${r} 0 0 1 ${at(to)}`;
}

/**
 * A mark is a ring around a round place, small on squares and on places that overlap. On a large place it is only its sides: signs stay legible.
 * Where a touch only begins a ply, the mark is an arc at the top.
 */
export function mark({ hit: r = HIT, shape, quiet }: Spot, begins: boolean): string {
  if (isLarge(r)) return (begins ? [-90] : [10, 170]).map((middle) => arc(r + 9, middle - 30, middle + 30)).join('');
  const small = begins ? 27 : 15;
  const ring = shape === 'square' || quiet ? small : r - 3;
  return (begins ? [-180] : [-180, 0]).map((from) => arc(ring, from, from + 180)).join('');
}
