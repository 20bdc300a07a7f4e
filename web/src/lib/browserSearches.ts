/** Searches of this browser for questions to a server: it orders them, and makes an answer of what they find. */

import type { Searched } from './local/search/study';
import type { Studied, StudyOrder } from './protocol';

/** How long a question waits for the files, in milliseconds; then the server searches once more itself. */
const PATIENCE = 1500;
/** Decimals of win shares that are sent. */
const DECIMALS = 6;

type Study = (order: StudyOrder) => Promise<Studied['found']>;

interface Workers {
  study: Study;
  close(): void;
}

export class BrowserSearches {
  readonly #load: (folder: string, game: string) => Promise<Workers>;
  #folder = '';
  #closed = false;
  #workers: Promise<Workers | undefined> | undefined;

  constructor(load = loaded) {
    this.#load = load;
  }

  /** Whether the searches of a question about a game can run here. The first question loads what they need from a folder; without one there is nothing. */
  async offer(folder: string, game: string): Promise<boolean> {
    if (!folder || this.#closed) return false;
    if (folder !== this.#folder) this.#end();
    this.#folder = folder;
    this.#workers ??= this.#load(folder, game).catch(() => undefined); // never tried again
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
    return (await Promise.race([this.#workers, late])) !== undefined;
  }

  /** The answer to an order. If the search fails, the server searches from now on. */
  async run(order: StudyOrder): Promise<Studied> {
    const { number = 0 } = order;
    try {
      const found = await (await this.#workers)?.study(order);
      return { type: 'studied', number, found: found ?? null };
    } catch {
      this.#end();
      this.#workers = Promise.resolve(undefined);
      return { type: 'studied', number, found: null };
    }
  }

  /** End the workers, also those that are still loading, for good. */
  close(): void {
    this.#closed = true;
    this.#end();
  }

  #end(): void {
    void this.#workers?.then((workers) => workers?.close());
    this.#workers = undefined;
  }
}

async function loaded(folder: string, game: string): Promise<Workers> {
  const [{ Searcher }, { studied }] = await Promise.all([import('./local/search/searcher'), import('./local/questions')]);
  const searcher = new Searcher(folder);
  await searcher.load(game);
  return { study: async (order) => short(await studied(searcher, order)), close: () => searcher.close() };
}

/** A result as it is sent: a message has 16 KiB at most. */
function short({ iterations, proved, moves }: Searched): Searched {
  const rounded = moves.map((move) => ({ ...move, values: move.values.map((value) => Number(value.toFixed(DECIMALS))) }));
  return { iterations, proved, moves: rounded };
}
