import { describe, expect, it } from 'vitest';
import { answer, asked, choices, composeTurns, done, hear, looked, model, newest, reload, seated, sent, submission, turn, welcome } from './composing';
import { prefs } from '../src/lib/prefs.svelte';
import { say, view } from './messages';
import { socket } from './socket';

composeTurns();

describe('a turn that is being sent when the page is reloaded', () => {
  const begin = choices('a', 'b', 'c');
  const played = { seq: 1, lines: [{ say, seat: 1 }] };
  const undone = { seq: 2, lines: [{ say: { k: 'event-undo-back', a: { from: 1 } } }] };

  /** Confirm a turn; gives the key of its submission. */
  async function confirm(): Promise<string> {
    await seated(begin);
    void model.composer.choose('spot:a');
    await answer(begin);
    void model.composer.choose('spot:b');
    await answer(done(true));
    void model.composer.send();
    return submission().key;
  }

  it('is sent again with the same key', async () => {
    const key = await confirm();
    reload();
    await seated(begin);
    await answer(done(true));
    expect([sent(), submission().key]).toEqual([[['a', 'b']], key]);
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
    expect([sent(), submission().key]).toEqual([[['a', 'b']], key]);
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
    expect([sent(), submission().key]).toEqual([[['a', 'b']], key]);
  });

  it('is sent again for the situation in which it was confirmed, whatever has happened since', async () => {
    await confirm();
    reload();
    await seated(begin, { seq: 1, lines: [{ say, seat: 2 }] });
    await answer(done(true));
    expect(submission().since).toBe(0);
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
    expect([sent().length, submission().since]).toEqual([2, 1]);
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
