/** What the service worker of a site answers without a network: `node worker.mjs SITE PATH...` prints the texts as JSON. */

import { readFileSync } from 'node:fs';

const [site, ...paths] = process.argv.slice(2);
const BASE = '/folder/';
const listed = new Set(JSON.parse(readFileSync(`${site}/local/manifest.json`, 'utf8')).files.map((file) => BASE + file.path));
const match = (address) => (listed.has(address) ? new Response(readFileSync(`${site}/${address.slice(BASE.length)}`)) : undefined);
const listeners = {};

Object.assign(globalThis, {
  location: new URL(`https://tables.test${BASE}sw.js`),
  caches: { open: () => Promise.resolve({ match: (address) => Promise.resolve(match(address)) }) },
  fetch: (request) => Promise.reject(new Error(`${request.url} was asked for offline`)),
  addEventListener: (type, listener) => (listeners[type] = listener),
});
(0, eval)(readFileSync(`${site}/sw.js`, 'utf8'));

const answer = (path) =>
  new Promise((respondWith) => listeners.fetch({ request: new Request(new URL(path, location)), respondWith }));
const texts = [];
for (const path of paths) texts.push(await (await answer(path)).text());
console.log(JSON.stringify(texts));
