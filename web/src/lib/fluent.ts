/** Fluent catalogues. */

import { FluentBundle, FluentNumber, FluentResource, type FluentVariable, type Scope } from '@fluent/bundle';
import type { Lang } from './prefs.svelte';
import type { Message } from './protocol';

/** Turns a message into a sentence. A bare string is a key without arguments. */
export type Say = (message: Message | string | undefined) => string;

/** The name of a seat in the reader's language. */
export type NameOf = (seat: number) => string;

/** French `de` before a name: `d’Alice`, `de Bob`. */
function de(name: string): string {
  const vowel = /^([aeiouhæœ]|y(?![aeiou]))/i.test(name.normalize('NFD'));
  return vowel ? `d’${name}` : `de ${name}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Functions that catalogues may call. */
const functions = { DE: ([name]: unknown[]) => de(String(name)), CAPITAL: ([text]: unknown[]) => capital(String(text)) };

export function catalogue(lang: Lang, source: string): FluentBundle {
  // No isolation marks around arguments: both languages are written from left to right.
  const made = new FluentBundle(lang, { useIsolating: false, functions });
  made.addResource(new FluentResource(source));
  return made;
}

/** A number with a real minus sign. */
export function signed(n: number): string {
  return String(n).replace('-', '−');
}

class SignedNumber extends FluentNumber {
  override toString(scope: Scope): string {
    return super.toString(scope).replace('-', '−');
  }
}

function variable(value: string | number): FluentVariable {
  return typeof value === 'number' ? new SignedNumber(value) : value;
}

/** Formats messages from the first catalogue that has the key. Arguments that are messages are formatted first. */
export function speaker(bundles: readonly FluentBundle[], nameOf: NameOf): Say {
  const say: Say = (message) => {
    if (message === undefined) return '';
    const { k: key, a: given = {} } = typeof message === 'string' ? { k: message } : message;
    if (key === 'seat-name') return nameOf(Number(given['n']));
    const pattern = bundles.find((b) => b.getMessage(key)?.value);
    if (!pattern) return key;
    const args: Record<string, FluentVariable> = {};
    for (const [name, value] of Object.entries(given)) args[name] = typeof value === 'object' ? say(value) : variable(value);
    return pattern.formatPattern(pattern.getMessage(key)!.value!, args, []);
  };
  return say;
}
