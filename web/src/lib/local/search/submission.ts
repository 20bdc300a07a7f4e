/** Chooses the plies of a whole submission, as the bots of `tablier.bots.players` do. */

import { SearchError } from './errors.ts';
import { Mixture } from './mixture.ts';
import type { Pacing } from './pacing.ts';
import { Search } from './search.ts';
import { searchOf } from './spec.ts';
import type { MixedSpec, SearchSpec, Spec } from './spec.ts';
import type { Workspace } from './workspace.ts';

export interface Question {
  /** The seat that is to move in the state of the workspace, which is its view. */
  seat: number;
  spec: Spec;
  /** The state of the generator of random numbers: equal seeds give equal moves, unless time is limited. */
  seed: bigint;
}

/** Chooses the next ply in the state of the workspace. */
type Choose = () => number | Promise<number>;

/** The actions of a seat until it is no longer to move. The state of the workspace advances. */
export async function submission(space: Workspace, question: Question, nodes: number, pacing: Pacing): Promise<number[]> {
  const { seat, seed } = question;
  const toMove = (): boolean => space.movers(space.state).includes(seat);
  if (!toMove()) throw new SearchError('refused', `seat ${seat} is not to move`);
  space.seed(space.rng, seed);
  const choose = chooser(space, question, nodes, pacing);
  const actions: number[] = [];
  while (toMove()) {
    const action = await choose();
    actions.push(action);
    space.apply(space.state, seat, action);
  }
  return actions;
}

function chooser(space: Workspace, question: Question, nodes: number, pacing: Pacing): Choose {
  const { seat, spec } = question;
  switch (spec.kind) {
    case 'random':
      return () => randomly(space, seat);
    case 'greedy':
      return () => greedily(space, seat, spec.samples);
    case 'policy':
      return () => (space.unit(space.rng) < spec.noise ? randomly(space, seat) : byPolicy(space, seat));
    case 'search':
      return searching(space, seat, spec, nodes, pacing);
    case 'mixed':
      return mixing(space, seat, spec, nodes, pacing);
    default:
      throw new SearchError('refused', `a bot of the kind ${(spec as { kind: string }).kind} does not play in a browser`);
  }
}

function randomly(space: Workspace, seat: number): number {
  const actions = space.legal(space.state, seat);
  return actions[space.below(space.rng, actions.length)]!;
}

function byPolicy(space: Workspace, seat: number): number {
  return Number(space.kernels.call('rollout_policy', space.state.at, BigInt(seat), space.rng, space.actions));
}

/** The ply after which the evaluation is best. */
function greedily(space: Workspace, seat: number, samples: number): number {
  const { kernels, root, rng, scratch } = space;
  space.copy(space.state, root);
  kernels.call('hide', root.at, BigInt(seat));
  const values = space.array('values', 8, kernels.description.actions);
  const tried = BigInt(kernels.description.hides ? samples : 1);
  const n = Number(kernels.call('one_ply_values', root, BigInt(seat), rng, tried, scratch, values));
  const means = kernels.items(Float64Array, values).subarray(0, n);
  return kernels.items(Int16Array, space.actions)[means.indexOf(Math.max(...means))]!;
}

/** Searches; the tree of one ply is used for the next, and the plies share the time. A lost game is searched again for points. */
function searching(space: Workspace, seat: number, spec: SearchSpec, nodes: number, pacing: Pacing): Choose {
  const searches = new Map<boolean, Search>();
  let left = spec.seconds;
  const searched = async (points: boolean): Promise<Search> => {
    const search = searches.get(points) ?? new Search(space, seat, spec, Math.min(nodes, spec.nodes) >> (points ? 2 : 0), space.word(space.rng), points);
    if (searches.has(points)) search.setRoot(seat);
    searches.set(points, search);
    const begun = performance.now();
    const halve = spec.points && !points;
    const enough = spec.iterations !== null || left === null ? undefined : early(space, seat, search, begun, left, halve);
    await search.run({ iterations: spec.iterations, seconds: left, enough }, pacing);
    if (left !== null) left = Math.max(0, left - (performance.now() - begun) / 1000);
    return search;
  };
  return async () => {
    const actions = space.legal(space.state, seat);
    if (actions.length === 1) return actions[0]!;
    const search = await searched(false);
    return spec.points && search.lost ? (await searched(true)).best() : search.best();
  };
}

/**
 * Tells whether the best ply cannot be overtaken in the time left, or half of it is spent and more plies follow.
 * With `halve` half of it is enough for a lost game, too.
 */
function early(space: Workspace, seat: number, search: Search, begun: number, left: number, halve: boolean): () => boolean {
  return () => {
    const spent = Math.max((performance.now() - begun) / 1000, 1e-9);
    if (search.lead() > (search.iterations / spent) * (left - spent)) return true;
    if (spent < left / 2) return false;
    if (halve && search.lost) return true;
    space.copy(space.state, space.work);
    space.apply(space.work, seat, search.best());
    return space.movers(space.work).includes(seat);
  };
}

/** Mixes whole submissions where several seats choose at once; elsewhere it searches. */
function mixing(space: Workspace, seat: number, spec: MixedSpec, nodes: number, pacing: Pacing): Choose {
  const search = searching(space, seat, searchOf(spec), nodes, pacing);
  let planned: number[] = [];
  return async () => {
    if (!planned.length) {
      if (space.movers(space.state).length === 1) return search();
      planned = (await new Mixture(space, seat, spec, pacing).run()).sample();
    }
    return planned.shift()!;
  };
}
