/** Mixed strategies over whole submissions, as `tablier.search.mixture.Mixture` makes them. */

import type { Memory } from '../../kernels.ts';
import { equilibrium } from './matrixGame.ts';
import type { Pacing } from './pacing.ts';
import type { Workspace } from './workspace.ts';

/** Submissions with less than this part of the share of the most frequent one are dropped. */
const PRUNED = 0.05;
/** New proposals of a seat in each round. */
const FRESH = 64;
/** The probability that an action of a new proposal of the own seat is any legal one. */
const OWN_NOISE = 0.3;
/** The same for the other seat. */
const OTHER_NOISE = 0.1;
/** How many of the new proposals are added. */
const RESPONSES = 2;
/** Playouts of a new pair of submissions; every round adds one for each pair. */
const PLAYOUTS_PER_PAIR = 4;
/** The part of the time after which screening ends. */
const SCREENED = 0.25;
/** The part of the time after which new responses end; then the known pairs are played out again. */
const IMPROVED = 0.75;
/** Regret matching ends at this exploitability. */
const WITHIN = 0.002;
/** Regret matching ends after so many turns. */
const MOST_TURNS = 512;
/** The largest number of plies in a submission. */
const LONGEST = 32;
/** So many profiles are evaluated at a time, in some milliseconds; a worker hears messages in between. */
const CHUNK = 128;

export interface MixtureSettings {
  proposals: number;
  /** The number of submissions that remain after halving. */
  candidates: number;
  /** Profiles in which each proposal is tried before every halving; `null` divides the time of the screening among the halvings. */
  screening: number | null;
  /** Rounds of the double oracle method in games of two seats; `null` fills the time that screening leaves. */
  rounds: number | null;
  seconds: number;
  /** Whether the net of the game judges. */
  net: boolean | string;
}

/** A submission and the share with which it is played. */
export interface MixedSubmission {
  actions: number[];
  share: number;
}

/** Submissions, by their row among the proposals of a seat. */
type Rows = number[];
/** The rows from the first number up to the second, without it. */
type Range = [from: number, to: number];

export class Mixture {
  /** Rounds of the double oracle method so far. */
  rounds = 0;
  readonly #space: Workspace;
  readonly #seat: number;
  readonly #settings: MixtureSettings;
  readonly #pacing: Pacing;
  readonly #choosing: number[];
  /** A proposal of each seat in each row; the first `#used` rows of a seat are its submissions. */
  readonly #picks: Memory;
  readonly #used: number[];
  readonly #seeds: Memory;
  readonly #profiles: Memory;
  readonly #results: Memory;
  /** The sum of seat 0's rewards, and the number of playouts, by the row of seat 0 and that of seat 1. */
  readonly #rewards: Float64Array;
  readonly #playouts: Float64Array;
  #shares: Float64Array | undefined;

  /** A mixture of a seat in the state of the workspace; its random numbers are the workspace's. */
  constructor(space: Workspace, seat: number, settings: MixtureSettings, pacing: Pacing) {
    const { kernels, seats } = space;
    const { proposals } = settings;
    this.#space = space;
    this.#seat = seat;
    this.#settings = settings;
    this.#pacing = pacing;
    this.#picks = space.array('picks', 2, seats, proposals, LONGEST);
    this.#used = Array<number>(seats).fill(0);
    this.#seeds = space.array('seeds', 8, CHUNK);
    this.#profiles = space.array('profiles', 8, CHUNK, seats);
    this.#results = space.array('results', 8, CHUNK, seats);
    this.#rewards = new Float64Array(proposals * proposals);
    this.#playouts = new Float64Array(proposals * proposals);
    space.copy(space.state, space.root);
    kernels.call('hide', space.root.at, BigInt(seat));
    this.#choosing = space.movers(space.root);
  }

  /** Propose and screen submissions, then improve the mixture; with more than two seats no mixture is safe against all, and nothing is mixed. */
  async run(): Promise<this> {
    const begun = performance.now();
    const { rounds, seconds, proposals } = this.#settings;
    for (const seat of this.#choosing) this.#propose(seat, 0, [0, proposals]);
    const mixed = this.#space.seats === 2 && this.#choosing.length === 2 && rounds !== 0;
    await this.#screen(begun, seconds * 1000 * (mixed && rounds === null ? SCREENED : 1));
    if (mixed) await this.#mix(begun, seconds * 1000);
    return this;
  }

  /** The submissions, the most frequent first; shares sum to 1. */
  strategy(): MixedSubmission[] {
    const own = this.#used[this.#seat]!;
    const shares = this.#shares ?? Float64Array.from({ length: own }, (_, row) => Number(row === 0)); // nothing was mixed: the best of the screening
    const least = PRUNED * Math.max(...shares);
    const total = shares.reduce((sum, share) => (share < least ? sum : sum + share), 0);
    const all = Array.from(shares, (share, row) => ({ row, share: share < least ? 0 : share / total }));
    const played = all.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
    return played.map(({ row, share }) => ({ actions: [...this.#submission(this.#seat, row)].filter((action) => action >= 0), share }));
  }

  /** A random submission, drawn by its share. */
  sample(): number[] {
    const strategy = this.strategy();
    return strategy[this.#draw(strategy.map(({ share }) => share))]!.actions;
  }

  /** Fill rows of a seat with proposals by the game's policy; with probability `noise` an action is any legal one. */
  #propose(seat: number, noise: number, [from, to]: Range): void {
    const { kernels, root, rng, tools } = this.#space;
    const { at, itemsize } = this.#picks;
    const rows = { at: at + this.#start(seat, from) * itemsize, itemsize, shape: [to - from, LONGEST] };
    kernels.call('propose', root, BigInt(this.#seat), BigInt(seat), noise, rng, tools, rows);
  }

  /** Where a row begins among the actions of all rows. */
  #start(seat: number, row: number): number {
    return (seat * this.#settings.proposals + row) * LONGEST;
  }

  /** The actions of a row; -1 after the last one. */
  #submission(seat: number, row: number): Int16Array {
    const start = this.#start(seat, row);
    return this.#space.kernels.items(Int16Array, this.#picks).slice(start, start + LONGEST);
  }

  /** Those of the rows that equal no earlier row of the seat. */
  #distinct(seat: number, [from, to]: Range): Rows {
    const earlier = new Set<string>();
    const distinct: Rows = [];
    for (let row = 0; row < to; row += 1) {
      const text = this.#submission(seat, row).join();
      if (row >= from && !earlier.has(text)) distinct.push(row);
      earlier.add(text);
    }
    return distinct;
  }

  /** Copy rows of a seat behind its submissions, which they join. */
  #keep(seat: number, rows: Rows): void {
    const copies = rows.map((row) => this.#submission(seat, row));
    const picks = this.#space.kernels.items(Int16Array, this.#picks);
    for (const copy of copies) picks.set(copy, this.#start(seat, this.#used[seat]!++));
  }

  /** Halve the distinct submissions of each seat by their mean rewards in random profiles; after the time, by the means known by then. */
  async #screen(begun: number, time: number): Promise<void> {
    const { proposals, candidates, screening } = this.#settings;
    const left = new Map(this.#choosing.map((seat) => [seat, this.#distinct(seat, [0, proposals])]));
    const tries = new Map(this.#choosing.map((seat) => [seat, Array.from({ length: proposals }, () => ({ won: 0, tried: 0 }))]));
    const halvings = bitLength(Math.ceil(longest(left) / candidates) - 1);
    const trials = left.get(this.#seat)!.length === 1 ? 0 : screening; // nothing to choose
    for (let stage = 1; ; stage += 1) {
      const end = begun + (trials === null ? (time * stage) / (1 + halvings) : time);
      for (let trial = 0; trial < (trials ?? Infinity) && !this.#ends(end); trial += 1) await this.#tryOnce(left, tries);
      for (const [seat, rows] of left) sortByMean(rows, (row) => tries.get(seat)![row]!.won / Math.max(tries.get(seat)![row]!.tried, 1));
      if (longest(left) <= candidates) break;
      for (const [seat, rows] of left) left.set(seat, rows.slice(0, Math.max(candidates, rows.length >> 1)));
    }
    for (const [seat, rows] of left) this.#keep(seat, rows);
  }

  /** Try each remaining submission in one random profile; those of seats with fewer submissions in several. */
  async #tryOnce(left: Map<number, Rows>, tries: Map<number, { won: number; tried: number }[]>): Promise<void> {
    const { seats } = this.#space;
    const profiles = new Int32Array(longest(left) * seats).fill(-1);
    for (const [seat, rows] of left) {
      const shuffled = this.#shuffled(rows);
      for (let i = 0; i * seats < profiles.length; i += 1) profiles[i * seats + seat] = shuffled[i % rows.length]!;
    }
    const results = await this.#evaluate(profiles);
    profiles.forEach((row, at) => {
      const one = tries.get(at % seats)?.[row];
      if (!one) return;
      one.won += results[at]!;
      one.tried += 1;
    });
  }

  /** Mix the submissions that are left; each round adds responses to the mixtures. */
  async #mix(begun: number, time: number): Promise<void> {
    const { rounds } = this.#settings;
    await this.#playPairs([0, this.#used[0]!], [0, this.#used[1]!], PLAYOUTS_PER_PAIR);
    const end = begun + (rounds === null ? time * IMPROVED : time);
    while (this.rounds < (rounds ?? Infinity) && !this.#ends(end)) {
      const [first, second] = this.#equilibrium();
      const [rows, columns] = this.#used as Range;
      await this.#respond(0, second, end);
      await this.#respond(1, first, end);
      await this.#playPairs([rows, this.#used[0]!], [0, this.#used[1]!], PLAYOUTS_PER_PAIR);
      await this.#playPairs([0, rows], [columns, this.#used[1]!], PLAYOUTS_PER_PAIR);
      await this.#playPairs([0, this.#used[0]!], [0, this.#used[1]!], 1);
      this.rounds += 1;
    }
    while (rounds === null && !this.#ends(begun + time)) await this.#playPairs([0, this.#used[0]!], [0, this.#used[1]!], 1);
    this.#shares = this.#equilibrium()[this.#seat];
  }

  /** Mixtures of both seats by the rewards known so far. */
  #equilibrium(): [Float64Array, Float64Array] {
    const [rows, columns] = this.#used as Range;
    const values = Float64Array.from(this.#pairs([0, rows], [0, columns]), (pair) => this.#rewards[pair]! / this.#playouts[pair]!);
    return equilibrium({ rows, columns, values }, WITHIN, MOST_TURNS);
  }

  /** Play out pairs of a submission of seat 0 and one of seat 1, all with the same random numbers. After a stop it returns once each pair has a playout. */
  async #playPairs(first: Range, second: Range, times: number): Promise<void> {
    const { proposals } = this.#settings;
    const pairs = this.#pairs(first, second);
    const profiles = Int32Array.from({ length: 2 * pairs.length }, (_, at) => {
      const pair = pairs[at >> 1]!;
      return at % 2 ? pair % proposals : Math.floor(pair / proposals);
    });
    for (let time = 0; time < times; time += 1) {
      if (this.#pacing.stopped && pairs.every((pair) => this.#playouts[pair]! > 0)) return;
      const results = await this.#evaluate(profiles, true);
      pairs.forEach((pair, i) => {
        this.#rewards[pair]! += results[2 * i]!;
        this.#playouts[pair]! += 1;
      });
    }
  }

  /** The places of pairs of rows of both seats in `#rewards`, row by row of seat 0. */
  #pairs(first: Range, second: Range): number[] {
    const pairs: number[] = [];
    for (let row = first[0]; row < first[1]; row += 1) {
      for (let column = second[0]; column < second[1]; column += 1) pairs.push(row * this.#settings.proposals + column);
    }
    return pairs;
  }

  /** Add the proposals of a seat that do best against a mixture of the other seat, after halving them. */
  async #respond(seat: number, shares: Float64Array, end: number): Promise<void> {
    const known = this.#used[seat]!;
    const fresh: Range = [known, Math.min(known + FRESH, this.#settings.proposals)];
    this.#propose(seat, seat === this.#seat ? OWN_NOISE : OTHER_NOISE, fresh);
    let left = this.#distinct(seat, fresh);
    const won = new Float64Array(fresh[1]);
    let tried = 0;
    for (let times = PLAYOUTS_PER_PAIR; left.length > RESPONSES && !this.#ends(end); times *= 2) {
      const profiles = new Int32Array(2 * left.length * times);
      for (let i = 0; i < left.length * times; i += 1) {
        profiles[2 * i + seat] = left[Math.floor(i / times)]!;
        profiles[2 * i + 1 - seat] = this.#draw(shares);
      }
      const results = await this.#evaluate(profiles);
      for (let i = 0; i < left.length * times; i += 1) won[profiles[2 * i + seat]!]! += results[2 * i + seat]!;
      tried += times;
      sortByMean(left, (row) => won[row]! / tried);
      left = left.slice(0, Math.max(RESPONSES, left.length >> 1));
    }
    this.#keep(seat, left.slice(0, RESPONSES));
  }

  /** Rewards by profile and seat. A profile has a row of each seat, -1 where it does not choose. */
  async #evaluate(profiles: Int32Array, sameSeed = false): Promise<Float64Array> {
    const { kernels, root, rng, seats, tools, net } = this.#space;
    const n = profiles.length / seats;
    const seeds = Array.from({ length: sameSeed ? 1 : n }, () => this.#space.next64(rng));
    const rewards = new Float64Array(profiles.length);
    for (let begun = 0; begun < n; begun += CHUNK) {
      const part = profiles.subarray(begun * seats, (begun + CHUNK) * seats);
      const shape = [part.length / seats];
      const [given, chosen, results] = [this.#seeds, this.#profiles, this.#results].map((array) => ({ ...array, shape: [...shape, ...array.shape.slice(1)] }));
      kernels.items(BigUint64Array, given!).forEach((_, i, all) => (all[i] = seeds[sameSeed ? 0 : begun + i]!));
      kernels.items(BigInt64Array, chosen!).forEach((_, i, all) => (all[i] = BigInt(part[i]!)));
      const args = [root, BigInt(this.#seat), given!, tools, this.#picks, chosen!, results!];
      if (this.#settings.net) kernels.call('evaluate_profiles_by_net', ...args, net);
      else kernels.call('evaluate_profiles', ...args);
      rewards.set(kernels.items(Float64Array, results!), begun * seats);
      await this.#pacing.pause();
    }
    return rewards;
  }

  #ends(end: number): boolean {
    return this.#pacing.stopped || performance.now() >= end;
  }

  /** A random place among weights, drawn in proportion to them. */
  #draw(weights: ArrayLike<number>): number {
    const numbers = Array.from(weights);
    let left = this.#space.unit(this.#space.rng) * numbers.reduce((a, b) => a + b, 0);
    const place = numbers.findIndex((weight) => (left -= weight) < 0);
    return place < 0 ? numbers.length - 1 : place;
  }

  #shuffled(rows: Rows): Rows {
    const list = [...rows];
    for (let i = list.length - 1; i > 0; i -= 1) {
      const j = this.#space.below(this.#space.rng, i + 1);
      [list[i], list[j]] = [list[j]!, list[i]!];
    }
    return list;
  }
}

/** Sort rows, the highest mean first; equal ones keep their order. */
function sortByMean(rows: Rows, mean: (row: number) => number): void {
  rows.sort((a, b) => mean(b) - mean(a));
}

function longest(left: Map<number, Rows>): number {
  return Math.max(...[...left.values()].map((rows) => rows.length));
}

function bitLength(n: number): number {
  return 32 - Math.clz32(n);
}
