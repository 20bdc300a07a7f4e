import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// The address and the preferences are read when the modules are imported.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { language: 'en' });
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});
/** What happens when the component is gone. */
let leave: () => void;
vi.mock('svelte', () => ({ onDestroy: (then: () => void) => (leave = then) }));

import { route } from '../src/lib/route.svelte';

const replaceState = vi.fn();
const pushState = vi.fn();

beforeEach(() => {
  vi.stubGlobal('history', { pushState, replaceState });
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => vi.clearAllMocks());

it('a component leads to another page', () => {
  const go = route.whileShown();
  go('/puzzle/toy/1', true);
  go('/t/t');
  expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/puzzle/toy/1');
  expect(pushState).toHaveBeenCalledExactlyOnceWith(null, '', '/t/t');
});

it('a component that the reader has left leads nowhere', () => {
  const go = route.whileShown();
  leave();
  go('/puzzle/toy/1', true);
  go('/t/t');
  expect(replaceState).not.toHaveBeenCalled();
  expect(pushState).not.toHaveBeenCalled();
});
