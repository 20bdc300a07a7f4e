import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { prefs } from '../src/lib/prefs.svelte';
import type { Button, Choices } from '../src/lib/protocol';
import { TableModel } from '../src/lib/table/model.svelte';
import { say, view } from './messages';
import { fakeBrowser, socket } from './socket';

const turn = () => new Promise((resolve) => setTimeout(resolve));
const option = (ply: string) => ({ ply, path: [`spot:${ply}`] });
const done = (certain: boolean): Choices => ({ prompt: say, options: [], complete: true, certain });

let model: TableModel;

/** A new page at the table, in the same tab. */
function visit(): void {
  model = new TableModel('t');
  socket().open();
}

beforeEach(() => {
  fakeBrowser();
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  visit();
});

afterEach(() => {
  model.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  prefs.autoSend = false;
  prefs.decline = true;
  prefs.speed = 'normal';
});

/** The number of the newest question. */
const newest = (type = 'choices') => (socket().sent.findLast((message) => message['type'] === type) as { ask: number }).ask;

async function hear(message: object): Promise<void> {
  socket().hear(message);
  await turn();
}

async function answer(choices: Choices, ask = newest()): Promise<void> {
  await hear({ type: 'choices', ask, choices });
}

async function welcome(...log: object[]): Promise<void> {
  await hear({ type: 'welcome', table: { stage: '/stage' }, you: [1], seq: log.length, view: view(1, 2), log });
}

async function seated(choices: Choices, ...log: object[]): Promise<void> {
  await welcome(...log);
  await answer(choices);
}

/** Show the requested analysis board, where another seat of this browser is to move. */
async function looked(ask = newest('look')): Promise<void> {
  await hear({ type: 'look', ask, event: 0, view: view(2), tried: [] });
}

const asked = () => socket().sent.filter((message) => message['type'] === 'choices').length;
const sent = () => socket().sent.filter((message) => message['type'] === 'submit').map((message) => message['plies']);
/** The last event that the newest submission knows. */
const since = () => socket().sent.findLast((message) => message['type'] === 'submit')!['since'];

describe('a complete turn', () => {
  const begin: Choices = { prompt: say, options: ['a', 'b'].map(option), complete: false };

  it.each([
    [true, true, 1],
    [true, false, 0],
    [false, true, 0],
  ])('is sent automatically only if the player wants it and nothing is revealed (wanted %s, certain %s)', async (wanted, certain, count) => {
    prefs.autoSend = wanted;
    await seated(begin);
    void model.composer.choose('spot:a');
    await answer(done(certain));
    expect(sent()).toHaveLength(count);
  });

  it('is sent with one touch where there was no choice, unless it reveals something', async () => {
    const one: Choices = { ...begin, options: [option('a')] };
    await seated(one);
    void model.composer.choose('spot:a');
    await answer(done(false));
    expect(sent()).toEqual([]);
    await model.composer.back();
    void model.composer.choose('spot:a');
    await answer(done(true));
    expect(sent()).toEqual([['a']]);
  });
});

describe('a turn that is sent', () => {
  const begin: Choices = { prompt: say, options: ['a', 'b'].map(option), complete: false };
  const ownMove = (seq: number) => ({ seq, lines: [{ say, seat: 1 }] });
  /** Stage a turn after two events. */
  const staged = async (): Promise<void> => {
    await seated(begin, ownMove(1), { seq: 2, lines: [{ say, seat: 2 }] });
    void model.composer.choose('spot:a');
    await answer(done(false));
  };
  const refuse = async (): Promise<void> => {
    const { key } = socket().sent.findLast((message) => message['type'] === 'submit') as { key: string };
    await hear({ type: 'refused', code: 'late', say: { k: 'refused-late' }, key });
  };

  it('says which event was told last', async () => {
    await staged();
    void model.composer.send();
    await turn();
    expect(since()).toBe(2);
  });

  it('knows nothing of a move that is still being told', async () => {
    await staged();
    socket().hear({ type: 'update', seq: 3, steps: [{ say, seat: 1 }, { say, seat: 2 }], view: view(1, 2), check: '0' });
    await turn();
    expect(model.sync.newest).toBe(3);
    void model.composer.send();
    await turn();
    expect(since()).toBe(2);
  });

  it('stays staged if its seat has played in another browser while the connection was lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await staged();
    void model.composer.send();
    await turn();
    socket().onclose!({ code: 1006 });
    await vi.advanceTimersByTimeAsync(1000);
    socket().open();
    await welcome(ownMove(1), { seq: 2, lines: [{ say, seat: 2 }] }, ownMove(3), { seq: 4, lines: [{ say, seat: 2 }] });
    expect([sent(), since()]).toEqual([[['a']], 2]);
    await refuse();
    await answer(done(false));
    expect([model.composer.act.plies, model.sync.reason?.say?.k]).toEqual([['a'], 'refused-late']);
    model.close();
    visit();
    await seated(begin, ownMove(1), { seq: 2, lines: [{ say, seat: 2 }] }, ownMove(3), { seq: 4, lines: [{ say, seat: 2 }] });
    await answer(done(false));
    expect([model.composer.act.plies, sent()]).toEqual([['a'], []]);
  });
});

describe('while an earlier position is shown', () => {
  it('the staged turn is neither sent nor taken apart', async () => {
    await seated({ prompt: say, options: [option('a'), option('b')], complete: false });
    void model.composer.choose('spot:a');
    await answer(done(false));
    model.history.look = { event: 0, view: view() };
    await model.composer.send();
    await model.composer.back();
    expect([sent(), model.composer.act.plies]).toEqual([[], ['a']]);
    model.present();
    void model.composer.send();
    await turn();
    expect(sent()).toEqual([['a']]);
  });
});

describe('before the server has answered a touch', () => {
  const begin: Choices = { prompt: say, options: ['a', 'b'].map(option), complete: false };

  it('the turn can be sent already, once', async () => {
    await seated(begin);
    void model.composer.choose('spot:a');
    void model.composer.send();
    void model.composer.send();
    expect(sent()).toEqual([]);
    await answer(done(false));
    expect(sent()).toEqual([['a']]);
  });

  it('an incomplete turn is not sent by an early Confirm', async () => {
    await seated(begin);
    void model.composer.choose('spot:a');
    void model.composer.send();
    await answer(begin);
    expect(sent()).toEqual([]);
  });

  it('the draft survives a reload', async () => {
    await seated(begin);
    void model.composer.choose('spot:a');
    model.close();
    visit();
    await seated(begin);
    expect(model.composer.act.plies).toEqual(['a']);
  });
});

describe('an offer', () => {
  const decline = (forced: boolean): Button => ({ id: 'no', label: say, sends: true, declines: 0, forced });
  const asked = (forced: boolean): Choices => ({
    prompt: say,
    complete: false,
    options: ['no', 'counter'].map((id) => ({ ply: id, path: [`button:${id}`] })),
    buttons: [decline(forced)],
  });
  /** Let time pass until an offer has been declined for the player, if it is to be. */
  async function wait(): Promise<void> {
    await vi.advanceTimersByTimeAsync(999);
    expect(sent()).toEqual([]);
    await vi.advanceTimersByTimeAsync(2002);
    if (model.composer.act.plies.length) {
      vi.useRealTimers();
      await answer(done(false));
    }
  }

  it.each([
    [true, true, 1],
    [false, true, 0],
    [true, false, 0],
  ])('is declined for the player, not at once, if it cannot be paid (forced %s, wanted %s)', async (forced, wanted, count) => {
    prefs.decline = wanted;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await seated(asked(forced));
    expect(model.composer.declining).toBe(count > 0);
    await wait();
    expect(sent()).toHaveLength(count);
  });

  it('is not declined for a player who is making a counter-offer', async () => {
    await seated(asked(true));
    vi.useFakeTimers();
    const staged = model.composer.choose('button:counter');
    socket().hear({ type: 'choices', ask: (socket().sent.at(-1) as { ask: number }).ask, choices: { prompt: say, options: [option('a')] } });
    await staged;
    await vi.advanceTimersByTimeAsync(4000);
    expect(model.composer.act.plies).toEqual(['counter']);
    expect(sent()).toEqual([]);
  });

  it('is declined when all of the same seat are', async () => {
    await seated(asked(false));
    void model.composer.declineAll(decline(false));
    await answer(done(false));
    expect(sent()).toEqual([['no']]);
    model.composer.sending = false;
    model.composer.act.stop();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    void model.composer.prompt();
    const { ask } = socket().sent.findLast((message) => message['type'] === 'choices') as { ask: number };
    socket().hear({ type: 'choices', ask, choices: asked(false) });
    await vi.advanceTimersByTimeAsync(0);
    expect(model.composer.declining).toBe(true);
  });

  it.each([
    [1, true],
    [2, false],
  ])('is declined only for the player of this device who declines all (asked next: %s)', async (next, declining) => {
    const players = async (mover: number) => {
      socket().hear({ type: 'welcome', table: { stage: '/stage' }, you: [1, 2], seq: 0, view: view(mover), log: [] });
      await turn();
      await answer(asked(false));
    };
    await players(1);
    void model.composer.declineAll(decline(false));
    await answer(done(false));
    model.composer.sending = false;
    model.composer.act.stop();
    await players(next);
    expect(model.composer.declining).toBe(declining);
  });
});

describe('a draft', () => {
  const five: Choices = { prompt: say, options: ['a', 'b', 'c'].map(option), complete: false };
  /** Sit down and stage the first of three choices. */
  const staged = async (): Promise<void> => {
    await seated(five);
    void model.composer.choose('spot:a');
    await answer(five);
  };

  it('survives a reload', async () => {
    await staged();
    model.close();
    visit();
    await seated(five);
    await answer(five);
    expect(model.composer.act.plies).toEqual(['a']);
  });

  it('can be changed ply by ply after a reload as before it', async () => {
    await seated(five);
    void model.composer.choose('spot:a');
    await answer({ ...five, options: ['b', 'd'].map(option) });
    void model.composer.choose('spot:b');
    await answer(done(true));
    model.close();
    visit();
    await seated(five);
    await answer(done(true));
    expect([...model.composer.act.others].toSorted()).toEqual(['spot:c', 'spot:d']);
    void model.composer.choose('spot:d');
    expect(socket().sent.at(-1)).toMatchObject({ type: 'choices', plies: ['a'] }); // is it still possible?
    await answer({ ...five, options: ['b', 'd'].map(option) });
    await answer(done(true));
    expect(model.composer.act.plies).toEqual(['a', 'd']);
  });

  it('is staged again when a turn of several plies is taken back', async () => {
    prefs.speed = 'instant';
    await staged();
    void model.composer.choose('spot:b');
    await answer(done(true));
    void model.composer.send();
    const { key } = socket().sent.at(-1) as { key: string };
    socket().hear({ type: 'ack', key, seq: 1 });
    socket().hear({ type: 'update', seq: 1, steps: [{ say, seat: 1 }], view: view(2, 3), check: '0' });
    await turn();
    expect(model.composer.act.plies).toEqual([]);
    socket().hear({ type: 'actions', takebacks: [{ seat: 1, free: true }] });
    void model.commands.takeBack();
    socket().hear({ type: 'update', seq: 2, steps: [{ say, seat: 2 }], view: view(3), check: '0' }); // before the takeback arrives
    await turn();
    socket().hear({ type: 'update', seq: 3, steps: [{ say: { k: 'event-undo-lift', a: { from: 1 } } }], view: view(1, 3), check: '0' });
    await turn();
    await answer(five);
    await answer(done(true));
    expect(model.composer.act.plies).toEqual(['a', 'b']);
    expect(sent()).toHaveLength(1);
  });

  it.each([
    ['an analysis', async () => {
      void model.analyse();
      await looked();
      await answer(five);
      void model.composer.choose('spot:c');
      await answer(five);
      model.leaveAnalysis();
      await answer(five);
    }],
    ['showing the own cards', async () => {
      model.sync.lookAs(1);
      await seated(five);
    }],
  ])('survives %s', async (_, interrupt) => {
    await staged();
    await interrupt();
    await answer(five);
    expect(model.composer.act.plies).toEqual(['a']);
    model.close();
    visit();
    await seated(five);
    await answer(five);
    expect(model.composer.act.plies).toEqual(['a']);
  });

  it('survives showing the own cards and hiding them again before the position is asked for', async () => {
    await staged();
    model.sync.lookAs(1);
    await welcome();
    model.sync.lookAs(undefined);
    await answer(five);
    const late = newest();
    await welcome();
    const ask = newest();
    await answer(five, late);
    await answer(five, ask);
    await answer(five);
    expect(model.composer.act.plies).toEqual(['a']);
  });

  it('survives showing the own cards and hiding them again while it is being staged again', async () => {
    await staged();
    model.sync.lookAs(1);
    await seated(five);
    model.sync.lookAs(undefined);
    await answer(five);
    await seated(five);
    await answer(five);
    expect(model.composer.act.plies).toEqual(['a']);
  });

  it('survives an analysis that is left and opened again at once', async () => {
    await staged();
    void model.analyse();
    await looked();
    await answer(five);
    model.leaveAnalysis();
    void model.analyse();
    await answer(five);
    const late = newest();
    await looked();
    const ask = newest();
    await answer(five, late);
    await answer(five, ask);
    expect(model.composer.act.plies).toEqual([]);
    model.leaveAnalysis();
    await answer(five);
    await answer(five);
    expect(model.composer.act.plies).toEqual(['a']);
  });

  it('is not staged on the analysis board, although its position was asked for before', async () => {
    prefs.speed = 'instant';
    await staged();
    void model.analyse();
    await hear({ type: 'update', seq: 1, steps: [{ say, seat: 2 }], view: view(1), check: '0' });
    const late = newest();
    await hear({ type: 'look', ask: newest('look'), event: 0, view: view(1), tried: [] });
    const ask = newest();
    await answer(five, late);
    await answer(five, ask);
    await answer(five);
    expect(model.composer.act.plies).toEqual([]);
    model.leaveAnalysis();
    await answer(five);
    await answer(five);
    expect(model.composer.act.plies).toEqual(['a']);
  });

  it('survives leaving the table while it is being staged again', async () => {
    await staged();
    model.close();
    visit();
    await seated(five);
    void answer(five);
    model.close();
    await turn();
    visit();
    await seated(five);
    await answer(five);
    expect(model.composer.act.plies).toEqual(['a']);
  });

  it('is not staged again after Back', async () => {
    await staged();
    model.close();
    visit();
    await seated(five);
    await model.composer.back();
    await answer(five);
    await welcome();
    await answer(five);
    expect(model.composer.act.plies).toEqual([]);
    expect(sessionStorage.getItem('tablier.draft.t')).toBeNull();
  });

  it('is dropped with a reason if it is no longer possible', async () => {
    await staged();
    model.sync.lookAs(1);
    await seated(five);
    await hear({ type: 'refused', ask: newest(), code: 'illegal', say });
    expect([model.composer.act.plies, model.sync.reason?.say?.k]).toEqual([[], 'turn-dropped']);
    model.close();
    visit();
    await seated(five);
    expect(asked()).toBe(1);
  });

  it('survives a touch before it is staged again', async () => {
    await staged();
    model.sync.lookAs(1);
    await model.composer.choose('spot:b');
    model.close();
    visit();
    await seated(five);
    await answer(five);
    expect(model.composer.act.plies).toEqual(['a']);
  });

  it('is void once its seat has played in another browser', async () => {
    await staged();
    model.close();
    visit();
    await seated(five, { seq: 1, lines: [{ say, seat: 1 }] });
    expect(model.composer.act.plies).toEqual([]);
    expect(asked()).toBe(1);
  });

  it('is cleared with the turn', async () => {
    await staged();
    void model.composer.drop();
    await answer(five);
    expect(model.composer.act.plies).toEqual([]);
    model.close();
    visit();
    await seated(five);
    expect(model.composer.act.plies).toEqual([]);
  });
});

describe('a turn that is being sent when the page is reloaded', () => {
  const begin: Choices = { prompt: say, options: ['a', 'b', 'c'].map(option), complete: false };
  const played = { seq: 1, lines: [{ say, seat: 1 }] };
  const undone = { seq: 2, lines: [{ say: { k: 'event-undo-back', a: { from: 1 } } }] };
  const keyOf = () => (socket().sent.findLast((message) => message['type'] === 'submit') as { key: string }).key;

  /** Confirm a turn; gives the key of its submission. */
  async function confirm(): Promise<string> {
    await seated(begin);
    void model.composer.choose('spot:a');
    await answer(begin);
    void model.composer.choose('spot:b');
    await answer(done(true));
    void model.composer.send();
    return keyOf();
  }

  function reload(): void {
    model.close();
    visit();
  }

  it('is sent again with the same key', async () => {
    const key = await confirm();
    reload();
    await seated(begin);
    await answer(done(true));
    expect([sent(), keyOf()]).toEqual([[['a', 'b']], key]);
    expect(model.composer.sending).toBe(true);
    socket().hear({ type: 'ack', key, seq: 1 });
    socket().hear({ type: 'update', seq: 1, steps: [{ say, seat: 1 }], view: view(2), check: '0' });
    await turn();
    expect(model.composer.sending).toBe(false);
    reload();
    await seated(begin, played);
    expect([sent(), model.composer.act.plies]).toEqual([[], []]);
  });

  it('is not sent again if it was played', async () => {
    await confirm();
    reload();
    await seated(begin, played);
    expect([sent(), model.composer.act.plies, asked()]).toEqual([[], [], 1]);
  });

  it('is not sent again if it was played and taken back, but staged', async () => {
    await confirm();
    reload();
    socket().hear({ type: 'welcome', table: { stage: '/stage' }, you: [1], seq: 1, view: view(2), log: [played] });
    socket().hear({ type: 'actions', takebacks: [{ seat: 1, free: true }] });
    void model.commands.takeBack();
    socket().hear({ type: 'update', seq: 2, steps: [{ say: { k: 'event-undo-back', a: { from: 1 } } }], view: view(1), check: '0' });
    await turn();
    await answer(begin);
    await answer(done(true));
    expect([sent(), model.composer.act.plies]).toEqual([[], ['a', 'b']]);
    reload();
    await seated(begin, played, undone);
    await answer(done(true));
    expect([sent(), model.composer.act.plies]).toEqual([[], ['a', 'b']]);
  });

  it('is not sent again if it was played, and taken back before another reload', async () => {
    await confirm();
    reload();
    await seated(begin, played);
    reload();
    await seated(begin, played, undone);
    await answer(done(true));
    expect(sent()).toEqual([]);
  });

  it('is sent again after an analysis that is opened while it is being staged', async () => {
    const key = await confirm();
    reload();
    await welcome();
    void model.analyse();
    await answer(begin);
    const late = newest();
    await looked();
    const ask = newest();
    await answer(done(true), late);
    await answer(begin, ask);
    expect(sent()).toEqual([]);
    model.leaveAnalysis();
    await answer(begin);
    await answer(done(true));
    expect([sent(), keyOf()]).toEqual([[['a', 'b']], key]);
  });

  it.each([
    ['the position is asked for', () => welcome(), [begin, done(true)]],
    ['it is being staged', () => seated(begin), [done(true)]],
  ])('is sent again although another player moves while %s', async (_, back, answers) => {
    prefs.speed = 'instant';
    const key = await confirm();
    reload();
    await back();
    const late = newest();
    await hear({ type: 'update', seq: 1, steps: [{ say, seat: 2 }], view: view(1), check: '0' });
    await answer(begin, late);
    for (const choices of answers) await answer(choices);
    expect([sent(), keyOf()]).toEqual([[['a', 'b']], key]);
  });

  it('is sent again for the situation in which it was confirmed, whatever has happened since', async () => {
    await confirm();
    reload();
    await seated(begin, { seq: 1, lines: [{ say, seat: 2 }] });
    await answer(done(true));
    expect(since()).toBe(0);
  });

  it('is staged for another confirmation if the server refuses it as late', async () => {
    const key = await confirm();
    reload();
    await seated(begin, { seq: 1, lines: [{ say, seat: 2 }] });
    await answer(done(true));
    await hear({ type: 'refused', code: 'late', say: { k: 'refused-late' }, key });
    await answer(done(true));
    expect([model.composer.act.plies, model.composer.sending, model.sync.reason?.say?.k]).toEqual([['a', 'b'], false, 'refused-late']);
    void model.composer.send();
    await turn();
    expect([sent().length, since()]).toEqual([2, 1]);
  });

  it('is staged for another confirmation if it is no longer complete', async () => {
    await confirm();
    reload();
    await seated(begin);
    await answer(begin);
    expect([sent(), model.composer.act.plies]).toEqual([[], ['a', 'b']]);
  });

  it.each([
    ['had refused it', 1],
    ['had refused it, as another seat was to move', 2],
  ])('is staged for another confirmation if the server %s', async (_, mover) => {
    const key = await confirm();
    socket().hear({ type: 'update', seq: 1, steps: [{ say, seat: 2 }], view: view(mover), check: '0' });
    socket().hear({ type: 'refused', code: 'failed', say: { k: 'refused-storage' }, key });
    await turn();
    reload();
    await seated(begin);
    await answer(done(true));
    expect([sent(), model.composer.act.plies]).toEqual([[], ['a', 'b']]);
  });
});

describe('a touch during a replay', () => {
  it('ends the replay and counts', async () => {
    const begin: Choices = { prompt: say, options: [option('a')], complete: false };
    await seated(begin);
    const steps = [{ say, seat: 2 }, { say, seat: 2 }];
    socket().hear({ type: 'update', seq: 1, steps, view: view(1), check: '0' });
    expect(model.playback.active).toBe(true);
    const touched = model.composer.choose('spot:a');
    await turn();
    expect(model.playback.active).toBe(false);
    await answer(begin);
    await answer(done(false));
    await touched;
    expect(model.composer.act.plies).toEqual(['a']);
  });
});
