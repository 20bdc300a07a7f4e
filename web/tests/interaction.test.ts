import { describe, expect, it } from 'vitest';
import { Interaction } from '../src/lib/interaction.svelte';
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

  it('shows the instruction of the path begun', async () => {
    const act = await begun();
    await act.choose('spot:c1');
    expect(act.prompt).toEqual({ k: 'prompt-bridge' });
    act.back();
    expect(act.prompt).toEqual(prompt);
  });

  it('knows a target that leads nowhere', async () => {
    const act = await begun();
    expect(await act.choose('spot:h8')).toBe('none');
    expect(act.plies).toEqual([]);
  });
});

describe('changing one’s mind', () => {
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
    act.back();
    expect(act.plies).toEqual(['a1']);
    act.back();
    expect(act.plies).toEqual([]);
    expect(act.canBack).toBe(false);
    expect(act.targets.has('spot:c1')).toBe(true);
  });

  it('takes an earlier ply back together with what came after it', async () => {
    const act = await begun();
    await act.choose('spot:a1');
    await act.choose('spot:a2');
    expect(await act.choose('spot:a1')).toBe('back');
    expect(act.plies).toEqual([]);
  });

  it('forgets an answer that comes after Back', async () => {
    const pending: ((choices: Choices) => void)[] = [];
    const act = new Interaction((plies) => (plies.length ? new Promise((resolve) => pending.push(resolve)) : Promise.resolve(rules([]))));
    await act.start();
    const choosing = act.choose('spot:a1');
    expect(act.targets.size).toBe(0);
    expect(await act.choose('spot:a2')).toBe('ignored');
    act.back();
    pending[0]!(rules(['a1']));
    await choosing;
    expect(act.plies).toEqual([]);
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

  it('puts what is typed in the place of a complete turn', async () => {
    const act = await begun();
    await act.type('a1 a2');
    expect(await act.type('c1-c3')).toBe(true);
    expect(act.plies).toEqual(['c1-c3']);
    expect(act.complete).toBe(true);
  });

  it('takes nothing typed twice while the first answer is on its way', async () => {
    const act = await begun();
    const first = act.type('c1-c3');
    expect(await act.type('c1-c3')).toBe(false);
    expect(await first).toBe(true);
    expect(act.plies).toEqual(['c1-c3']);
    expect(act.complete).toBe(true);
  });
});
