import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exportFailure } from '../src/lib/local/backup';
import { Store } from '../src/lib/local/store';

type Row = { id: string; text: string; revision: number };

let rows: Map<string, Row>;
/** The connections, of which the last ones may be lost. */
let connections: { lost: boolean; onclose: () => void }[];
/** How many connections are lost as soon as they are used. */
let losses: number;

/** A request that succeeds after the code that made it. */
function request<T>(result: T, after: () => void = () => undefined): IDBRequest<T> {
  const made = { result } as { result: T; onsuccess?: () => void };
  queueMicrotask(() => {
    made.onsuccess?.();
    after();
  });
  return made as never;
}

function connected() {
  const connection = { lost: losses-- > 0, onclose: () => undefined, transaction };
  function transaction() {
    if (connection.lost) throw new DOMException('the connection is closing', 'InvalidStateError');
    const begun = {
      error: null,
      oncomplete: () => undefined,
      objectStore: () => ({
        get: (id: string) => request(rows.get(id), () => begun.oncomplete()),
        getAll: () => request([...rows.values()]),
        put: (row: Row) => rows.set(row.id, row),
        delete: (id: string) => request(rows.delete(id), () => begun.oncomplete()),
      }),
    };
    return begun;
  }
  connections.push(connection);
  return connection;
}

const factory = { open: () => request(connected()) } as unknown as IDBFactory;
let store: Store;

beforeEach(() => {
  rows = new Map();
  connections = [];
  losses = 0;
  store = new Store(factory);
});

describe('the tables of this device', () => {
  it('are stored over one connection', async () => {
    expect(await store.save('t', 'a', 1)).toBe('saved');
    expect(await store.save('t', 'b', 1)).toBe('stale');
    expect(await store.load('t')).toBe('a');
    await store.remove('t');
    expect(await store.loadAll()).toEqual([]);
    expect(connections).toHaveLength(1);
  });

  it('are stored over another connection once the browser has closed the first one', async () => {
    await store.save('t', 'a', 1);
    connections[0]!.onclose();
    expect(await store.save('t', 'b', 2)).toBe('saved');
    expect(connections).toHaveLength(2);
  });

  it('are stored over another connection if the first one turns out to be lost', async () => {
    await store.save('t', 'a', 1);
    connections[0]!.lost = true;
    expect(await store.save('t', 'b', 2)).toBe('saved');
    connections[1]!.lost = true;
    expect(await store.load('t')).toBe('b');
    connections[2]!.lost = true;
    await store.remove('t');
    expect(await store.loadAll()).toEqual([]);
  });

  it('cannot be stored while each connection is lost, and can be later', async () => {
    losses = 2;
    expect(await store.save('t', 'a', 1)).toBe('failed');
    expect(await store.save('t', 'a', 1)).toBe('saved');
  });
});

describe('an export of the games of this device', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('says that there are none only if the storage could be read', async () => {
    vi.stubGlobal('indexedDB', factory);
    expect(await exportFailure()).toBe('export-none');
    vi.stubGlobal('indexedDB', undefined);
    expect(await exportFailure()).toBe('host-storage');
  });
});
