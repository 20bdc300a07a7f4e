/** Short, quiet sounds of the table, synthesised. Browsers stay silent until the page has been touched. */

import { prefs } from './prefs.svelte';

/** A note: pitch in hertz, start and length in seconds, loudness from 0 to 1. */
type Note = readonly [pitch: number, at: number, length: number, gain: number];

const SOUNDS = {
  place: [
    [196, 0, 0.09, 0.14],
    [392, 0, 0.03, 0.05],
  ],
  move: [
    [262, 0, 0.07, 0.08],
    [330, 0.06, 0.09, 0.08],
  ],
  take: [
    [523, 0, 0.09, 0.07],
    [392, 0.08, 0.14, 0.07],
  ],
  dice: [
    [920, 0, 0.025, 0.05],
    [1180, 0.06, 0.025, 0.05],
    [840, 0.13, 0.025, 0.05],
    [1040, 0.22, 0.03, 0.05],
  ],
  turn: [
    [659, 0, 0.5, 0.12],
    [880, 0.14, 0.5, 0.12],
  ],
  end: [
    [523, 0, 0.3, 0.09],
    [659, 0.14, 0.3, 0.09],
    [784, 0.28, 0.6, 0.09],
  ],
} as const satisfies Record<string, readonly Note[]>;
export type Sound = keyof typeof SOUNDS;

/** The shortest time between two sounds of moves, in milliseconds: a fast replay is no drum roll. */
const GAP = 90;

let audio: AudioContext | undefined;
let last = 0;

/** Play a sound, whatever the settings say. */
export async function sound(name: Sound): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') await audio.resume();
  for (const [pitch, begin, length, gain] of SOUNDS[name]) {
    const at = audio.currentTime + begin;
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.linearRampToValueAtTime(gain, at + Math.min(0.02, length / 3)).exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/** Play the sound of a move, if the player wants sounds and looks at the page. */
export function moveSound(name: Sound): void {
  const now = Date.now();
  if (!prefs.sounds || now - last < GAP || !navigator.userActivation?.hasBeenActive || document.hidden) return;
  last = now;
  void sound(name);
}
