/** The tables of this device, in IndexedDB. */

const NAME = 'tablier';
const TABLES = 'tables';

export interface Stored {
  id: string;
  /** The table as JSON, which only the host reads. */
  text: string;
}

interface Row extends Stored {
  /** How often the table was stored. */
  revision: number;
}

export type Outcome = 'saved' | 'stale' | 'full' | 'failed';

export class Store {
  readonly #factory: IDBFactory;
  #database: Promise<IDBDatabase> | undefined;

  constructor(factory: IDBFactory = indexedDB) {
    this.#factory = factory;
  }

  async load(id: string): Promise<string | undefined> {
    const row = await this.#read((tables) => tables.get(id) as IDBRequest<Row | undefined>);
    return row?.text;
  }

  loadAll(): Promise<Stored[]> {
    return this.#read((tables) => tables.getAll() as IDBRequest<Row[]>);
  }

  /** Store a table durably, unless another tab has stored this revision or a later one. */
  save(id: string, text: string, revision: number): Promise<Outcome> {
    return this.#write(id, text, revision).catch(() => 'failed');
  }

  async #write(id: string, text: string, revision: number): Promise<Outcome> {
    const transaction = await this.#begin('readwrite', { durability: 'strict' });
    const tables = transaction.objectStore(TABLES);
    let outcome: Outcome = 'saved';
    const known = tables.get(id) as IDBRequest<Row | undefined>;
    known.onsuccess = () => {
      if ((known.result?.revision ?? 0) === revision - 1) tables.put({ id, text, revision } satisfies Row);
      else outcome = 'stale';
    };
    return new Promise((resolve) => {
      transaction.oncomplete = () => resolve(outcome);
      transaction.onabort = () => resolve(transaction.error?.name === 'QuotaExceededError' ? 'full' : 'failed');
    });
  }

  async remove(id: string): Promise<void> {
    const transaction = await this.#begin('readwrite');
    transaction.objectStore(TABLES).delete(id);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    });
  }

  async #read<T>(ask: (tables: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return promised(ask((await this.#begin('readonly')).objectStore(TABLES)));
  }

  /** Begin a transaction. A browser may close a database at any time, mostly in the background; it is opened again then. */
  async #begin(mode: IDBTransactionMode, options?: IDBTransactionOptions): Promise<IDBTransaction> {
    try {
      return (await this.#opened()).transaction(TABLES, mode, options);
    } catch {
      this.#database = undefined;
      return (await this.#opened()).transaction(TABLES, mode, options);
    }
  }

  #opened(): Promise<IDBDatabase> {
    return (this.#database ??= this.#open());
  }

  async #open(): Promise<IDBDatabase> {
    const request = this.#factory.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: 'id' });
    const database = await promised(request);
    database.onclose = () => (this.#database = undefined);
    return database;
  }
}

function promised<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('failed'));
  });
}
