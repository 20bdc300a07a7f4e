/** Mixed strategies over whole submissions, as `tablier.search.regret_matching.Mixture` does it. */

import type { Memory } from '../../kernels.ts';
import type { Pacing } from './pacing.ts';
import type { Workspace } from './workspace.ts';

/** Submissions with less than this part of the share of the most frequent one are dropped. */
const PRUNED = 0.25;
/** The largest number of plies in a submission. */
const LONGEST = 32;

interface Row {
  /** The number of the proposal. */
  at: number;
  actions: number[];
  won: number;
  tried: number;
  regret: number;
  played: number;
}

export interface MixtureSettings {
  proposals: number;
  candidates: number;
  /** Profiles in which each proposal is tried before every halving; `null` divides the time among the halvings. */
  screening: number | null;
  /** Rounds of regret matching; `null` fills the second half of the time. */
  rounds: number | null;
  seconds: number;
  /** Whether the net of the game judges. */
  net: boolean | string;
}

export class Mixture {
  readonly #space: Workspace;
  readonly #seat: number;
  readonly #settings: MixtureSettings;
  readonly #pacing: Pacing;
  /** The submissions that remain, by choosing seat. */
  readonly #rows = new Map<number, Row[]>();
  readonly #picks: Memory;
  readonly #seeds: Memory;
  readonly #profiles: Memory;
  readonly #results: Memory;

  /** A mixture of a seat in the state of the workspace; its random numbers are the workspace's. */
  constructor(space: Workspace, seat: number, settings: MixtureSettings, pacing: Pacing) {
    const { kernels, seats } = space;
    const { proposals } = settings;
    this.#space = space;
    this.#seat = seat;
    this.#settings = settings;
    this.#pacing = pacing;
    this.#picks = space.array('picks', 2, seats, proposals, LONGEST);
    this.#seeds = space.array('seeds', 8, proposals);
    this.#profiles = space.array('profiles', 8, proposals, seats);
    this.#results = space.array('results', 8, proposals, seats);
    space.copy(space.state, space.root);
    kernels.call('hide', space.root.at, BigInt(seat));
  }

  /** Propose and screen submissions, match regrets, and draw a submission by its share. */
  async run(): Promise<number[]> {
    const begun = performance.now();
    const { rounds, seconds } = this.#settings;
    for (const seat of this.#space.movers(this.#space.root)) this.#rows.set(seat, this.#propose(seat));
    await this.#screen(begun, (rounds === null ? seconds / 2 : seconds) * 1000);
    for (let round = 0; this.#own.length > 1 && round < (rounds ?? Infinity); round += 1) {
      if (this.#pacing.stopped || performance.now() >= begun + seconds * 1000) break;
      this.#matchRegrets(round);
      await this.#pacing.pause();
    }
    return this.#sample();
  }

  get #own(): Row[] {
    return this.#rows.get(this.#seat)!;
  }

  /** The distinct submissions that the game's policy proposes for a seat. */
  #propose(seat: number): Row[] {
    const { kernels, root, rng, tools } = this.#space;
    const { at, itemsize, shape } = this.#picks;
    const [, proposals, longest] = shape as [number, number, number];
    const picks = { at: at + seat * proposals * longest * itemsize, itemsize, shape: [proposals, longest] };
    kernels.call('propose', root, BigInt(this.#seat), BigInt(seat), rng, tools, picks);
    const all = kernels.items(Int16Array, picks);
    const rows = new Map<string, Row>();
    for (let row = 0; row < proposals; row += 1) {
      const actions = [...all.subarray(row * longest, (row + 1) * longest)].filter((action) => action >= 0);
      const text = actions.join();
      if (!rows.has(text)) rows.set(text, { at: row, actions, won: 0, tried: 0, regret: 0, played: 0 });
    }
    return [...rows.values()];
  }

  /** Halve the submissions of each seat by their mean rewards in random profiles; after the time, by the means known by then. */
  async #screen(begun: number, time: number): Promise<void> {
    const { candidates, screening } = this.#settings;
    const halvings = bitLength(Math.ceil(this.#longest() / candidates) - 1);
    const trials = this.#own.length === 1 ? 0 : screening;
    for (let stage = 1; ; stage += 1) {
      const end = begun + (trials === null ? (time * stage) / (1 + halvings) : time);
      for (let trial = 0; trial < (trials ?? Infinity); trial += 1) {
        if (this.#pacing.stopped || performance.now() >= end) break;
        this.#tryOnce();
        await this.#pacing.pause();
      }
      for (const rows of this.#rows.values()) rows.sort((a, b) => mean(b) - mean(a));
      if (this.#longest() <= candidates) break;
      for (const [seat, rows] of this.#rows) this.#rows.set(seat, rows.slice(0, Math.max(candidates, rows.length >> 1)));
    }
    for (const rows of this.#rows.values()) {
      const average = rows.reduce((sum, row) => sum + mean(row), 0) / rows.length;
      for (const row of rows) row.regret = Math.max(0, row.tried * (mean(row) - average));
    }
  }

  /** Try each remaining submission in one random profile; those of seats with fewer submissions in several. */
  #tryOnce(): void {
    const shuffled = new Map([...this.#rows].map(([seat, rows]) => [seat, this.#shuffled(rows)]));
    const profiles = Array.from({ length: this.#longest() }, (_, i) => new Map([...shuffled].map(([seat, rows]) => [seat, rows[i % rows.length]!])));
    const results = this.#evaluate(profiles, false);
    profiles.forEach((profile, i) => {
      for (const [seat, row] of profile) {
        row.won += results[i * this.#space.seats + seat]!;
        row.tried += 1;
      }
    });
  }

  /** A seat compares its submissions against the others' mixtures; every second round it is our seat. */
  #matchRegrets(round: number): void {
    const choosing = [...this.#rows.keys()];
    const seat = round % 2 === 0 ? this.#seat : choosing[(round >> 1) % choosing.length]!;
    const rows = this.#rows.get(seat)!;
    const profile = new Map([...this.#rows].map(([other, theirs]) => [other, this.#draw(theirs, shares(theirs))]));
    const results = this.#evaluate(rows.map((row) => new Map(profile).set(seat, row)), true);
    const payoffs = rows.map((_, i) => results[i * this.#space.seats + seat]!);
    const mixed = shares(rows);
    const expected = mixed.reduce((sum, share, i) => sum + share * payoffs[i]!, 0);
    rows.forEach((row, i) => {
      row.regret = Math.max(0, row.regret + payoffs[i]! - expected);
      row.played += mixed[i]! * (round + 1);
    });
  }

  /** Rewards by profile and seat. */
  #evaluate(profiles: Map<number, Row>[], sameSeed: boolean): Float64Array {
    const { kernels, root, rng, seats, tools, net } = this.#space;
    const n = profiles.length;
    const seeds = Array.from({ length: sameSeed ? 1 : n }, () => this.#space.next64(rng));
    kernels.items(BigUint64Array, this.#seeds).set(profiles.map((_, i) => seeds[i % seeds.length]!));
    const rows = kernels.items(BigInt64Array, this.#profiles).fill(-1n);
    profiles.forEach((profile, i) => {
      for (const [seat, row] of profile) rows[i * seats + seat] = BigInt(row.at);
    });
    const [first, given, results] = [this.#seeds, this.#profiles, this.#results].map((array) => ({ ...array, shape: [n, ...array.shape.slice(1)] }));
    const args = [root, BigInt(this.#seat), first!, tools, this.#picks, given!, results!];
    if (this.#settings.net) kernels.call('evaluate_profiles_by_net', ...args, net);
    else kernels.call('evaluate_profiles', ...args);
    return kernels.items(Float64Array, this.#results);
  }

  #sample(): number[] {
    const own = this.#own;
    const played = own.map((row) => row.played);
    if (!played.some((share) => share > 0)) return own[0]!.actions; // no rounds of matching: the best of the screening
    const most = Math.max(...played);
    return this.#draw(own, played.map((share) => (share < PRUNED * most ? 0 : share))).actions;
  }

  /** A random member, by its weight. */
  #draw<T>(members: T[], weights: number[]): T {
    let left = this.#space.unit(this.#space.rng) * weights.reduce((a, b) => a + b, 0);
    return members[weights.findIndex((weight) => (left -= weight) < 0)] ?? members.at(-1)!;
  }

  #shuffled<T>(members: T[]): T[] {
    const list = [...members];
    for (let i = list.length - 1; i > 0; i -= 1) {
      const j = this.#space.below(this.#space.rng, i + 1);
      [list[i], list[j]] = [list[j]!, list[i]!];
    }
    return list;
  }

  #longest(): number {
    return Math.max(...[...this.#rows.values()].map((rows) => rows.length));
  }
}

function mean({ won, tried }: Row): number {
  return won / Math.max(tried, 1);
}

/** The current share of each submission: by positive regret, or equal. */
function shares(rows: Row[]): number[] {
  const total = rows.reduce((sum, row) => sum + row.regret, 0);
  return rows.map((row) => (total > 0 ? row.regret / total : 1 / rows.length));
}

function bitLength(n: number): number {
  return 32 - Math.clz32(n);
}
