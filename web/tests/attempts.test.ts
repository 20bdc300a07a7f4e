import { expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { Attempts } from '../src/lib/attempts.svelte';
import { Refusal } from '../src/lib/http';

it('an attempt leaves the reason why it failed, until the next one', async () => {
  const attempts = new Attempts();
  await attempts.make(() => Promise.reject(new Refusal(409, 'late', { k: 'x' })));
  expect(attempts.error).toEqual({ k: 'x' });
  await attempts.make(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(attempts.error).toEqual({ k: 'error-unreachable' });
  await attempts.make(() => Promise.resolve());
  expect(attempts.error).toBeUndefined();
});
