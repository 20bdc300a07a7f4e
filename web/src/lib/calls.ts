/** Calling a player whose turn it is: a sound, a notification, a mark on the tab. None says more than whose turn it is. */

import plain from '../icon.svg';
import marked from '../icon-turn.svg';
import { prefs } from './prefs.svelte';

/** Whoever has touched nothing for so long, in milliseconds, may look elsewhere. */
const IDLE = 10_000;
/** Two soft notes: frequency in hertz, and when they begin, in seconds. */
const notes = [
  [659, 0],
  [880, 0.14],
] as const;

let touched = Date.now();
for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => (touched = Date.now()), { passive: true });

const away = () => document.hidden || !document.hasFocus() || Date.now() - touched > IDLE;

export const canNotify = () => 'Notification' in globalThis && isSecureContext;

let audio: AudioContext | undefined;

/** Two notes. Browsers keep silent until the reader has touched the page. */
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

/** It is the reader's turn now: call, unless they are looking. `table` keeps one notification a table. */
export function call(table: string, title: string, words: string): void {
  if (!away()) return;
  if (prefs.calls.sound && navigator.userActivation?.hasBeenActive !== false) void chime();
  if (prefs.calls.notify && canNotify() && Notification.permission === 'granted') notify(table, title, words);
}

/** Show a notification. Tells whether it was: on many phones pages may show none, though they may ask whether they may. */
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

/** The tab's icon, with or without a mark. */
export function mark(on: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = on ? marked : plain;
}
