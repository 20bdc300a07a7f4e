/** The line of a table on this device. */

import { Exchange, type AnswerOf, type Question, type Submission, type WithoutKey, type WithoutNumber } from '../exchange';
import type { Line, Listener } from '../line';
import type { Ack, ClientMessage, Refused, ServerMessage } from '../protocol';
import { host as ofPage, type Host } from './host.svelte';

export class LocalLine implements Line {
  readonly searches = true;
  readonly #host: Host;
  readonly #listener: Listener;
  readonly #exchange: Exchange;
  #connection: number | undefined;
  #closed = false;

  constructor(table: string, listener: Listener, host = ofPage) {
    this.#host = host;
    this.#listener = listener;
    this.#exchange = new Exchange((message) => this.#send(message), listener);
    void this.#open(table).catch(() => listener.online(false));
  }

  close(): void {
    this.#closed = true;
    if (this.#connection !== undefined) this.#host.close(this.#connection);
    this.#connection = undefined;
  }

  hello(): void {
    this.#exchange.greetAgain();
  }

  ask<T extends Question['type']>(question: WithoutNumber<Extract<Question, { type: T }>>): Promise<AnswerOf<T>> {
    return this.#exchange.ask<T>(question);
  }

  submit(submission: WithoutKey<Submission>, key?: string): Promise<Ack> {
    return this.#exchange.submit(submission, key);
  }

  async #open(table: string): Promise<void> {
    const found = await this.#host.connect(table, (text) => this.#receive(text));
    if (typeof found !== 'number') return this.#refused(found.code as Refused['code'], found.say);
    if (this.#closed) return this.#host.close(found);
    this.#connection = found;
    this.#exchange.greet();
  }

  #refused(code: Refused['code'], say: { k: string }): void {
    if (code === 'no-table') this.#listener.missing('missing');
    else this.#listener.missing('broken');
    this.#listener.news({ type: 'refused', code, say });
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (this.#closed || message.type === 'pong') return;
    if (message.type === 'welcome') this.#listener.online(true);
    this.#exchange.receive(message);
  }

  #send(message: ClientMessage): void {
    if (this.#connection !== undefined) this.#host.send(this.#connection, JSON.stringify(message));
  }
}
