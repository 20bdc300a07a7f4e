/** Sites start without a network: a service worker keeps their files. */

/** Let the service worker of this site cache its files, once the page is shown. */
export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const start = () => void register().catch((error: unknown) => console.warn('not available offline:', error)); // private windows refuse
  if (document.readyState === 'complete') start();
  else addEventListener('load', start);
}
