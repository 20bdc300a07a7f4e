/** Lets a computation hear messages while it runs. */

/** The longest time, in milliseconds, for which a computation hears no message. */
export const INTERVAL = 15;

export class Pacing {
  readonly signal: AbortSignal;
  #last = performance.now();

  /** A computation that ends early when `signal` is aborted. */
  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  get stopped(): boolean {
    return this.signal.aborted;
  }

  /** Handle waiting messages, if the last time was long enough ago. */
  async pause(): Promise<void> {
    if (performance.now() - this.#last < INTERVAL) return;
    const { port1, port2 } = new MessageChannel(); // a timer would wait for 4 ms
    await new Promise((resolve) => {
      port2.onmessage = resolve;
      port1.postMessage(null);
    });
    port1.close();
    this.#last = performance.now();
  }
}
