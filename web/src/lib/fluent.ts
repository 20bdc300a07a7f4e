/** Reading Fluent catalogues. */

import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import type { Lang } from './prefs.svelte';
import type { Message } from './protocol';

/** Turns a message into a sentence. A bare string is a key without arguments. */
export type Say = (message: Message | string | undefined) => string;

/** Who sits at a seat, in the reader's words. */
export type NameOf = (seat: number) => string;

export function catalogue(lang: Lang, source: string): FluentBundle {
  // Isolation marks would surround every argument; both languages are written from left to right.
  const made = new FluentBundle(lang, { useIsolating: false });
  made.addResource(new FluentResource(source));
  return made;
}

/** A reader of catalogues: the first one that has the key speaks. Arguments that are messages are resolved first. */
export function speaker(bundles: readonly FluentBundle[], nameOf: NameOf): Say {
  const say: Say = (message) => {
    if (message === undefined) return '';
    const { k: key, a: given = {} } = typeof message === 'string' ? { k: message } : message;
    if (key === 'seat-name') return nameOf(Number(given['n']));
    const pattern = bundles.find((b) => b.getMessage(key)?.value);
    if (!pattern) return key;
    const args: Record<string, FluentVariable> = {};
    for (const [name, value] of Object.entries(given)) args[name] = typeof value === 'object' ? say(value) : value;
    return pattern.formatPattern(pattern.getMessage(key)!.value!, args, []);
  };
  return say;
}
