import { afterEach, expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { sprites } from '../src/lib/sprites.svelte';

afterEach(() => vi.unstubAllGlobals());

it('a sheet that arrives after the reader has gone back to the other palette is not shown', async () => {
  const arrive: (() => void)[] = [];
  vi.stubGlobal('fetch', (address: string) => new Promise((resolve) => arrive.push(() => resolve(new Response(address)))));
  const first = sprites.load('common.svg', 'normal');
  arrive[0]!();
  await first;
  const shown = sprites.markup;
  const other = sprites.load('common.svg', 'safe');
  await sprites.load('common.svg', 'normal');
  arrive[1]!();
  await other;
  expect(sprites.markup).toBe(shown);
  const again = sprites.load('common.svg', 'safe');
  arrive[2]!();
  await again;
  expect(sprites.markup).toContain('safe');
});
