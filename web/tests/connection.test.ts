import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../src/lib/connection';
import { LostError, RefusedError } from '../src/lib/exchange';
import { FakeSocket, fakeBrowser, socket } from './socket';

const say = { k: 'x' };
const welcome = { type: 'welcome', seq: 0, log: [] };
let online: boolean[];
let missing: number;
let news: unknown[];
let line: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  fakeBrowser();
  online = [];
  missing = 0;
  news = [];
  line = new Connection('t', { since: () => 7, news: ({ type }) => news.push(type), online: (yes) => online.push(yes), missing: () => missing++ });
  socket().open();
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a connection', () => {
  it('tells the last known event and matches answers by number', async () => {
    expect(socket().sent).toEqual([{ type: 'hello', since: 7 }]);
    socket().hear(welcome);
    const first = line.ask<'look'>({ type: 'look', event: 1 });
    const second = line.ask<'look'>({ type: 'look', event: 2 });
    const [, one, two] = socket().sent;
    socket().hear({ type: 'look', ask: two!['ask'], event: 2 });
    socket().hear({ type: 'look', ask: one!['ask'], event: 1 });
    expect([(await first).event, (await second).event]).toEqual([1, 2]);
  });

  it('resends a submission with the same key until it is answered', async () => {
    socket().hear(welcome);
    const played = line.submit({ type: 'submit', seat: 0, plies: ['d4'], since: 7 });
    const key = socket().sent[1]!['key'];
    socket().onclose!({ code: 1006 });
    expect(online.at(-1)).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
    socket().open();
    expect(socket().types()).toEqual(['hello']);
    socket().hear(welcome);
    expect(socket().sent[1]).toEqual({ type: 'submit', seat: 0, plies: ['d4'], since: 7, key });
    socket().hear({ type: 'ack', key, seq: 8 });
    expect((await played).seq).toBe(8);
    socket().hear(welcome);
    expect(socket().types()).toEqual(['hello', 'submit']);
  });

  it('waits after hitting the rate limit', async () => {
    socket().hear(welcome);
    const asked = line.ask<'look'>({ type: 'look', event: 1 });
    const { ask } = socket().sent[1]!;
    socket().hear({ type: 'refused', code: 'limit', say, ask });
    vi.advanceTimersByTime(1000);
    expect(socket().sent[2]).toEqual(socket().sent[1]);
    socket().hear({ type: 'look', ask, event: 1 });
    expect((await asked).event).toBe(1);
  });

  it('greets again after hitting the rate limit', () => {
    for (const sent of [1, 2]) {
      socket().hear({ type: 'refused', code: 'limit', say });
      line.hello();
      expect(socket().types()).toHaveLength(sent);
      vi.advanceTimersByTime(1000);
      expect(socket().types()).toHaveLength(sent + 1);
    }
    socket().hear(welcome);
    vi.advanceTimersByTime(1000);
    expect([socket().types(), news]).toEqual([['hello', 'hello', 'hello'], ['welcome']]);
  });

  it('sends one greeting at a time', () => {
    for (let i = 0; i < 20; i++) line.hello();
    expect(socket().types()).toEqual(['hello']);
    socket().hear(welcome);
    expect([socket().types(), news]).toEqual([['hello', 'hello'], ['welcome']]);
    socket().hear(welcome);
    expect([socket().types(), news]).toEqual([['hello', 'hello'], ['welcome', 'welcome']]);
  });

  it('greets once over a new connection, although the last greeting was refused', () => {
    socket().hear({ type: 'refused', code: 'limit', say });
    socket().onclose!({ code: 1006 });
    vi.advanceTimersByTime(1000);
    socket().open();
    vi.advanceTimersByTime(1000);
    expect(socket().types()).toEqual(['hello']);
  });

  it('greets again after a refusal for another reason', () => {
    socket().hear({ type: 'refused', code: 'busy', say });
    line.hello();
    expect([socket().types(), news]).toEqual([['hello', 'hello'], ['refused']]);
  });

  it('rejects the request that was refused', async () => {
    socket().hear(welcome);
    const played = line.submit({ type: 'resign', seat: 0 });
    socket().hear({ type: 'refused', code: 'over', say, key: socket().sent[1]!['key'] });
    await expect(played).rejects.toBeInstanceOf(RefusedError);
  });

  it('is lost when nothing arrives for a while', async () => {
    socket().hear(welcome);
    const asked = line.ask<'look'>({ type: 'look', event: 1 });
    const rejected = expect(asked).rejects.toBeInstanceOf(LostError);
    vi.advanceTimersByTime(6000);
    expect(socket().types()).toContain('ping');
    expect(online).toEqual([true]);
    vi.advanceTimersByTime(4000);
    await rejected;
    expect(online).toEqual([true, false]);
  });

  it('notices a loss within twelve seconds', () => {
    for (let last = 0; last < 6000; last += 250) {
      const other: boolean[] = [];
      const watched = new Connection('t', { since: () => 0, news: () => undefined, online: (yes) => other.push(yes), missing: () => undefined });
      const its = socket();
      its.open();
      its.hear(welcome);
      vi.advanceTimersByTime(last);
      its.hear({ type: 'pong' });
      vi.advanceTimersByTime(12_000);
      expect(other).toEqual([true, false]);
      watched.close();
    }
  });

  it('stays open while pings are answered', () => {
    socket().hear(welcome);
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(4000);
      socket().hear({ type: 'pong' });
    }
    expect(online).toEqual([true]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('sends no ping while messages arrive', () => {
    socket().hear(welcome);
    for (let i = 0; i < 30; i++) {
      vi.advanceTimersByTime(1000);
      socket().hear({ type: 'pong' });
    }
    expect(socket().types()).not.toContain('ping');
  });

  it('stays open in a hidden tab, whose timers run once a minute', () => {
    socket().hear(welcome);
    for (let i = 0; i < 5; i++) {
      vi.setSystemTime(Date.now() + 58_000);
      vi.advanceTimersByTime(2000);
      socket().hear({ type: 'pong' });
    }
    expect(socket().types().filter((type) => type === 'ping')).toHaveLength(5);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('does not retry if there is no table', () => {
    socket().onclose!({ code: 4004 });
    vi.advanceTimersByTime(60_000);
    expect(missing).toBe(1);
    expect(FakeSocket.all).toHaveLength(1);
  });
});
