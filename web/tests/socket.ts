/** A WebSocket whose other end is the test. */

import { vi } from 'vitest';

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen!();
  }
  hear(message: object): void {
    this.onmessage!({ data: JSON.stringify(message) });
  }
  types(): unknown[] {
    return this.sent.map((message) => message['type']);
  }
}

/** The newest socket. */
export function socket(): FakeSocket {
  return FakeSocket.all.at(-1)!;
}

/** Give the code a browser's globals, with sockets that are fakes. */
export function fakeBrowser(): void {
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('navigator', { language: 'en' });
  vi.stubGlobal('location', { origin: 'http://table.test' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  FakeSocket.all = [];
}
