/** Alerts that it is the player's turn: a sound, a notification, a mark on the tab. None reveals anything else about the game. */

import plain from '../icon.svg';
import marked from '../icon-turn.svg';
import { prefs } from './prefs.svelte';

/** Time without input after which the player counts as away, in milliseconds. */
const IDLE = 10_000;
/** Frequency in hertz and start in seconds. */
const notes = [
  [659, 0],
  [880, 0.14],
] as const;

let touched = Date.now();
for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => (touched = Date.now()), { passive: true });

const away = () => document.hidden || !document.hasFocus() || Date.now() - touched > IDLE;

export const canNotify = () => 'Notification' in globalThis && isSecureContext;

let audio: AudioContext | undefined;

/** Play two soft notes. Browsers stay silent until the page has been touched. */
export async function chime(): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') await audio.resume();
  for (const [pitch, begin] of notes) {
    const at = audio.currentTime + begin;
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0.12, at + 0.02).exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  }
}

/** Alert the player, unless they are looking at the page. Each table has one notification at most. */
export function alertPlayer(table: string, title: string, words: string): void {
  if (!away()) return;
  if (prefs.alerts.sound && navigator.userActivation?.hasBeenActive !== false) void chime();
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
