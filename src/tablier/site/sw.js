/**
 * The service worker of a site: everything is cached at the first visit, and comes from there afterwards.
 *
 * An update fills a cache of its own. The browser takes it when no page of the old version is open any more, so that a game in
 * progress keeps the files that it began with.
 */

const VERSION = '__VERSION__';
/** The folder of the site. */
const BASE = new URL('./', location.href).pathname;
const PREFIX = `tablier-${BASE}-`; // a host may have sites in several folders
const CACHE = PREFIX + VERSION;
const AT_ONCE = 6;
const ART = `${BASE}api/art/`;
const SAFE = `${ART}safe/`;
/** The colours of the second palette, each under the one whose place it takes. */
const SAFE_COLOURS = __SAFE_COLOURS__;
const HASH = 'x-integrity';

/** The address of a file; that of `index.html` is its folder: some hosts redirect its name. */
function address(path) {
  return BASE + path.replace(/(^|\/)index\.html$/, '$1');
}

/** Cache all files of this version; those that an earlier attempt or the version before has are not loaded again. */
async function fill() {
  const manifest = await (await fetch(`${BASE}local/manifest.json`, { cache: 'no-cache' })).json();
  if (manifest.version !== VERSION) throw new Error('the site is changing; the next visit tries again');
  const cache = await caches.open(CACHE);
  const waiting = [...manifest.files];
  const load = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const at = address(file.path);
      const known = await caches.match(at);
      const fresh = known?.headers.get(HASH) === file.integrity ? known : await download(file);
      await cache.put(at, fresh);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, load));
}

async function download({ path, integrity }) {
  const response = await fetch(address(path), { cache: 'no-cache', integrity });
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  const headers = { 'Content-Type': response.headers.get('Content-Type') ?? 'application/octet-stream', [HASH]: integrity };
  return new Response(await response.blob(), { headers }); // not marked as redirected
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

/** A drawing in the second palette: made here, it need not be loaded and can be had offline. */
async function recoloured(drawing) {
  const text = (await drawing.text()).replace(/#[0-9A-Fa-f]{6}\b/g, (colour) => SAFE_COLOURS[colour.toUpperCase()] ?? colour);
  return new Response(text, { headers: drawing.headers });
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const path = new URL(request.url).pathname;
  const found = await cache.match(path.replace(/\/index\.html$/, '/'));
  if (found) return found;
  if (await cache.match(`${path}/`)) return Response.redirect(`${path}/`); // links are relative to the folder
  const drawing = path.startsWith(SAFE) && (await cache.match(ART + path.slice(SAFE.length)));
  return drawing ? recoloured(drawing) : fetch(request);
}

addEventListener('install', (event) => event.waitUntil(fill()));
addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});
