import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { prefs } from '../src/lib/prefs.svelte';
import { moveSound } from '../src/lib/sounds';

let played = 0;
let time = Date.now();

class FakeNode {
  readonly gain = { linearRampToValueAtTime: () => this.gain, exponentialRampToValueAtTime: () => this.gain };
  connect = (): this => this;
  start = (): number => played++;
  stop = (): void => undefined;
}

beforeEach(() => {
  played = 0;
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', class { state = 'running'; currentTime = 0; }); // prettier-ignore
  vi.stubGlobal('OscillatorNode', FakeNode);
  vi.stubGlobal('GainNode', FakeNode);
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('navigator', { language: 'en', userActivation: { hasBeenActive: true } });
  vi.setSystemTime((time += 10_000));
});

afterEach(() => {
  prefs.sounds = true;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a move is heard', () => {
  moveSound('place');
  expect(played).toBe(2);
});

it('moves in quick succession are one sound', () => {
  moveSound('move');
  moveSound('move');
  expect(played).toBe(2);
  vi.advanceTimersByTime(100);
  moveSound('move');
  expect(played).toBe(4);
});

it.each(['switched off', 'hidden page', 'untouched page'])('nothing is heard: %s', (why) => {
  if (why === 'switched off') prefs.sounds = false;
  if (why === 'hidden page') vi.stubGlobal('document', { hidden: true });
  if (why === 'untouched page') vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } });
  moveSound('place');
  expect(played).toBe(0);
});
