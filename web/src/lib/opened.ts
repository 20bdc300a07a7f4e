/** Go to a table that was made from a file, a diagram or a puzzle, with the lines that came with it. */

import type { Opened } from './http';
import { rememberLines } from './prefs.svelte';

/** The part of an address that opens the analysis board, with the list of its lines if there are any. */
export const ANALYSIS = '#analysis';

export function show(go: (path: string) => void, { id, lines }: Opened, analysis = Object.keys(lines).length > 0): void {
  rememberLines(id, lines);
  go(`/t/${id}${analysis ? ANALYSIS : ''}`);
}
