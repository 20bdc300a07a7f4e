import { describe, expect, it, vi } from 'vitest';
import { answer, choices, composeTurns, done, hear, model, option, reload, seated, sent, submission, turn, welcome } from './composing';
import { prefs } from '../src/lib/prefs.svelte';
import type { Choices } from '../src/lib/protocol';
import { say, update, view } from './messages';
import { socket } from './socket';

composeTurns();

describe('a complete turn', () => {
  const begin = choices('a', 'b');

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
  const begin = choices('a', 'b');
  const ownMove = (seq: number) => ({ seq, lines: [{ say, seat: 1 }] });
  /** Stage a turn after two events. */
  const staged = async (): Promise<void> => {
    await seated(begin, ownMove(1), { seq: 2, lines: [{ say, seat: 2 }] });
    void model.composer.choose('spot:a');
    await answer(done(false));
  };
  const refuse = async (): Promise<void> => {
    await hear({ type: 'refused', code: 'late', say: { k: 'refused-late' }, key: submission().key });
  };

  it('says which event was told last', async () => {
    await staged();
    void model.composer.send();
    await turn();
    expect(submission().since).toBe(2);
  });

  it.each([1, 2])('knows nothing of %s moves of which the last is still being told', async (moves) => {
    await staged();
    if (moves === 2) socket().hear(update(3, 1));
    socket().hear({ ...update(2 + moves, 1), steps: [{ say, seat: 1 }, { say, seat: 2 }] });
    await turn();
    expect(model.sync.newest).toBe(2 + moves);
    void model.composer.send();
    await turn();
    expect(submission().since).toBe(2);
  });

  it('knows what its seat was told although the pieces did not agree and the position is asked for again', async () => {
    await staged();
    await hear({ ...update(3, 1), check: 'ff' });
    expect(socket().sent.at(-2)).toMatchObject({ type: 'hello', since: 0 });
    void model.composer.send();
    await answer(done(false));
    expect(submission().since).toBe(3);
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
    expect([sent(), submission().since]).toEqual([[['a']], 2]);
    await refuse();
    await answer(done(false));
    expect([model.composer.act.plies, model.sync.reason?.say?.k]).toEqual([['a'], 'refused-late']);
    reload();
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
  const begin = choices('a', 'b');

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
    reload();
    await seated(begin);
    expect(model.composer.act.plies).toEqual(['a']);
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
