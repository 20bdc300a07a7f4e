import { describe, expect, it, vi } from 'vitest';
import { answer, composeTurns, done, model, option, seated, sent, turn } from './composing';
import { prefs } from '../src/lib/prefs.svelte';
import type { Button, Choices } from '../src/lib/protocol';
import { say, view } from './messages';
import { socket } from './socket';

composeTurns();

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
