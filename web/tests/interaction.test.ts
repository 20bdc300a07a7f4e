import { describe, expect, it } from 'vitest';
import { Interaction } from '../src/lib/table/interaction.svelte';
import type { Choices, Option } from '../src/lib/protocol';

const prompt = { k: 'prompt' };
const tile = (cell: string): Option => ({ ply: cell, path: [`spot:${cell}`] });
const bridge = (a: string, b: string): Option[] => [
  { ply: `${a}-${b}`, path: [`spot:${a}`, `spot:${b}`] },
  { ply: `${a}-${b}`, path: [`spot:${b}`, `spot:${a}`] },
];

/** Two tiles on a1, a2, a3, or one of two bridges from c1. */
function rules(plies: string[]): Choices {
  if (plies.length === 2 || plies[0]?.includes('-')) return { options: [], prompt, complete: true };
  const cells = ['a1', 'a2', 'a3'].filter((cell) => !plies.includes(cell)).map(tile);
  if (plies.length) return { options: cells, prompt };
  const prompts = { 'spot:c1': { k: 'prompt-bridge' } };
  return { options: [...cells, ...bridge('c1', 'c3'), ...bridge('c1', 'd3')], prompt, prompts };
}

async function begun(): Promise<Interaction> {
  const act = new Interaction(async (plies) => {
    if (plies.some((ply) => ply.startsWith('z'))) throw new Error('refused');
    return rules(plies);
  });
  await act.start();
  return act;
}

describe('staging', () => {
  it('stages a ply when its path is complete', async () => {
    const act = await begun();
    expect(await act.choose('spot:a1')).toBe('chosen');
    expect(act.plies).toEqual(['a1']);
    expect([...act.targets]).toEqual(['spot:a2', 'spot:a3']);
    expect(act.complete).toBe(false);
    await act.choose('spot:a3');
    expect(act.plies).toEqual(['a1', 'a3']);
    expect(act.complete).toBe(true);
  });

  it('follows a path of several targets, in either order', async () => {
    const act = await begun();
    await act.choose('spot:c3');
    expect([...act.targets]).toEqual(['spot:c1']);
    await act.choose('spot:c1');
    expect(act.plies).toEqual(['c1-c3']);
    expect(act.complete).toBe(true);
  });

  it('tells targets that only begin a ply from those that complete one', async () => {
    const act = await begun();
    expect([...act.begins].toSorted()).toEqual(['spot:c1', 'spot:c3', 'spot:d3']);
    await act.choose('spot:c1');
    expect([...act.targets].toSorted()).toEqual(['spot:c3', 'spot:d3']);
    expect([...act.begins]).toEqual([]);
  });

  it('shows the instruction of the path begun', async () => {
    const act = await begun();
    await act.choose('spot:c1');
    expect(act.prompt).toEqual({ k: 'prompt-bridge' });
    await act.back();
    expect(act.prompt).toEqual(prompt);
  });

  it('reports a target that leads nowhere', async () => {
    const act = await begun();
    expect(await act.choose('spot:h8')).toBe('none');
    expect(act.plies).toEqual([]);
  });
});

describe('taking back', () => {
  it('takes back by touching the chosen target again', async () => {
    const act = await begun();
    await act.choose('spot:c1');
    expect(await act.choose('spot:c1')).toBe('back');
    expect(act.path).toEqual([]);
    await act.choose('spot:a1');
    expect(await act.choose('spot:a1')).toBe('back');
    expect(act.plies).toEqual([]);
    expect(act.targets.has('spot:a1')).toBe(true);
  });

  it('starts again from another first target', async () => {
    const act = await begun();
    await act.choose('spot:c1');
    await act.choose('spot:a2');
    expect(act.plies).toEqual(['a2']);
    expect(act.path).toEqual([]);
  });

  it('unwinds the path first, then the plies', async () => {
    const act = await begun();
    await act.choose('spot:a1');
    await act.choose('spot:a2');
    await act.back();
    expect(act.plies).toEqual(['a1']);
    await act.back();
    expect(act.plies).toEqual([]);
    expect(act.canBack).toBe(false);
    expect(act.targets.has('spot:c1')).toBe(true);
  });

  it('removes an earlier ply and keeps later plies that stay legal', async () => {
    const act = await begun();
    await act.choose('spot:a1');
    await act.choose('spot:a2');
    expect(await act.choose('spot:a1')).toBe('back');
    expect(act.plies).toEqual(['a2']);
    await act.back();
    expect(act.plies).toEqual([]);
    expect(act.targets.has('spot:a1')).toBe(true);
  });

  it('removes an earlier ply together with later plies that become illegal', async () => {
    const act = new Interaction(async (plies) => {
      if (plies[0] === 'a2') throw new Error('refused');
      return rules(plies);
    });
    await act.start();
    await act.choose('spot:a1');
    await act.choose('spot:a2');
    expect(await act.choose('spot:a1')).toBe('back');
    expect(act.plies).toEqual([]);
  });
});

describe('fast touches', () => {
  it('are applied in order', async () => {
    const act = new Interaction(async (plies) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return rules(plies);
    });
    await act.start();
    expect(await Promise.all([act.choose('spot:a3'), act.choose('spot:a1')])).toEqual(['chosen', 'chosen']);
    expect(act.plies).toEqual(['a3', 'a1']);
    expect(act.complete).toBe(true);
  });

  it('are dropped by Back', async () => {
    const pending: ((choices: Choices) => void)[] = [];
    const act = new Interaction((plies) => (plies.length ? new Promise((resolve) => pending.push(resolve)) : Promise.resolve(rules([]))));
    await act.start();
    const choosing = act.choose('spot:a1');
    const hasty = act.choose('spot:a2');
    await act.back();
    pending[0]!(rules(['a1']));
    await choosing;
    expect(await hasty).toBe('ignored');
    expect(act.plies).toEqual([]);
  });
});

describe('a position that changes', () => {
  /** Places taken by others meanwhile. */
  let gone: string[];
  async function composing(...targets: string[]): Promise<Interaction> {
    gone = [];
    const act = new Interaction(async (plies) => {
      if (plies.some((ply) => gone.includes(ply))) throw new Error('refused');
      const choices = rules(plies);
      return { ...choices, options: choices.options.filter((o) => !gone.some((ply) => o.path.includes(`spot:${ply}`))) };
    });
    await act.start();
    for (const target of targets) await act.choose(`spot:${target}`);
    return act;
  }

  it('keeps staged plies and asks again what may follow', async () => {
    const act = await composing('a1');
    gone = ['a2'];
    const renewing = act.renew();
    expect(act.shown).toEqual(rules(['a1']));
    expect(await act.choose('spot:a2')).toBe('none');
    await renewing;
    expect(act.plies).toEqual(['a1']);
    expect([...act.targets]).toEqual(['spot:a3']);
  });

  it('asks again after Back', async () => {
    const act = await composing('a1', 'a3');
    gone = ['a2'];
    await act.renew();
    expect(act.complete).toBe(true);
    await act.back();
    expect([...act.targets]).toEqual(['spot:a3']);
    await act.back();
    expect(act.plies).toEqual([]);
    expect(act.targets.has('spot:a1')).toBe(true);
    expect(act.targets.has('spot:a2')).toBe(false);
  });

  it('still lets a staged ply be replaced or preceded', async () => {
    const act = await composing('a1');
    const { others } = act;
    await act.renew();
    expect(act.others).toEqual(others);
    expect(await act.insert('spot:a3', 0)).toBe(true);
    expect(act.plies).toEqual(['a3', 'a1']);
    await act.renew();
    expect(await act.choose('spot:c1')).toBe('chosen');
    expect(act.plies).toEqual([]);
    expect([...act.targets]).toEqual(['spot:c3', 'spot:d3']);
  });

  it('asks again before a staged ply is replaced', async () => {
    const act = await composing('a1');
    gone = ['c1'];
    await act.renew();
    expect(act.others.has('spot:c1')).toBe(true);
    expect(await act.choose('spot:c1')).toBe('none');
    expect([act.plies, act.others.has('spot:c1')]).toEqual([['a1'], false]);
  });

  it('keeps a begun path while it leads somewhere', async () => {
    const act = await composing('c1');
    gone = ['d3'];
    await act.renew();
    expect(act.path).toEqual(['spot:c1']);
    expect([...act.targets]).toEqual(['spot:c3']);
    gone = ['c1'];
    await act.renew();
    expect(act.path).toEqual([]);
  });

  it('still lets a ply in the middle be replaced after the turn was restored', async () => {
    const act = await composing('a1', 'a2');
    const { staged, answers, others } = act;
    const again = await composing();
    await again.restore(staged, answers);
    expect(again.others).toEqual(others);
    expect(await again.choose('spot:a3')).toBe('chosen');
    expect(again.plies).toEqual(['a1', 'a3']);
  });

  it('throws when staged plies become illegal', async () => {
    const act = await composing('a1');
    gone = ['a1'];
    await expect(act.renew()).rejects.toThrow('refused');
  });

  it('ignores outdated answers', async () => {
    const pending: { resolve: (choices: Choices) => void; reject: (refusal: Error) => void }[] = [];
    const act = new Interaction(() => new Promise((resolve, reject) => pending.push({ resolve, reject })));
    const first = act.start();
    const second = act.renew();
    pending[1]!.resolve(rules([]));
    pending[0]!.reject(new Error('refused'));
    await Promise.all([first, second]);
    expect(act.targets.has('spot:a1')).toBe(true);
  });
});

describe('typing', () => {
  it('stages a whole turn', async () => {
    const act = await begun();
    await act.type(' A1, a3 ');
    expect(act.plies).toEqual(['a1', 'a3']);
    expect(act.complete).toBe(true);
  });

  it('keeps what was staged before the refused ply', async () => {
    const act = await begun();
    await expect(act.type('a1 z9')).rejects.toThrow('refused');
    expect(act.plies).toEqual(['a1']);
    expect(act.targets.has('spot:a2')).toBe(true);
  });

  it('replaces a complete turn', async () => {
    const act = await begun();
    await act.type('a1 a2');
    expect(await act.type('c1-c3')).toBe(true);
    expect(act.plies).toEqual(['c1-c3']);
    expect(act.complete).toBe(true);
  });

  it('ignores a repetition while the first answer is on its way', async () => {
    const act = await begun();
    const first = act.type('c1-c3');
    expect(await act.type('c1-c3')).toBe(false);
    expect(await first).toBe(true);
    expect(act.plies).toEqual(['c1-c3']);
    expect(act.complete).toBe(true);
  });
});

describe('turning', () => {
  /** A tile on one of three places, in two turns; then, from c alone, a second ply. */
  function turns(plies: string[]): Choices {
    if (plies.length === 2 || (plies[0] && !plies[0].startsWith('c'))) return { options: [], prompt, complete: true };
    if (plies.length) return { options: [{ ply: 'last', path: ['spot:z'] }], prompt };
    const ways = (place: string): Option[] => ['', '~'].map((turn) => ({ ply: place + turn, path: [`spot:${place}`] }));
    return { options: ['a', 'b', 'c'].flatMap(ways), prompt };
  }

  async function laid(place: string, ask = async (plies: string[]) => turns(plies)): Promise<Interaction> {
    const act = new Interaction(ask);
    await act.start();
    await act.choose(`spot:${place}`);
    return act;
  }

  it('turns a staged piece when it is touched again, and around again', async () => {
    const act = await laid('a');
    expect(act.plies).toEqual(['a']);
    expect(act.canTurn).toBe(true);
    expect(await act.choose('spot:a')).toBe('chosen');
    expect(act.plies).toEqual(['a~']);
    expect(act.complete).toBe(true);
    await act.turn();
    expect(act.plies).toEqual(['a']);
    await act.back();
    expect(act.plies).toEqual([]);
    expect(act.canTurn).toBe(false);
  });

  it('moves a staged piece to another place', async () => {
    const act = await laid('a');
    expect([...act.others]).toEqual(['spot:b', 'spot:c']);
    expect(await act.choose('spot:b')).toBe('chosen');
    expect(act.plies).toEqual(['b']);
    expect([...act.others]).toEqual(['spot:a', 'spot:c']);
  });

  it('turns only the last staged piece', async () => {
    const act = await laid('c');
    await act.choose('spot:c');
    expect(act.plies).toEqual(['c~']);
    await act.choose('spot:z');
    expect(act.plies).toEqual(['c~', 'last']);
    expect(act.canTurn).toBe(false);
    expect(await act.choose('spot:c')).toBe('back');
    expect(act.plies).toEqual(['last']);
  });

  it('turns a typed ply', async () => {
    const act = await laid('a');
    await act.type('b~');
    expect(act.plies).toEqual(['b~']);
    await act.turn();
    expect(act.plies).toEqual(['b']);
  });

  it('shows the old preview and sends nothing until the answer comes', async () => {
    let answer = (): void => undefined;
    const act = await laid('a', (plies) => {
      if (plies[0] !== 'a~') return Promise.resolve(turns(plies));
      return new Promise((resolve) => (answer = () => resolve({ ...turns(plies), put: [] })));
    });
    const before = act.shown;
    const turning = act.turn();
    expect(act.shown).toBe(before);
    expect(act.complete).toBe(false);
    answer();
    await turning;
    expect(act.shown).not.toBe(before);
  });
});

describe('ordered slots', () => {
  it('remove a ply and keep those after it', async () => {
    const act = await begun();
    await act.choose('spot:a1');
    await act.choose('spot:a2');
    await act.remove(0);
    expect(act.plies).toEqual(['a2']);
    expect(act.targets).toEqual(new Set(['spot:a1', 'spot:a3']));
  });

  it('move a ply and insert one', async () => {
    const act = await begun();
    await act.choose('spot:a1');
    await act.choose('spot:a2');
    await act.move(1, 0);
    expect(act.plies).toEqual(['a2', 'a1']);
    expect(act.complete).toBe(true);
    await act.remove(1);
    expect(await act.insert('spot:a3', 0)).toBe(true);
    expect(act.plies).toEqual(['a3', 'a2']);
    expect(await act.insert('spot:a3', 0)).toBe(false);
    expect(await act.insert('spot:nowhere', 0)).toBe(false);
  });

  it('keep everything if the new order is refused', async () => {
    let refuse = false;
    const act = new Interaction((plies) => (refuse ? Promise.reject(new Error('refused')) : Promise.resolve(rules(plies))));
    await act.start();
    await act.choose('spot:a1');
    await act.choose('spot:a2');
    refuse = true;
    await expect(act.move(0, 1)).rejects.toThrow('refused');
    expect(act.plies).toEqual(['a1', 'a2']);
    expect(act.complete).toBe(true);
  });
});

describe('an offer', () => {
  /** Give or want wood and ore; what is in the offer can be taken out of it. */
  function offering(plies: string[]): Choices {
    const option = (ply: string): Option => ({ ply, path: [`piece:${ply}`] });
    const removes = Object.fromEntries(plies.map((ply) => [`piece:less-${ply}`, ply]));
    return { options: ['give', 'want'].map(option), prompt, removes, complete: plies.length > 2, certain: plies.length > 2 };
  }
  const staged = ['give', 'give', 'want'].map((ply) => ({ ply, path: [], turns: [ply] }));

  it('is restored with one question', async () => {
    let questions = 0;
    const act = new Interaction((plies) => {
      questions++;
      return Promise.resolve(offering(plies));
    });
    await act.start();
    await act.restore(staged);
    expect(act.plies).toEqual(['give', 'give', 'want']);
    expect(questions).toBe(2);
    expect(act.complete && act.certain).toBe(true);
  });

  it('loses the last ply that a target removes', async () => {
    const act = new Interaction((plies) => Promise.resolve(offering(plies)));
    await act.start();
    await act.restore(staged);
    expect(act.targets.has('piece:less-give')).toBe(true);
    expect(await act.choose('piece:less-give')).toBe('back');
    expect(act.plies).toEqual(['give', 'want']);
    await act.choose('piece:less-want');
    expect(act.targets.has('piece:less-want')).toBe(false);
    expect(act.plies).toEqual(['give']);
  });
});

describe('a forced ply', () => {
  it('is the only legal one, with nothing staged', async () => {
    const act = new Interaction((plies) => Promise.resolve(plies.length ? { options: [], prompt, complete: true } : { options: bridge('a1', 'c1'), prompt }));
    await act.start();
    expect(act.forced).toBe(true);
    await act.choose('spot:a1');
    await act.choose('spot:c1');
    expect(act.forced).toBe(false);
    expect(act.complete).toBe(true);
    expect(act.certain).toBe(false); // the server does not say that it reveals nothing
  });
});

describe('a staged piece', () => {
  const put = [{ id: 'tile:a1', sprite: 'light', at: 'a1' }];
  const begin: Choices = { options: [{ ...tile('a1'), put }], prompt, complete: false };
  let reply: (answer: Choices) => void;
  let refuse: (reason: Error) => void;

  async function staging(): Promise<Interaction> {
    const act = new Interaction((plies) => (plies.length ? new Promise((resolve, reject) => ([reply, refuse] = [resolve, reject])) : Promise.resolve(begin)));
    await act.start();
    return act;
  }

  it('is shown before the server has answered, and replaced by its answer', async () => {
    const act = await staging();
    const touch = act.choose('spot:a1');
    expect(act.shown?.put).toEqual(put);
    expect(act.complete).toBe(false);
    const whole = [...put, { id: 'town:a1', sprite: 'town', at: 'a1' }];
    reply({ options: [], prompt, complete: true, put: whole });
    await touch;
    expect(act.shown?.put).toEqual(whole);
  });

  it('disappears if the server refuses it', async () => {
    const act = await staging();
    const touch = act.choose('spot:a1');
    refuse(new Error('refused'));
    await expect(touch).rejects.toThrow('refused');
    expect(act.shown).toEqual(begin);
    expect(act.plies).toEqual([]);
  });
});
