import { LINE_TIMES, prefs } from '../prefs.svelte';
import type { TableModel } from './model.svelte';

/** The shortest time for which a move is shown, in milliseconds. */
const SHORTEST = 300;

/** Show the game from its first position, move by move, until the reader looks elsewhere. */
export async function replay(model: TableModel): Promise<void> {
  for (let move = 0; move <= model.sync.moves.length; move++) {
    await model.lookAtMove(move);
    await new Promise((resolve) => setTimeout(resolve, Math.max(SHORTEST, LINE_TIMES[prefs.speed])));
    if (model.display.move !== move) return;
  }
}
