/** Saved games as files, straight from the storage: this works while the host does not. */

import { download } from '../download';
import { Store, type Stored } from './store';

/** Is this a file that `exportGames` has saved? */
export const isExport = (text: string): boolean => /^\s*\{\s*"tables"\s*:/.test(text);

/** Save all games of this device to a file; of one game with its id. Gives their number. */
async function exportGames(id?: string, store = new Store()): Promise<number> {
  const found = (await store.loadAll()).filter((table) => id === undefined || table.id === id);
  const tables = found.map(({ id, text }: Stored) => ({ id, text }));
  if (tables.length) download(new Blob([JSON.stringify({ tables })], { type: 'application/json' }), `tablier-${id ?? 'games'}.json`);
  return tables.length;
}

/** Save them, and give the text that says why there is no file. */
export const exportFailure = (id?: string) => exportGames(id).then((count) => (count ? '' : 'export-none'), () => 'host-storage');
