/** What explains itself carries the attribute `data-about`: a title, and the sentences below it, a line each. */

import type { Say } from './fluent';
import type { Message } from './protocol';

/** The value of `data-about`. Sentences that several pieces share come once. */
export function explanation(say: Say, title: string, about: readonly (Message | null | undefined)[]): string {
  return [...new Set([title, ...about.flatMap((one) => (one ? [say(one)] : []))])].join('\n');
}
