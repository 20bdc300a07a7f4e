/** What players ask of the server and of each other besides moves. Each tells whether it was carried out. */

import { nameSeat, reasonOf } from '../http';
import { prefs } from '../prefs.svelte';
import type { Sync } from './sync.svelte';

export class Commands {
  readonly #sync: Sync;
  /** The last turn is being taken back without asking others. */
  readonly #recall: () => void;

  constructor(sync: Sync, recall: () => void) {
    this.#sync = sync;
    this.#recall = recall;
  }

  get #line() {
    return this.#sync.line;
  }

  resign(seat: number): Promise<boolean> {
    return this.#sync.attempt(() => this.#line.submit({ type: 'resign', seat }));
  }

  /** Take the last submission back, or ask the others to allow it. */
  takeBack(): Promise<boolean> {
    const { seat = -1, free } = this.#sync.actions.takebacks?.[0] ?? {};
    if (free) this.#recall();
    return this.#sync.attempt(() => this.#line.submit({ type: 'undo', seat }));
  }

  /** Answer a takeback request, for the first own seat that is asked. */
  answer(agree: boolean): Promise<boolean> {
    const { request } = this.#sync.actions;
    const seat = this.#sync.you.find((own) => request?.waits.includes(own)) ?? -1;
    return this.#sync.attempt(() => this.#line.submit({ type: 'answer', seat, agree, asked: request?.asked ?? 0 }));
  }

  /** Withdraw the own takeback request. */
  withdraw(): Promise<boolean> {
    const { seat = -1, asked = 0 } = this.#sync.actions.request ?? {};
    return this.#sync.attempt(() => this.#line.submit({ type: 'withdraw', seat, asked }));
  }

  /** Vote that the computer plays for an absent player. */
  vote(absent: number): Promise<boolean> {
    return this.#sync.attempt(() => this.#line.submit({ type: 'vote', seat: this.#sync.you[0] ?? -1, absent }));
  }

  /** Take the own seats back from the computer. */
  comeBack(): Promise<boolean> {
    const lost = this.#sync.actions.lost ?? [];
    return this.#sync.attempt(() => Promise.all(lost.map((seat) => this.#line.submit({ type: 'return', seat }))));
  }

  rematch(): Promise<boolean> {
    return this.#sync.attempt(() => Promise.all(this.#sync.you.map((seat) => this.#line.submit({ type: 'rematch', seat }))));
  }

  /** Name an own seat. The first one is the reader's: the browser proposes its name at other tables, too. */
  async rename(seat: number, name: string): Promise<void> {
    if (seat === this.#sync.you[0]) prefs.name = name;
    try {
      await nameSeat(this.#sync.id, seat, name.trim());
    } catch (problem) {
      this.#sync.reason = { say: reasonOf(problem) };
    }
  }
}
