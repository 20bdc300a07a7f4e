/** Specifications of bots, as `tablier.bots.specs` writes them. */

export interface SearchSpec {
  kind: 'search';
  iterations: number | null;
  seconds: number | null;
  exploration: number;
  fpu_reduction: number;
  cutoff: number | null;
  policy: 'uniform' | 'game';
  priors: boolean;
  selection: 'puct' | 'ucb1';
  net: boolean | string;
  nodes: number;
  threads: number;
  points: boolean;
  /** Without effect in a browser, where each turn is a search of its own. */
  keep: boolean;
  /** Without effect in a browser, which has no solver. */
  solve: number;
}

export interface MixedSpec {
  kind: 'mixed';
  rounds: number | null;
  proposals: number;
  candidates: number;
  screening: number | null;
  seconds: number;
  iterations: number;
  cutoff: number | null;
  net: boolean | string;
}

export type Spec = { kind: 'random' } | { kind: 'greedy'; samples: number } | { kind: 'policy'; noise: number } | SearchSpec | MixedSpec;

/** The search of a mixed bot, which has the default settings otherwise (`SearchSpec` of `tablier.bots.specs`). */
export function searchOf({ iterations, seconds, cutoff, net }: MixedSpec): SearchSpec {
  const settings = { exploration: 1, fpu_reduction: 0, policy: 'game', priors: true, selection: 'puct', net } as const;
  return { kind: 'search', iterations, seconds, cutoff, ...settings, nodes: 1 << 17, threads: 1, points: false, keep: false, solve: 0 };
}
