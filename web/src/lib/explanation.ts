/** Elements with an explanation have the attribute `data-about`: the title, then a line for each sentence. */

import type { Say } from './fluent';
import type { Message } from './protocol';

/** The value of `data-about`. Sentences that several pieces share come once. */
export function explanation(say: Say, title: string, about: readonly (Message | null | undefined)[]): string {
  return [...new Set([title, ...about.flatMap((one) => (one ? [say(one)] : []))])].join('\n');
}
