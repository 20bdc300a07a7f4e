/** The player's own side of the chat: the line being written, and lines on their way to the server. */

import { newKey, RefusedError } from '../exchange';
import { readUnsent, rememberUnsent, type ChatDraft } from '../prefs.svelte';
import type { Message } from '../protocol';
import type { Sync } from './sync.svelte';

export class Chat {
  /** The line being written. */
  draft = $state('');
  /** Lines that the server does not have yet. After a reload they are submitted again, with the same keys. */
  unsent = $state.raw<readonly ChatDraft[]>([]);
  /** Why the server refused the last line. */
  refused = $state.raw<Message>();
  readonly #sync: Sync;

  constructor(sync: Sync) {
    this.#sync = sync;
    for (const line of readUnsent(sync.id)) void this.#submit(line);
  }

  /** Send the line that has been written. If it is refused, it can be mended. */
  send(): void {
    const text = this.draft;
    if (!text.trim()) return;
    this.draft = '';
    this.refused = undefined;
    const { as, mover, you } = this.#sync;
    void this.#submit({ seat: as ?? mover ?? you[0] ?? -1, text, key: newKey() });
  }

  async #submit(line: ChatDraft): Promise<void> {
    this.#keep([...this.unsent, line]);
    try {
      await this.#sync.line.submit({ type: 'chat', seat: line.seat, text: line.text }, line.key);
    } catch (problem) {
      if (!(problem instanceof RefusedError)) throw problem;
      this.refused = problem.answer.say;
      this.draft ||= line.text;
    }
    this.#keep(this.unsent.filter((other) => other !== line));
  }

  #keep(lines: readonly ChatDraft[]): void {
    this.unsent = lines;
    rememberUnsent(this.#sync.id, lines);
  }
}
