import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Argument, Memory } from '../src/lib/kernels';
import { Mixture, type MixtureSettings } from '../src/lib/local/search/mixture';
import { Pacing } from '../src/lib/local/search/pacing';
import type { Workspace } from '../src/lib/local/search/workspace';

const PENNIES = [[1, 0], [0, 1]];
/** Rock, paper, scissors with a double stake for rock: the equilibrium is 1/4, 1/2, 1/4. */
const ROCK_COUNTS_DOUBLE = [[0.5, 0.25, 1], [0.75, 0.5, 0.25], [0, 0.75, 0.5]];

/** Memory and kernels of a game in which seats 0 and 1 choose at once, and `payoffs` are what seat 0 gets. The policy proposes at random. */
class Space {
  readonly #memory = new ArrayBuffer(1 << 17);
  #used = 0;
  #seed = 1;
  readonly kernels = this;
  readonly state = this.array('state', 8, 1);
  readonly root = this.array('root', 8, 1);
  readonly rng = this.array('rng', 8, 1);
  readonly tools: Argument[] = [];
  readonly net: Argument[] = [];
  /** Called before each evaluation with the number of profiles and whether all have the same seed. */
  evaluates: (profiles: number, same: boolean) => void = () => undefined;
  proposes: () => void = () => undefined;

  constructor(
    readonly payoffs: number[][],
    readonly seats = 2,
  ) {}

  array(_: string, itemsize: number, ...shape: number[]): Memory {
    const at = this.#used;
    this.#used += 8 * Math.ceil(shape.reduce((a, b) => a * b, itemsize) / 8);
    return { at, itemsize, shape };
  }

  items<T>(Kind: new (buffer: ArrayBuffer, at: number, length: number) => T, { at, shape }: Memory): T {
    return new Kind(this.#memory, at, shape.reduce((a, b) => a * b, 1));
  }

  copy(): void {}

  movers(): number[] {
    return [0, 1];
  }

  unit(): number {
    this.#seed = (this.#seed * 48271) % 2147483647;
    return this.#seed / 2147483647;
  }

  below(_: Memory, n: number): number {
    return Math.floor(this.unit() * n);
  }

  next64(): bigint {
    return BigInt(this.below(this.rng, 1 << 30));
  }

  call(name: string, ...args: unknown[]): void {
    if (name === 'propose') this.#propose(args[6] as never);
    else if (name === 'evaluate_profiles') this.#evaluate(args[2] as never, args[4] as never, args[5] as never, args[6] as never);
    else expect(name).toBe('hide');
  }

  #propose(rows: Memory): void {
    this.proposes();
    const picks = this.items(Int16Array, rows).fill(-1);
    for (let at = 0; at < picks.length; at += rows.shape[1]!) picks[at] = this.below(this.rng, this.payoffs.length);
  }

  #evaluate(seeds: Memory, picks: Memory, profiles: Memory, results: Memory): void {
    const words = this.items(BigUint64Array, seeds);
    this.evaluates(words.length, words.every((word) => word === words[0]));
    const [actions, rows, rewards] = [this.items(Int16Array, picks), this.items(BigInt64Array, profiles), this.items(Float64Array, results)];
    const [, proposals, longest] = picks.shape as [number, number, number];
    for (let i = 0; i < words.length; i += 1) {
      const [first, second] = [0, 1].map((seat) => actions[(seat * proposals + Number(rows[i * this.seats + seat])) * longest]!);
      rewards[i * this.seats] = this.payoffs[first!]![second!]!;
      rewards[i * this.seats + 1] = 1 - rewards[i * this.seats]!;
    }
  }
}

const TIMED: MixtureSettings = { proposals: 16, candidates: 4, screening: null, rounds: null, seconds: 1, net: false };
const COUNTED: MixtureSettings = { ...TIMED, screening: 2, rounds: 4, seconds: 60 };

function mixture(space: Space, seat: number, settings: MixtureSettings, signal = new AbortController().signal): Promise<Mixture> {
  return new Mixture(space as unknown as Workspace, seat, settings, new Pacing(signal)).run();
}

function expectShares(mixed: Mixture, expected: number[]): void {
  const found = shares(mixed);
  expect(found).toHaveLength(expected.length);
  expected.forEach((share, action) => expect(Math.abs(found[action]! - share)).toBeLessThan(0.02));
}

/** The share of each action. */
function shares(mixed: Mixture): number[] {
  const found: number[] = [];
  for (const { actions, share } of mixed.strategy()) found[actions[0]!] = share;
  return found;
}

afterEach(() => vi.restoreAllMocks());

describe('a mixture', () => {
  it.each([0, 1])('of seat %i is an equilibrium', async (seat) => {
    expectShares(await mixture(new Space(PENNIES), seat, COUNTED), [0.5, 0.5]);
    expectShares(await mixture(new Space(ROCK_COUNTS_DOUBLE), seat, COUNTED), [0.25, 0.5, 0.25]);
  });

  it.each([0, 1])('of seat %i adds responses to a single submission', async (seat) => {
    const after = (rounds: number) => mixture(new Space(PENNIES), seat, { ...COUNTED, candidates: 1, rounds });
    expect((await after(0)).strategy().map(({ share }) => share)).toEqual([1]);
    expectShares(await after(4), [0.5, 0.5]);
  });

  it('orders submissions by their shares, drops rare ones and draws the others', async () => {
    const mixed = await mixture(new Space([[0.5, 0.5, 0.51], [0.5, 0.5, 0.02], [0.49, 0.98, 0.5]]), 0, { ...COUNTED, rounds: 2 });
    const strategy = mixed.strategy();
    const sorted = strategy.map(({ share }) => share).sort((a, b) => b - a);
    expect(strategy.map(({ share }) => share)).toEqual(sorted);
    expect(sorted.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    expect(sorted.at(-1)).toBeGreaterThanOrEqual(0.05 * sorted[0]!);
    const drawn = new Set(Array.from({ length: 200 }, () => mixed.sample().join()));
    expect(drawn).toEqual(new Set(strategy.map(({ actions }) => actions.join())));
  });

  it('is the best of the screening with more than two seats, which takes all the time', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const space = new Space([[0.9, 0.8], [0.2, 0.1]], 3);
    space.evaluates = (profiles, same) => {
      now += profiles;
      expect(same).toBe(false);
    };
    const mixed = await mixture(space, 0, TIMED);
    expect(mixed.strategy()).toEqual([{ actions: [0], share: 1 }]);
    expect(mixed.rounds).toBe(0);
    expect(now).toBeGreaterThanOrEqual(1000);
  });

  it('is screened for a quarter of the time, looks for responses up to three quarters, then lets submissions meet', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const space = new Space(ROCK_COUNTS_DOUBLE);
    const [proposals, meetings]: [number[], number[]] = [[], []];
    space.evaluates = (profiles, same) => {
      if (same) meetings.push(now);
      now += profiles;
    };
    space.proposes = () => proposals.push(now);
    const mixed = await mixture(space, 0, { ...TIMED, proposals: 64 });
    const responses = proposals.filter((time) => time > 0);
    expect(meetings[0]).toBeGreaterThanOrEqual(250);
    expect(meetings[0]).toBeLessThan(300);
    expect(responses.at(-1)).toBeGreaterThan(700);
    expect(responses.at(-1)).toBeLessThan(760);
    expect(mixed.rounds).toBe(responses.length / 2);
    expect(meetings.at(-1)).toBeGreaterThan(950);
    expect(now).toBeLessThan(1050);
  });

  it.each([1, 3, 20, 200])('answers soon after a stop at evaluation %i', async (stopped) => {
    const space = new Space(ROCK_COUNTS_DOUBLE);
    const stop = new AbortController();
    let evaluations = 0;
    space.evaluates = () => {
      evaluations += 1;
      if (evaluations === stopped) stop.abort();
    };
    const mixed = await mixture(space, 0, { ...TIMED, seconds: 1e9 }, stop.signal);
    expect(evaluations - stopped).toBeLessThanOrEqual(3);
    expect(mixed.strategy().reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });
});
