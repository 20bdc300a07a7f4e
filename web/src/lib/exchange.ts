/** Questions and submissions that wait for their answers; other messages go to a listener. */

import type { Ack, ClientMessage, Refused, ServerMessage } from './protocol';

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
  readonly #news: (message: News) => void;
  #welcomed = false;
  #asked = 0;
  readonly #questions = new Map<number, Waiting<Answer>>();
  readonly #outbox = new Map<string, Waiting<Ack>>();

  constructor(send: (message: ClientMessage) => void, news: (message: News) => void) {
    this.#send = send;
    this.#news = news;
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
    for (const { reject } of this.#questions.values()) reject(new LostError());
    this.#questions.clear();
  }

  receive(message: News): void {
    const unsent = message.type === 'welcome' ? [...this.#outbox.values()] : [];
    if (message.type === 'welcome') this.#welcomed = true;
    if (message.type === 'refused') return this.#refused(message);
    if (message.type === 'ack') this.#settle(message);
    else if ('ask' in message) this.#answered(message);
    else this.#news(message);
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
    const waiting = key ? this.#outbox.get(key) : this.#questions.get(ask);
    if (!waiting) return this.#news(answer);
    if (answer.code === 'limit') return void setTimeout(() => this.#again(key, ask), RATE_LIMIT_PAUSE);
    this.#outbox.delete(key);
    this.#questions.delete(ask);
    waiting.reject(new RefusedError(answer));
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
