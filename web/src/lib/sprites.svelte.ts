/** Sprite sheets, fetched once and inlined, so that seat colours apply to their symbols. */

import { getText } from './http';

class Sprites {
  #sheets = $state.raw<Record<string, string>>({});

  /** The markup of all sheets loaded so far, which are the server's own files. */
  readonly markup = $derived(Object.values(this.#sheets).join('\n'));

  async load(address: string): Promise<void> {
    if (this.#sheets[address] !== undefined) return;
    const sheet = await getText(address);
    this.#sheets = { ...this.#sheets, [address]: sheet };
  }
}

export const sprites = new Sprites();
