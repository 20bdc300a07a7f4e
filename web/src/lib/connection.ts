/** The table's WebSocket, opened again when it is lost. */

import { BrowserSearches } from './browserSearches';
import { CLOSE } from './constants';
import { Exchange, type AnswerOf, type Question, type Submission, type WithoutKey, type WithoutNumber } from './exchange';
import type { Line, Listener, Missing } from './line';
import type { Ack, ClientMessage, ServerMessage, StudyOrder, Table } from './protocol';

/** Milliseconds between checks of an idle connection, and the time within which a ping must be answered: a lost connection is noticed within 10 seconds. */
const BEAT = 2000;
const ANSWERED_WITHIN = 5000;
const RETRY_FIRST = 500;
const RETRY_MOST = 8000;
/** Questions that need a search. */
const SEARCHED: ReadonlySet<Question['type']> = new Set(['hint', 'analysis', 'review']);

export class Connection implements Line {
  readonly searches = true;
  readonly #address: string;
  readonly #listener: Listener;
  readonly #exchange: Exchange;
  readonly #searches: BrowserSearches;
  #table: Table | undefined;
  #socket: WebSocket | undefined;
  #retry = RETRY_FIRST;
  #heard = 0;
  /** When the oldest unanswered ping was sent; 0 if there is none. */
  #pinged = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #retrying: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, listener: Listener, searches = new BrowserSearches()) {
    this.#searches = searches;
    this.#address = `${location.origin.replace(/^http/, 'ws')}/ws/${encodeURIComponent(table)}`;
    this.#listener = listener;
    this.#exchange = new Exchange((message) => this.#send(message), listener);
    this.#open();
    addEventListener('online', this.#hurry);
  }

  close(): void {
    removeEventListener('online', this.#hurry);
    clearTimeout(this.#retrying);
    this.#searches.close();
    this.#hangUp();
  }

  hello(): void {
    this.#exchange.greetAgain();
  }

  /** Ask the server; where this browser can search, it does, and the server only makes the answer. */
  async ask<T extends Question['type']>(question: WithoutNumber<Extract<Question, { type: T }>>): Promise<AnswerOf<T>> {
    if (!SEARCHED.has(question.type)) return this.#exchange.ask<T>(question);
    const { search = '', game = '' } = this.#table ?? {};
    const here = await this.#searches.offer(search, game);
    return this.#exchange.ask<T>({ ...question, ...(here && { here }) });
  }

  submit(submission: WithoutKey<Submission>, key?: string): Promise<Ack> {
    return this.#exchange.submit(submission, key);
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
    socket.onopen = () => this.#exchange.greet();
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
    this.#exchange.lost();
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
    if (message.type === 'study') return void this.#study(message);
    if ('table' in message) this.#table = message.table;
    if (message.type === 'welcome') {
      this.#retry = RETRY_FIRST;
      this.#listener.online(true);
    }
    this.#exchange.receive(message);
  }

  /** The numbers of orders begin again with each connection, so a late answer must not go over the next one. */
  async #study(order: StudyOrder): Promise<void> {
    const socket = this.#socket;
    const answer = await this.#searches.run(order);
    if (socket === this.#socket) this.#send(answer);
  }
}
