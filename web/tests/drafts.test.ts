import { describe, expect, it } from 'vitest';
import { answer, asked, choices, composeTurns, done, hear, looked, model, newest, option, reload, seated, sent, turn, visit, welcome } from './composing';
import { prefs } from '../src/lib/prefs.svelte';
import { say, view } from './messages';
import { socket } from './socket';

composeTurns();

describe('a draft', () => {
  const five = choices('a', 'b', 'c');
  /** Sit down and stage the first of three choices. */
  const staged = async (): Promise<void> => {
    await seated(five);
    void model.composer.choose('spot:a');
    await answer(five);
  };

  it('survives a reload', async () => {
    await staged();
    reload();
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
    reload();
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
    reload();
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
    reload();
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
    reload();
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
    reload();
    await seated(five);
    expect(asked()).toBe(1);
  });

  it('survives a touch before it is staged again', async () => {
    await staged();
    model.sync.lookAs(1);
    await model.composer.choose('spot:b');
    reload();
    await seated(five);
    await answer(five);
    expect(model.composer.act.plies).toEqual(['a']);
  });

  it('is void once its seat has played in another browser', async () => {
    await staged();
    reload();
    await seated(five, { seq: 1, lines: [{ say, seat: 1 }] });
    expect(model.composer.act.plies).toEqual([]);
    expect(asked()).toBe(1);
  });

  it('is cleared with the turn', async () => {
    await staged();
    void model.composer.drop();
    await answer(five);
    expect(model.composer.act.plies).toEqual([]);
    reload();
    await seated(five);
    expect(model.composer.act.plies).toEqual([]);
  });
});
