/** The requests of a component, and why the last one failed. */

import { reasonOf } from './http';
import type { Message } from './protocol';

export class Attempts {
  error = $state.raw<Message>();

  async make(action: () => Promise<unknown>): Promise<void> {
    this.error = undefined;
    try {
      await action();
    } catch (problem) {
      this.error = reasonOf(problem);
    }
  }
}
