/** Sprite sheets, fetched once and inlined, so that seat colours apply to their symbols. */

import { drawing } from './http';
import type { Palette } from './prefs.svelte';

class Sprites {
  /** The palette in which each sheet was asked for last. */
  readonly #wanted: Record<string, Palette> = {};
  #sheets = $state.raw<Record<string, { palette: Palette; markup: string }>>({});

  /** The markup of all sheets loaded so far, which are the server's own files. */
  readonly markup = $derived(
    Object.values(this.#sheets)
      .map((sheet) => sheet.markup)
      .join('\n'),
  );

  /** Load a sheet in a palette, in place of the same sheet in another. */
  async load(name: string, palette: Palette): Promise<void> {
    this.#wanted[name] = palette;
    if (this.#sheets[name]?.palette === palette) return;
    const markup = await drawing(name, palette);
    if (this.#wanted[name] === palette) this.#sheets = { ...this.#sheets, [name]: { palette, markup } };
  }
}

export const sprites = new Sprites();
