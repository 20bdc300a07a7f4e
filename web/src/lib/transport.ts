/** Where requests and lines of tables go: to a server, or to this device where the page has none. */

import { fileAddress, local } from './addresses';
import { Connection } from './connection';
import type { Line, Listener } from './line';

/** What a static site has as files, at the same addresses as a server. */
const FILES = /^\/(?:api\/(?:art|texts)|rules)\//;

/** Answer a request as `fetch` does. */
export async function send(address: string, request: { method: string; body?: string | Blob }): Promise<Response> {
  if (!local || FILES.test(address)) {
    const json = typeof request.body === 'string' ? { headers: { 'content-type': 'application/json' } } : {};
    return fetch(fileAddress(address), { ...request, ...json });
  }
  if (address === '/api/games') return fetch(fileAddress('/local/games.json')); // before the host has started
  const { body = '' } = request;
  const { host } = await import('./local/host.svelte');
  return host.request(request.method, address, typeof body === 'string' ? body : await body.text());
}

/** Opens the line of a table. */
export async function opener(): Promise<(table: string, listener: Listener) => Line> {
  if (!local) return (table, listener) => new Connection(table, listener);
  const { LocalLine } = await import('./local/localLine');
  return (table, listener) => new LocalLine(table, listener);
}
