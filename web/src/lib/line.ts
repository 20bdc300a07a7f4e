/** What a table asks of the other end, which is a server or this device. */

import type { AnswerOf, Question, Submission, WithoutKey, WithoutNumber } from './exchange';
import type { Ack, ServerMessage } from './protocol';

export type Missing = 'missing' | 'private' | 'broken';

export interface Listener {
  /** The last known event, sent with `hello`. */
  since(): number;
  /** The own seat whose secrets are shown, if several players share this browser. */
  seat?(): number | undefined;
  news(message: Exclude<ServerMessage, { type: 'pong' }>): void;
  online(yes: boolean): void;
  /** There is no such table, it is private, or it cannot be read. */
  missing(why: Missing): void;
}

export interface Line {
  /** Does the other end search: for hints, on the analysis board, for reviews? */
  readonly searches: boolean;
  close(): void;
  /** Ask for everything after the last known event. */
  hello(): void;
  ask<T extends Question['type']>(question: WithoutNumber<Extract<Question, { type: T }>>): Promise<AnswerOf<T>>;
  /** Play, resign, vote and so on. Idempotent for equal keys. */
  submit(submission: WithoutKey<Submission>, key?: string): Promise<Ack>;
}

/** The first message of a page at a table. */
export function helloOf(listener: Listener): { type: 'hello'; since: number; seat?: number } {
  const seat = listener.seat?.();
  return { type: 'hello', since: listener.since(), ...(seat === undefined ? {} : { seat }) };
}
