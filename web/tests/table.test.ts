import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// The preferences module reads the browser when it is imported.
vi.hoisted(() => vi.stubGlobal('navigator', { language: 'en' }));

import { LINE_TIMES, prefs } from '../src/lib/prefs.svelte';
import { TableModel } from '../src/lib/table/model.svelte';
import { say, update, view } from './messages';
import { fakeBrowser, socket } from './socket';

const option = (ply: string) => ({ ply, path: [`spot:${ply}`] });
const turn = () => new Promise((resolve) => setTimeout(resolve));

let model: TableModel;

beforeEach(() => {
  fakeBrowser();
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, json: () => Promise.resolve({}) }));
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  model = new TableModel('t');
  socket().open();
});

afterEach(() => {
  model.close();
  vi.unstubAllGlobals();
});

/** Answer the newest question as a game with two plies a turn, `a` to `d`; plies in `gone` are illegal. */
async function answer(...gone: string[]): Promise<void> {
  const { ask, plies } = socket().sent.findLast((message) => message['type'] === 'choices') as { ask: number; plies: string[] };
  const options = ['a', 'b', 'c', 'd'].filter((ply) => ![...plies, ...gone].includes(ply)).map(option);
  const complete = plies.length === 2;
  if (plies.some((ply) => gone.includes(ply))) socket().hear({ type: 'refused', code: 'illegal', say, ask });
  else socket().hear({ type: 'choices', ask, choices: { prompt: say, options: complete ? [] : options, complete } });
  await turn();
}

async function seated(...you: number[]): Promise<void> {
  socket().hear({ type: 'welcome', table: { stage: '/stage' }, you, seq: 0, view: view(0, 1, 2), log: [] });
  await turn();
  await answer();
}

async function choose(...plies: string[]): Promise<void> {
  for (const ply of plies) {
    void model.composer.choose(`spot:${ply}`);
    await answer();
  }
}

async function hear(message: object): Promise<void> {
  socket().hear(message);
  await turn();
}

const sentOf = (type: string) => socket().sent.filter((message) => message['type'] === type);

describe('a turn being composed', () => {
  it('survives moves of others', async () => {
    await seated(1);
    await choose('a');
    await hear(update(1, 1, 2));
    expect(model.composer.act.plies).toEqual(['a']);
    await answer('b');
    expect(model.composer.act.plies).toEqual(['a']);
    expect([...model.composer.act.targets]).toEqual(['spot:c', 'spot:d']);
    expect(model.sync.reason).toBeUndefined();
  });

  it('survives a reconnection', async () => {
    await seated(1);
    await choose('a', 'b');
    vi.useFakeTimers();
    socket().onclose!({ code: 1006 });
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    socket().open();
    await hear({ type: 'welcome', table: { stage: '/stage' }, you: [1], seq: 3, view: view(1), log: [] });
    await answer();
    expect(model.composer.act.complete).toBe(true);
  });

  it('is dropped with a reason when it becomes illegal', async () => {
    await seated(1);
    await choose('a');
    await hear(update(1, 1, 2));
    await answer('a');
    await answer('a');
    expect(model.composer.act.plies).toEqual([]);
    expect(model.sync.reason?.say?.k).toBe('turn-dropped');
    expect([...model.composer.act.targets]).toEqual(['spot:b', 'spot:c', 'spot:d']);
  });

  it('repeats its task where a touch leads nowhere and breaks no rule', async () => {
    await seated(1);
    void model.composer.choose('spot:z');
    await turn();
    const { ask } = sentOf('why')[0] as unknown as { ask: number };
    await hear({ type: 'refused', code: 'illegal', say: { k: 'refused-nothing-there' }, ask });
    expect(model.sync.reason?.say).toEqual({ k: 'nothing-there', a: { task: say } });
  });

  it('ends when another seat is to move', async () => {
    await seated(1);
    await choose('a');
    await hear(update(1, 0));
    expect(model.composer.act.plies).toEqual([]);
    expect(model.composer.act.targets.size).toBe(0);
  });

  it('is not passed on to another seat of the same browser', async () => {
    await seated(0, 1);
    await choose('a');
    await hear(update(1, 1));
    expect(model.composer.act.plies).toEqual([]);
    await answer();
    expect(model.composer.act.targets.size).toBe(4);
  });
});

describe('moves of others', () => {
  const told = (seq: number, ...movers: number[]) => ({ ...update(seq, ...movers), steps: [{ say, seat: seq }] });
  const wait = (time: number) => vi.advanceTimersByTimeAsync(time);

  afterEach(() => {
    prefs.speed = 'instant';
    vi.useRealTimers();
  });

  it('are played one after the other, however fast they come', async () => {
    await seated(1);
    prefs.speed = 'normal';
    vi.useFakeTimers();
    socket().hear(told(1, 2));
    socket().hear(told(2, 0));
    await wait(0);
    expect(model.sync.log).toHaveLength(1);
    await wait(LINE_TIMES.normal - 1);
    expect(model.sync.log).toHaveLength(1);
    await wait(1);
    expect(model.sync.log).toHaveLength(2);
    await wait(LINE_TIMES.normal);
    socket().hear(told(3, 1)); // no pause after a slow move
    await wait(0);
    expect(model.sync.log).toHaveLength(3);
  });

  it('are skipped by a touch, which counts if it is legal then', async () => {
    await seated(1);
    prefs.speed = 'normal';
    vi.useFakeTimers();
    socket().hear(told(1, 2));
    socket().hear(told(2, 1));
    await wait(0);
    expect(model.playback.active).toBe(true);
    void model.composer.choose('spot:a');
    await wait(0);
    vi.useRealTimers();
    await answer();
    await answer();
    expect(model.sync.moves).toHaveLength(2);
    expect(model.composer.act.plies).toEqual(['a']);
  });

  it('are played without a pause at instant speed', async () => {
    await seated(1);
    prefs.speed = 'instant';
    vi.useFakeTimers();
    for (const seq of [1, 2, 3]) socket().hear(told(seq, 0));
    await wait(0);
    expect(model.sync.log).toHaveLength(3);
  });
});

describe('a sent turn', () => {
  const sent = () => socket().sent.findLast((message) => message['type'] === 'submit')!;

  it.each(['ack first', 'update first'])('stays staged until its update comes (%s)', async (order) => {
    await seated(0, 1);
    await choose('a', 'b');
    void model.composer.send();
    await hear(update(1, 0, 1, 2)); // another seat was faster
    expect(model.composer.act.plies).toEqual(['a', 'b']);
    const messages = [{ type: 'ack', key: sent()['key'], seq: 2 }, update(2, 1, 2)];
    if (order === 'update first') messages.reverse();
    await hear(messages[0]!);
    expect(model.composer.sending).toBe(true);
    expect(model.composer.act.plies).toEqual(['a', 'b']);
    await hear(messages[1]!);
    expect(model.composer.sending).toBe(false);
    expect(model.composer.act.plies).toEqual([]);
    await answer();
    expect(model.composer.seat).toBe(1);
    expect(model.composer.act.targets.size).toBe(4);
  });

  it('stays staged after a refusal if it is still legal', async () => {
    await seated(0);
    await choose('a', 'b');
    void model.composer.send();
    await hear({ type: 'refused', code: 'failed', say: { k: 'refused-storage' }, key: sent()['key'] });
    await answer();
    expect(model.composer.act.complete).toBe(true);
    expect(model.composer.sending).toBe(false);
    expect(model.sync.reason?.say?.k).toBe('refused-storage');
  });

  it('is cleared by the welcome after a reconnection', async () => {
    await seated(0);
    await choose('a', 'b');
    void model.composer.send();
    await hear({ type: 'ack', key: sent()['key'], seq: 1 });
    await hear({ type: 'welcome', table: { stage: '/stage' }, you: [0], seq: 1, view: view(1), log: [] });
    expect(model.composer.sending).toBe(false);
    expect(model.composer.act.plies).toEqual([]);
  });
});

describe('a button of the game', () => {
  const hearPass = async (options: string[], complete = false): Promise<void> => {
    const { ask } = socket().sent.findLast((message) => message['type'] === 'choices') as { ask: number };
    const found = options.map((ply) => ({ ply, path: [ply === 'pass' ? 'button:pass' : `spot:${ply}`] }));
    await hear({ type: 'choices', ask, choices: { prompt: say, options: found, complete } });
  };
  const press = async (...options: string[]): Promise<void> => {
    socket().hear({ type: 'welcome', table: { stage: '/stage' }, you: [0], seq: 0, view: view(0), log: [] });
    await turn();
    await hearPass(options);
    void model.composer.press({ id: 'pass', label: say });
    await hearPass([], true);
  };

  it('sends the turn if there is no choice', async () => {
    await press('pass');
    expect(sentOf('submit')).toMatchObject([{ plies: ['pass'] }]);
  });

  it('waits for a confirmation if there is a choice', async () => {
    await press('pass', 'a');
    expect(model.composer.act.complete).toBe(true);
    expect(sentOf('submit')).toEqual([]);
  });
});

describe('an earlier position', () => {
  it('that was asked for one seat is not shown to the next', async () => {
    const looked = (n: number, colour: string) => hear({ type: 'look', ask: sentOf('look')[n]!['ask'], event: 1, view: { ...view(), colours: [colour] } });
    const log = [1, 2].map((seq) => ({ seq, lines: [] }));
    socket().hear({ type: 'welcome', table: { stage: '/stage' }, you: [0, 1], seq: 2, view: view(), log });
    await turn();
    void model.lookAt(1);
    model.sync.lookAs(1);
    void model.lookAt(1);
    await looked(0, 'of seat 0');
    expect(model.history.look).toBeUndefined();
    await looked(1, 'of seat 1');
    expect(model.history.look?.view.colours).toEqual(['of seat 1']);
    model.present();
    await model.lookAt(1);
    expect(model.history.look?.view.colours).toEqual(['of seat 1']);
  });
});

describe('the pieces of the last move', () => {
  const line = (k: string, ...ids: string[]) => ({ say: { k }, ids });
  const log = [
    { seq: 1, lines: [line('played', 'a')] },
    { seq: 2, lines: [line('event-undo-ask')] },
    { seq: 3, lines: [line('event-undo-no')] },
  ];

  it.each([
    ['stay marked while a request is made and refused', log, ['a']],
    ['are not marked when the move was taken back', [...log, { seq: 4, lines: [line('event-undo-back')] }], []],
    ['are not marked when the next move has none', [...log, { seq: 4, lines: [line('swapped')] }], []],
  ])('%s', async (_, entries, marked) => {
    socket().hear({ type: 'welcome', table: { stage: '/stage' }, you: [], seq: entries.length, view: view(), log: entries });
    await turn();
    expect([...model.display.last]).toEqual(marked);
  });
});

describe('commands', () => {
  const fair = { commitment: 'c' };

  async function sits(table: object, ...you: number[]): Promise<void> {
    socket().hear({ type: 'welcome', table: { stage: '/stage', ...table }, you, seq: 0, view: view(), log: [] });
    await turn();
  }

  it('add a nonce for each own seat that has none', async () => {
    await sits({ fair: { ...fair, nonces: [{ seat: 0, ply: 0, nonce: 'n' }] } }, 0, 2);
    const added = sentOf('nonce');
    expect(new Set(added.map((message) => message['seat']))).toEqual(new Set([2]));
    expect(added).toHaveLength(1);
    expect(added[0]!['nonce']).toMatch(/^[0-9a-f]{32}$/);
    await hear({ type: 'table', table: { stage: '/stage', fair }, you: [0, 2] });
    expect(new Set(sentOf('nonce').map((message) => message['seat']))).toEqual(new Set([2, 0]));
  });

  it('add no nonce in a game without chance, nor after the last draw', async () => {
    await sits({}, 0);
    await hear({ type: 'table', table: { stage: '/stage', fair: { ...fair, seed: 's' } }, you: [0] });
    expect(sentOf('nonce')).toEqual([]);
  });

  it('take back for the seat that submitted last, answer for the seat that is asked, and withdraw for the one that asks', async () => {
    await sits({}, 0, 1);
    await hear({ type: 'actions', takebacks: [{ seat: 1, free: true }, { seat: 0 }] });
    void model.commands.takeBack();
    expect(sentOf('undo')).toMatchObject([{ seat: 1 }]);
    await hear({ type: 'actions', request: { seat: 2, waits: [1] } });
    void model.commands.answer(false);
    expect(sentOf('answer')).toMatchObject([{ seat: 1, agree: false }]);
    await hear({ type: 'actions', request: { seat: 0, waits: [2], asked: 7 } });
    void model.commands.withdraw();
    expect(sentOf('withdraw')).toMatchObject([{ seat: 0, asked: 7 }]);
  });

  it('store the name of the first own seat alone as the reader’s', async () => {
    prefs.name = 'Ada';
    await sits({}, 0, 1);
    await model.commands.rename(1, 'Bo');
    expect(prefs.name).toBe('Ada');
    await model.commands.rename(0, 'Ada L.');
    expect(prefs.name).toBe('Ada L.');
  });

  it('take a seat back from the computer', async () => {
    await sits({});
    await hear({ type: 'actions', lost: [1] });
    void model.commands.comeBack();
    expect(sentOf('return')).toMatchObject([{ seat: 1 }]);
  });
});

describe('the mark of the last move', () => {
  it('shows all pieces of the move, none of its consequences', async () => {
    await seated(1);
    const line = (k: string, ...ids: string[]) => ({ say: { k }, ids, seat: 0 });
    await hear({ ...update(1, 1), steps: [line('starts'), line('stone', 's1'), line('stone', 's2'), line('scores', 'p1')] });
    model.playback.skip();
    await turn();
    expect([...model.display.last]).toEqual(['s1', 's2']);
  });
});

describe('the list of moves', () => {
  it('leaves out contributions to the draws', async () => {
    const entry = (seq: number, k: string) => ({ seq, lines: [{ say: { k } }] });
    const log = [entry(1, 'event-nonce'), entry(2, 'top-say-lay')];
    socket().hear({ type: 'welcome', table: { stage: '/stage' }, you: [1], seq: 2, view: view(1), log });
    await turn();
    expect(model.sync.moves.map(({ seq }) => seq)).toEqual([2]);
    expect(model.display.move).toBe(1);
  });
});

describe('chat', () => {
  const said = (seq: number, text: string) => ({ type: 'chat', seq, seat: 0, text, at: 0 });

  it('is shown once and does not shift the move numbers', async () => {
    await seated(1);
    await hear(said(1, 'hello'));
    await hear(update(2, 1));
    await hear({ type: 'welcome', table: { stage: '/stage' }, you: [1], seq: 3, view: view(1), log: [], chat: [said(1, 'hello'), said(3, 'again')] });
    expect(model.sync.chat.map((line) => line.text)).toEqual(['hello', 'again']);
    expect(model.sync.log.map((entry) => entry.seq)).toEqual([2]);
    expect(model.display.move).toBe(1);
  });
});

describe('an analysis', () => {
  const asked = (type: string) => socket().sent.findLast((message) => message['type'] === type) as { ask: number; what_if?: unknown; tried?: unknown };

  async function looked(tried: object[], ...movers: number[]): Promise<void> {
    socket().hear({ type: 'look', ask: asked('look').ask, event: 0, view: view(...movers), tried });
    await turn();
    if (movers.length) await answer();
  }

  it('is never submitted, keeps what chance drew, and takes moves back one by one', async () => {
    await seated(1);
    void model.analyse();
    await looked([], 2);
    expect(model.composer.seat).toBe(2);
    await choose('a', 'b');
    void model.composer.send();
    expect(asked('look').tried).toEqual([{ seat: 2, plies: ['a', 'b'] }]);
    const drawn = [{ seat: 2, plies: ['a', 'b'] }, { seat: 7, plies: ['six'] }];
    await looked(drawn, 0);
    expect(asked('choices').what_if).toEqual({ event: 0, moves: drawn });
    await hear(update(1, 0, 1));
    expect(model.analysis.board?.moves).toEqual(drawn);
    void model.composer.back();
    await looked([], 2);
    expect(model.analysis.board?.moves).toEqual([]);
    model.leaveAnalysis();
    await answer();
    expect(asked('choices').what_if).toBeUndefined();
    expect(model.composer.seat).toBe(1);
    expect(socket().sent.some((message) => message['type'] === 'submit')).toBe(false);
  });

  it('begins at an earlier position and goes back to it', async () => {
    socket().hear({ type: 'welcome', table: { stage: '/stage' }, you: [1], seq: 2, view: view(1), log: [1, 2].map((seq) => ({ seq, lines: [] })) });
    await turn();
    await answer();
    void model.lookAt(1);
    socket().hear({ type: 'look', ask: asked('look').ask, event: 1, view: view(0) });
    await turn();
    void model.analyse();
    await looked([], 0);
    expect(model.display.live).toBe(false);
    expect(model.composer.seat).toBe(0);
    model.leaveAnalysis();
    await turn();
    expect(model.display.event).toBe(1);
    expect(model.history.look?.event).toBe(1);
  });

  it('does not come back after it was left', async () => {
    await seated(1);
    void model.analyse();
    const first = asked('look').ask;
    model.present();
    await hear({ type: 'look', ask: first, event: 0, view: view(2), tried: [] });
    expect(model.analysis.board).toBeUndefined();
    void model.analyse();
    await looked([], 2);
    await choose('a', 'b');
    void model.composer.send();
    model.leaveAnalysis();
    await answer();
    await choose('c');
    await looked([{ seat: 2, plies: ['a', 'b'] }]);
    expect(model.analysis.board).toBeUndefined();
    expect(model.composer.act.plies).toEqual(['c']);
  });

  it('shows what was asked for last', async () => {
    await seated(1);
    void model.openLine(0, [{ moves: [{ seat: 1, plies: ['a'] }], lines: [] }]);
    const late = asked('look').ask;
    void model.openLine(0, []);
    await looked([], 2);
    await hear({ type: 'look', ask: late, event: 0, view: view(0), tried: [] });
    expect(model.analysis.depth).toBe(0);
    expect(model.composer.seat).toBe(2);
  });

  it('waits for the end of a game with secrets', async () => {
    socket().hear({ type: 'welcome', table: { stage: '/stage', hidden: true }, you: [1], seq: 0, view: view(1), log: [], reader: 1 });
    await turn();
    expect(model.analysis.allowed).toBe(false);
    await model.analyse();
    expect(asked('look')).toBeUndefined();
  });
});

describe('an open table', () => {
  it('cannot be played at before all seats are taken', async () => {
    const table = { stage: '/stage', open: true };
    socket().hear({ type: 'welcome', table, you: [1], seq: 0, view: view(1), log: [] });
    await turn();
    expect(model.composer.myTurn).toBe(false);
    await hear({ type: 'table', table: { stage: '/stage' }, you: [1] });
    await answer();
    expect(model.composer.myTurn).toBe(true);
    expect([...model.composer.act.targets]).toContain('spot:a');
  });
});
