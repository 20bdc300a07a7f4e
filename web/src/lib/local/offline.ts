/** Sites start without a network: a service worker keeps their files. */

import { host } from './host.svelte';

/** Let the service worker of this site cache its files, once the host has started: until then it would compete with it. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await host.settled;
  await navigator.serviceWorker.register('./sw.js', { updateViaCache: 'none' }).catch((error: unknown) => console.warn('not available offline:', error)); // private windows refuse
}
