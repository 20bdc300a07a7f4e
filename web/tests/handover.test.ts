import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { LINE_TIMES, prefs } from '../src/lib/prefs.svelte';
import { TableModel } from '../src/lib/table/model.svelte';
import { say, update, view } from './messages';
import { fakeBrowser, socket } from './socket';

const wait = (time = 0) => vi.advanceTimersByTimeAsync(time);

let model: TableModel;

beforeEach(() => {
  vi.useFakeTimers();
  fakeBrowser();
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  model = new TableModel('t');
  socket().open();
});

afterEach(() => {
  model.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('players with secrets who share a browser', () => {
  const hidden = { ...view(0, 1), private: true };

  async function together(seen: object = hidden): Promise<void> {
    socket().hear({ type: 'welcome', table: { stage: '/stage', hidden: true }, you: [0, 1], seq: 0, view: seen, log: [], reader: model.sync.as });
    await wait();
  }

  it('hand over the device before anything secret is requested', async () => {
    await together();
    expect(model.composer.handover).toBe(0);
    expect(model.composer.myTurn).toBe(false);
    expect(socket().types()).toEqual(['hello']);
    model.sync.lookAs(0);
    expect(socket().sent.at(-1)).toEqual({ type: 'hello', since: 0, seat: 0 });
    await together();
    expect(model.composer.handover).toBe(undefined);
    expect(socket().sent.at(-1)).toMatchObject({ type: 'choices', seat: 0 });
  });

  it('see only public information once one of them has chosen', async () => {
    await together();
    model.sync.lookAs(0);
    await together();
    socket().hear({ ...update(1, 1), view: { ...hidden, movers: [1] } });
    await wait();
    expect(model.sync.as).toBe(undefined);
    expect(socket().sent.at(-1)).toEqual({ type: 'hello', since: 0 });
    expect(model.composer.handover).toBe(1);
  });

  it('see no secret of the last one behind the handover after a reconnection', async () => {
    await together();
    model.sync.lookAs(0);
    await together();
    socket().hear({ type: 'welcome', table: { stage: '/stage', hidden: true }, you: [0, 1], seq: 1, view: { ...hidden, movers: [1] }, log: [], reader: 0 });
    await wait();
    expect(model.composer.handover).toBe(1);
    expect(model.sync.as).toBe(undefined);
    expect(socket().sent.at(-1)).toEqual({ type: 'hello', since: 0 });
  });

  it('see no secret of the last one while the connection is lost', async () => {
    await together();
    model.sync.lookAs(0);
    await together({ ...hidden, pieces: [{ id: 'hand:0', sprite: 'card', at: 'hand' }] });
    socket().onclose({ code: 1006 } as CloseEvent);
    model.sync.lookAs(1);
    expect([model.sync.view?.pieces, model.sync.log]).toEqual([[], []]);
  });

  it('may look at their own secrets while none is needed', async () => {
    await together(view(1));
    model.sync.lookAs(1);
    await together(view(1));
    expect(model.sync.as).toBe(1);
  });

  it('may look at their own secrets while a move of another is being told', async () => {
    prefs.speed = 'slow';
    await together(view(0, 2));
    socket().hear({ ...update(1, 0, 2), steps: [{ say, seat: 2 }, { say, seat: 2 }] });
    await wait();
    model.sync.lookAs(0);
    await wait();
    expect([model.playback.active, socket().types()]).toEqual([false, ['hello', 'choices', 'hello']]);
    await together(view(0));
    expect(socket().sent.at(-1)).toMatchObject({ type: 'choices', seat: 0 });
    await wait(2 * LINE_TIMES.slow);
    expect(model.sync.as).toBe(0);
  });

  it('do not hand over the device while nothing is secret', async () => {
    await together(view(1));
    expect(model.composer.handover).toBe(undefined);
    expect(socket().sent.at(-1)).toMatchObject({ type: 'choices', seat: 1 });
  });
});

describe('secrets of the previous player', () => {
  const card = { id: 'hand:0', sprite: 'card', at: 'hand' };
  const tile = { id: 'tile:1', sprite: 'tile', at: 'a1' };
  const stolen = { seq: 1, lines: [{ say: { k: 'you-steal-gold' } }] };
  const seen = (...movers: number[]) => ({ ...view(...movers), private: true, pieces: [tile] });
  const ids = () => model.sync.view?.pieces.map(({ id }) => id);

  async function welcome(seen: object, log: object[] = [], seq = log.length, you = [0, 1], reader: number | null | undefined = model.sync.as): Promise<void> {
    socket().hear({ type: 'welcome', table: { stage: '/stage', hidden: true }, you, seq, view: seen, log, reader });
    await wait();
  }

  async function hear(message: object): Promise<void> {
    socket().hear(message);
    await wait();
  }

  /** The first player has the hand and reads what was stolen. */
  beforeEach(async () => {
    await welcome(seen(0));
    model.sync.lookAs(0);
    await welcome({ ...seen(0), pieces: [tile, card] }, [stolen]);
    expect(ids()).toEqual(['tile:1', 'hand:0']);
  });

  afterEach(() => {
    prefs.speed = 'instant';
  });

  /** The first player's turn ends. */
  const played = () => hear({ ...update(2, 1), view: { ...seen(1), pieces: [] }, check: 'e775f545' }); // of the tile and the card

  it('are gone when the next one takes over before the server has answered', async () => {
    await played();
    model.sync.lookAs(1);
    expect([model.composer.handover, ids(), model.sync.log]).toEqual([undefined, [], []]);
  });

  it('are gone soon if the server does not answer', async () => {
    await played();
    expect(model.composer.handover).toBe(1);
    await wait(500);
    expect([model.sync.online, ids(), model.sync.log]).toEqual([true, [], []]);
  });

  it('stay until the server answers soon, so that the board does not flicker, and the public board stays', async () => {
    await played();
    expect(ids()).toContain('tile:1');
    await welcome(seen(1), [stolen, { seq: 2, lines: [] }]);
    await wait(500);
    model.sync.lookAs(1);
    await wait(500);
    expect(ids()).toEqual(['tile:1']);
  });

  it('are gone once a player who was alone at it shares it', async () => {
    const table = { stage: '/stage', hidden: true };
    await hear({ type: 'table', table, you: [0] });
    await welcome({ ...seen(0), pieces: [tile, card] }, [stolen], 1, [0], 0);
    await wait(500);
    expect(ids()).toContain('hand:0');
    await hear({ type: 'table', table, you: [0, 1] });
    await wait(500);
    expect(ids()).toEqual([]);
  });

  it('do not come back with moves that were being told while the connection was lost', async () => {
    prefs.speed = 'normal';
    const steps = [{ say: { k: 'you-steal-silver' } }, { say }];
    socket().hear({ ...update(2, 0), steps, view: seen(0) });
    await wait();
    socket().onclose!({ code: 1006 });
    model.sync.lookAs(undefined);
    expect([model.playback.telling, ids()]).toEqual([undefined, []]);
    await wait(2 * LINE_TIMES.normal);
    expect([ids(), model.sync.log]).toEqual([[], []]);
  });

  it('do not come back with moves that the server told the previous player', async () => {
    model.sync.lookAs(1);
    await hear({ ...update(2, 1), steps: [{ say: { k: 'you-steal-silver' }, put: [card] }], view: seen(1) });
    expect([ids(), model.sync.log]).toEqual([[], []]);
  });

  it('are replaced by the log of the next one, although a line of the chat comes before it', async () => {
    model.sync.lookAs(1);
    await hear({ type: 'chat', seq: 2, seat: 0, text: 'hello', at: 0 });
    await welcome(seen(1), [{ seq: 1, lines: [{ say: { k: 'steals' } }] }], 2);
    expect(model.sync.log.map(({ lines }) => lines[0]!.say.k)).toEqual(['steals']);
  });

  it('are replaced by the log of the next one, although the answer to an earlier request comes before it', async () => {
    model.sync.lookAs(undefined);
    model.sync.lookAs(1);
    await welcome(seen(1), [{ seq: 1, lines: [{ say: { k: 'steals' } }] }], 1, [0, 1], null);
    await welcome(seen(1), [{ seq: 1, lines: [{ say: { k: 'steals-from-you' } }] }]);
    expect(model.sync.log.map(({ lines }) => lines[0]!.say.k)).toEqual(['steals-from-you']);
  });

  it('do not come back with the answer to an earlier request, nor with a move that follows it', async () => {
    model.sync.lookAs(undefined);
    await welcome(seen(0), [{ seq: 1, lines: [] }]);
    model.sync.lookAs(0);
    model.sync.lookAs(undefined);
    await welcome({ ...seen(0), pieces: [tile, card] }, [stolen], 1, [0, 1], 0);
    await hear({ ...update(2, 0), steps: [{ say: { k: 'you-steal-silver' }, put: [card] }], view: seen(0) });
    expect([ids(), model.sync.log]).toEqual([['tile:1'], [{ seq: 1, lines: [] }]]);
  });

  it('are gone when the next one takes over, although an earlier request has been answered meanwhile', async () => {
    model.sync.lookAs(undefined);
    model.sync.lookAs(0);
    await welcome(seen(0), [], 1, [0, 1], null);
    model.sync.lookAs(1);
    expect([ids(), model.sync.log]).toEqual([[], []]);
  });

  it('are replaced as a whole, although the connection is lost after a line of the chat', async () => {
    model.sync.lookAs(1);
    await hear({ type: 'chat', seq: 2, seat: 0, text: 'hello', at: 0 });
    socket().onclose!({ code: 1006 });
    await wait(1000);
    socket().open();
    expect(socket().sent).toEqual([{ type: 'hello', since: 0, seat: 1 }]);
  });

  it('are in no reason that the next one reads', async () => {
    await hear({ type: 'refused', code: 'illegal', say: { k: 'cannot-pay' } });
    model.sync.lookAs(1);
    expect(model.sync.reason).toBeUndefined();
  });
});
