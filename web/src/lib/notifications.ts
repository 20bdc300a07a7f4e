/** Alerts that it is the player's turn: a sound, a notification, a mark on the tab. None reveals anything else about the game. */

import plain from '../icon.svg';
import marked from '../icon-turn.svg';
import { prefs } from './prefs.svelte';
import { moveSound, sound } from './sounds';

/** Time without input after which the player counts as away, in milliseconds. */
const IDLE = 10_000;
let touched = Date.now();
for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => (touched = Date.now()), { passive: true });

const away = () => document.hidden || !document.hasFocus() || Date.now() - touched > IDLE;

export const canNotify = () => 'Notification' in globalThis && isSecureContext;

/** Alert the player; one who is looking at the page hears it with the moves. Each table has one notification at most. */
export function alertPlayer(table: string, title: string, words: string): void {
  if (!away()) return moveSound('turn');
  if (prefs.alerts.sound && navigator.userActivation?.hasBeenActive !== false) void sound('turn');
  if (prefs.alerts.notify && canNotify() && Notification.permission === 'granted') notify(table, title, words);
}

/** Show a notification. Tells whether it was shown: many phones grant the permission and still refuse. */
export function notify(tag: string, title: string, words: string): boolean {
  try {
    const shown = new Notification(title, { body: words, tag });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
    return true;
  } catch {
    return false;
  }
}

/** Mark the tab's icon, or clear the mark. */
export function markTab(on: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = on ? marked : plain;
}
