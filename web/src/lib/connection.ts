/** The table's WebSocket: questions with answers, submissions that are resent after a reconnection, and messages to a listener. */

import { CLOSE } from './constants';
import type { Ack, ClientMessage, Refused, ServerMessage } from './protocol';

/** Milliseconds between checks of an idle connection, and the time within which a ping must be answered: a lost connection is noticed within 10 seconds. */
const BEAT = 2000;
const ANSWERED_WITHIN = 5000;
const RETRY_FIRST = 500;
const RETRY_MOST = 8000;
/** Milliseconds to wait after the rate limit was hit. */
const RATE_LIMIT_PAUSE = 500;

type News = Exclude<ServerMessage, { type: 'pong' }>;
type Answer = Extract<ServerMessage, { ask: number }>;
export type AnswerOf<T extends 'choices' | 'why' | 'look' | 'hint' | 'analysis' | 'review'> = Extract<Answer, { type: T }>;
export type Question = Extract<ClientMessage, { ask: number }>;
export type Submission = Extract<ClientMessage, { key: string }>;
export type WithoutNumber<T> = T extends unknown ? Omit<T, 'ask'> : never;
export type WithoutKey<T> = T extends unknown ? Omit<T, 'key'> : never;

/** The server refused a question or a submission; nothing changed. */
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

export type Missing = 'missing' | 'private';

export interface Listener {
  /** The last known event, sent with `hello`. */
  since(): number;
  /** The own seat whose secrets are shown, if several players share this browser. */
  seat?(): number | undefined;
  news(message: News): void;
  online(yes: boolean): void;
  /** There is no such table, or it is private. */
  missing(why: Missing): void;
}

/** What a table asks of its server. */
export interface Line {
  /** Does the other end search for hints? */
  readonly hints: boolean;
  close(): void;
  /** Ask for everything after the last known event. */
  hello(): void;
  ask<T extends Question['type']>(question: WithoutNumber<Extract<Question, { type: T }>>): Promise<AnswerOf<T>>;
  /** Play, resign, vote and so on. */
  submit(submission: WithoutKey<Submission>): Promise<Ack>;
}

export class Connection implements Line {
  readonly hints = true;
  readonly #address: string;
  readonly #listener: Listener;
  #socket: WebSocket | undefined;
  #welcomed = false;
  #asked = 0;
  #retry = RETRY_FIRST;
  #heard = 0;
  /** When the oldest unanswered ping was sent; 0 if there is none. */
  #pinged = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #retrying: ReturnType<typeof setTimeout> | undefined;
  readonly #questions = new Map<number, Waiting<Answer>>();
  readonly #outbox = new Map<string, Waiting<Ack>>();

  constructor(table: string, listener: Listener) {
    this.#address = `${location.origin.replace(/^http/, 'ws')}/ws/${encodeURIComponent(table)}`;
    this.#listener = listener;
    this.#open();
    addEventListener('online', this.#hurry);
  }

  close(): void {
    removeEventListener('online', this.#hurry);
    clearTimeout(this.#retrying);
    this.#hangUp();
  }

  hello(): void {
    const seat = this.#listener.seat?.();
    this.#send({ type: 'hello', since: this.#listener.since(), ...(seat === undefined ? {} : { seat }) });
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
  submit(submission: WithoutKey<Submission>): Promise<Ack> {
    const key = newKey();
    const message = { ...submission, key } as Submission;
    return new Promise((resolve, reject) => {
      this.#outbox.set(key, { resolve, reject, message });
      if (this.#welcomed) this.#send(message);
    });
  }

  readonly #hurry = () => {
    if (this.#socket) return;
    clearTimeout(this.#retrying);
    this.#open();
  };

  #open(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#hear();
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data as string) as ServerMessage);
    socket.onclose = (event) => {
      if (event.code === CLOSE.NO_TABLE) this.#missing('missing');
      else if (event.code === CLOSE.PRIVATE) this.#missing('private');
      else this.#lost(socket);
    };
    this.#timer = setInterval(() => this.#beat(socket), BEAT);
  }

  /** Only an unanswered ping counts as a loss: timers of hidden tabs run once a minute. */
  #beat(socket: WebSocket): void {
    const now = Date.now();
    if (this.#pinged && now - this.#pinged > ANSWERED_WITHIN) return this.#lost(socket);
    if (now - this.#heard < BEAT) return;
    this.#pinged ||= now;
    this.#send({ type: 'ping' });
  }

  #hear(): void {
    this.#heard = Date.now();
    this.#pinged = 0;
  }

  #hangUp(): void {
    clearInterval(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #missing(why: Missing): void {
    this.close();
    this.#listener.missing(why);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#hangUp();
    this.#welcomed = false;
    for (const { reject } of this.#questions.values()) reject(new LostError());
    this.#questions.clear();
    this.#listener.online(false);
    this.#retrying = setTimeout(() => this.#open(), this.#retry * (0.75 + Math.random() / 2));
    this.#retry = Math.min(2 * this.#retry, RETRY_MOST);
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(message: ServerMessage): void {
    this.#hear();
    if (message.type === 'pong') return;
    const unsent = message.type === 'welcome' ? [...this.#outbox.values()] : [];
    if (message.type === 'welcome') this.#greeted();
    if (message.type === 'refused') return this.#refused(message);
    if (message.type === 'ack') this.#settle(message);
    else if ('ask' in message) this.#answered(message);
    else this.#listener.news(message);
    for (const waiting of unsent) this.#send(waiting.message);
  }

  #greeted(): void {
    this.#welcomed = true;
    this.#retry = RETRY_FIRST;
    this.#listener.online(true);
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
    if (!waiting) return this.#listener.news(answer);
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
