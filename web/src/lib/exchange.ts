/** Greetings, questions and submissions that wait for their answers; other messages go to a listener. */

import { helloOf, type Listener } from './line';
import type { Ack, ClientMessage, Refused, ServerMessage, Welcome } from './protocol';

/** Milliseconds to wait after the rate limit was hit. */
const RATE_LIMIT_PAUSE = 500;

type News = Exclude<ServerMessage, { type: 'pong' }>;
type Answer = Extract<ServerMessage, { ask: number }>;
export type AnswerOf<T extends 'choices' | 'why' | 'look' | 'hint' | 'analysis' | 'review'> = Extract<Answer, { type: T }>;
export type Question = Extract<ClientMessage, { ask: number }>;
export type Submission = Extract<ClientMessage, { key: string }>;
export type WithoutNumber<T> = T extends unknown ? Omit<T, 'ask'> : never;
export type WithoutKey<T> = T extends unknown ? Omit<T, 'key'> : never;

/** A question or a submission was refused; nothing changed. */
export class RefusedError extends Error {
  constructor(readonly answer: Refused) {
    super(answer.code);
  }
}

/** The connection was lost before the answer came. */
export class LostError extends Error {}

interface Waiting<T> {
  message: Question | Submission;
  resolve: (answer: T) => void;
  reject: (error: Error) => void;
}

export class Exchange {
  readonly #send: (message: ClientMessage) => void;
  readonly #listener: Listener;
  #welcomed = false;
  /** The state of the last greeting; an outdated one is repeated as soon as it is answered. */
  #greeting: 'answered' | 'sent' | 'outdated' = 'answered';
  #pause: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  readonly #questions = new Map<number, Waiting<Answer>>();
  readonly #outbox = new Map<string, Waiting<Ack>>();

  constructor(send: (message: ClientMessage) => void, listener: Listener) {
    this.#send = send;
    this.#listener = listener;
  }

  /** Greet over a new connection. */
  greet(): void {
    this.#greeting = 'sent';
    this.#send(helloOf(this.#listener));
  }

  /** Greet again, after the answer to the last greeting: quick presses coalesce. */
  greetAgain(): void {
    if (this.#greeting === 'answered') this.greet();
    else this.#greeting = 'outdated';
  }

  ask<T extends Question['type']>(question: WithoutNumber<Extract<Question, { type: T }>>): Promise<AnswerOf<T>> {
    const ask = ++this.#asked;
    return new Promise((resolve, reject) => {
      if (!this.#welcomed) return reject(new LostError());
      const message = { ...question, ask } as Question;
      this.#questions.set(ask, { message, resolve: resolve as (answer: Answer) => void, reject });
      this.#send(message);
    });
  }

  /** Resent with the same key until it is answered, also over new connections. */
  submit(submission: WithoutKey<Submission>, key = newKey()): Promise<Ack> {
    const message = { ...submission, key } as Submission;
    return new Promise((resolve, reject) => {
      this.#outbox.set(key, { resolve, reject, message });
      if (this.#welcomed) this.#send(message);
    });
  }

  /** The connection is lost: questions fail, submissions wait for the next one. */
  lost(): void {
    this.#welcomed = false;
    clearTimeout(this.#pause);
    this.#pause = undefined;
    for (const { reject } of this.#questions.values()) reject(new LostError());
    this.#questions.clear();
  }

  receive(message: News): void {
    if (message.type === 'welcome') this.#welcome(message);
    else if (message.type === 'refused') this.#refused(message);
    else if (message.type === 'ack') this.#settle(message);
    else if ('ask' in message) this.#answered(message);
    else this.#listener.news(message);
  }

  #welcome(welcome: Welcome): void {
    const unsent = [...this.#outbox.values()];
    const outdated = this.#greeting === 'outdated';
    this.#welcomed = true;
    this.#greeting = 'answered';
    if (outdated) this.greet();
    this.#listener.news(welcome);
    for (const waiting of unsent) this.#send(waiting.message);
  }

  #answered(answer: Answer): void {
    this.#questions.get(answer.ask)?.resolve(answer);
    this.#questions.delete(answer.ask);
  }

  #settle(ack: Ack): void {
    this.#outbox.get(ack.key)?.resolve(ack);
    this.#outbox.delete(ack.key);
  }

  #refused(answer: Refused): void {
    const { key = '', ask = -1 } = answer;
    if (!key && ask < 0) return this.#greetingRefused(answer);
    const waiting = key ? this.#outbox.get(key) : this.#questions.get(ask);
    if (!waiting) return this.#listener.news(answer);
    if (answer.code === 'limit') return void setTimeout(() => this.#again(key, ask), RATE_LIMIT_PAUSE);
    this.#outbox.delete(key);
    this.#questions.delete(ask);
    waiting.reject(new RefusedError(answer));
  }

  /** A greeting has neither key nor number. After the rate limit it is repeated, since only its welcome fills the board. */
  #greetingRefused(answer: Refused): void {
    if (answer.code === 'limit') {
      this.#pause ??= setTimeout(() => {
        this.#pause = undefined;
        this.greet();
      }, RATE_LIMIT_PAUSE);
    } else {
      this.#greeting = 'answered';
      this.#listener.news(answer);
    }
  }

  /** Resend after the rate limit was hit, unless the connection was lost meanwhile. */
  #again(key: string, ask: number): void {
    const waiting = this.#outbox.get(key) ?? this.#questions.get(ask);
    if (waiting && this.#welcomed) this.#send(waiting.message);
  }
}

/** Sixteen random bytes in hexadecimal. */
export function newKey(): string {
  // crypto.randomUUID needs a secure origin, which a home network is not.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
