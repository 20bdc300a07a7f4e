/** Alerts of a table while its page is open: the tab's title and mark, a sound, a notification. */

import { alertPlayer, markTab } from './notifications';
import { prefs } from './prefs.svelte';
import type { TableModel } from './table/model.svelte';
import { say } from './texts.svelte';

/** Keep the tab's title and mark up to date, and alert the player when a turn begins. Call it while a component is made. */
export function watchTurns(model: TableModel, title: () => string): void {
  /** An own seat is to move. Players who share a device tell each other. */
  const onMove = () => {
    const { you, view, table } = model.sync;
    return you.some((seat) => view?.movers.includes(seat)) && !view?.result && !table?.open;
  };
  $effect(() => {
    const marked = onMove() && prefs.alerts.marker;
    document.title = `${marked ? `● ${say('your-turn')} – ` : ''}${title()} – Tablier`;
    markTab(marked);
    return () => markTab(false);
  });
  let before = onMove();
  $effect(() => {
    const now = onMove();
    if (now && !before) alertPlayer(model.id, title(), say('your-turn'));
    before = now;
  });
}
