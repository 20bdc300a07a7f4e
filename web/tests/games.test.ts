import { expect, it, vi } from 'vitest';
import { games } from '../src/lib/http';

it('fetches the games until all are ready, then never again', async () => {
  const answers = [false, true];
  const fetch = vi.fn(() => Promise.resolve(new Response(JSON.stringify([{ ready: answers.shift() ?? true }]))));
  vi.stubGlobal('fetch', fetch);
  await Promise.all([games(), games()]);
  expect(fetch).toHaveBeenCalledTimes(1);
  await games();
  expect(fetch).toHaveBeenCalledTimes(2);
  await Promise.all([games(), games(), games()]);
  expect(fetch).toHaveBeenCalledTimes(2);
});
