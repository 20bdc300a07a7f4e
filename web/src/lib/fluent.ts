/** Fluent catalogues. */

import { FluentBundle, FluentNumber, FluentResource, FluentType, type FluentVariable, type Scope } from '@fluent/bundle';
import type { Lang } from './prefs.svelte';
import type { Message } from './protocol';

/** Turns a message into a sentence. A bare string is a key without arguments. */
export type Say = (message: Message | string | undefined) => string;

/** The name of a seat in the reader's language. */
export type NameOf = (seat: number) => string;

/** The reader, where a text names a seat: texts speak to them in the second person. */
export class You extends FluentType<string> {
  override toString(): string {
    return this.value;
  }
}

/** French `de` before a name: `d’Alice`, `de Bob`; what is the reader’s is `à vous`. */
function de(name: unknown): string {
  return name instanceof You ? `à ${name.value}` : deName(String(name));
}

function deName(name: string): string {
  const vowel = /^([aeiouhæœ]|y(?![aeiou]))/i.test(name.normalize('NFD'));
  return vowel ? `d’${name}` : `de ${name}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Functions that catalogues may call. */
const functions = {
  CAPITAL: ([text]: unknown[]) => capital(String(text)),
  DE: ([name]: unknown[]) => de(name),
  /** The English possessive: `your`, `Bob’s`. */
  OF: ([name]: unknown[]) => (name instanceof You ? 'your' : `${String(name)}’s`),
  /** The second form if the seat is the reader’s, else the third: `YOU($seat, "place", "places")`. */
  YOU: ([name, second = 'yes', third = 'no']: unknown[]) => String(name instanceof You ? second : third),
};

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

/**
 * Formats messages from the first catalogue that has the key. Arguments that are messages are formatted first. If `nameOf`
 * returns a `You` for a seat, sentences speak to the reader.
 */
export function speaker(bundles: readonly FluentBundle[], nameOf: (seat: number) => string | You): Say {
  /** Texts that name no seat never change. A board asks for the same hundreds at every ply. */
  const fixed = new Map<string, string>();
  return (message) => {
    if (message === undefined) return '';
    const asked = typeof message === 'string' ? message : JSON.stringify(message);
    const known = fixed.get(asked);
    if (known !== undefined) return known;
    let you: You | undefined;
    let changes = false;
    const name = (seat: number) => {
      changes = true;
      const found = nameOf(seat);
      if (found instanceof You) you = found;
      return found;
    };
    const formatted = ({ k: key, a: given = {} }: Message): string | You => {
      if (key === 'seat-name') return name(Number(given['n']));
      const pattern = bundles.find((b) => b.getMessage(key)?.value);
      if (!pattern) {
        changes = true; // a catalogue that is still loading may have it
        return key;
      }
      const args: Record<string, FluentVariable> = {};
      for (const [name, value] of Object.entries(given)) args[name] = typeof value === 'object' ? formatted(value) : variable(value);
      return pattern.formatPattern(pattern.getMessage(key)!.value!, args, []);
    };
    const text = String(formatted(typeof message === 'string' ? { k: message } : message));
    if (!changes) fixed.set(asked, text);
    return you ? withCapitals(text, you.value) : text;
  };
}

/** Sentences that begin with the reader begin with a capital. */
function withCapitals(text: string, you: string): string {
  return text.replace(new RegExp(`(?<=^|[.!?] )${you}`, 'g'), capital);
}
