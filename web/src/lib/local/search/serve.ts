/** What a search worker does: it answers one job after the other, without Python. */

import type { Description } from '../../kernels.ts';
import { searchError } from './errors.ts';
import type { SearchFault } from './errors.ts';
import type { Weights } from './net.ts';
import { Pacing } from './pacing.ts';
import { Study } from './study.ts';
import type { Searched, StudyQuestion } from './study.ts';
import { submission } from './submission.ts';
import type { Question } from './submission.ts';
import { Workspace } from './workspace.ts';

/** Sample so many complete states behind what a seat sees. */
export interface WorldsQuestion {
  seat: number;
  seed: bigint;
  count: number;
}

/** What is to be done, and its result. */
export interface Tasks {
  submission: { question: Question; result: number[] };
  study: { question: StudyQuestion; result: Searched };
  worlds: { question: WorldsQuestion; result: Uint8Array[] };
}
export type Work = { [Kind in keyof Tasks]: { kind: Kind } & Tasks[Kind]['question'] }[keyof Tasks];

export interface Job {
  game: string;
  module: WebAssembly.Module;
  description: Description;
  /** Those of the game, if the work needs them. */
  weights: Weights | undefined;
  /** The view of the seat. */
  state: Uint8Array;
  /** The largest number of nodes of a tree. */
  nodes: number;
  work: Work;
}

/** What a worker is told: a job, or to answer the one that runs at once. */
export type Order = Job | 'stop';
export type Result = Tasks[keyof Tasks]['result'];
export type Answer = { result: Result } | { fault: SearchFault; message: string };

/** What this needs of a worker or of a port to one. */
export interface Port<Received, Sent> {
  postMessage(message: Sent): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Received>) => void): void;
}

/** Answer every job from a port. */
export function serve(port: Port<Order, Answer>): void {
  let space: { game: string; used: Workspace } | undefined;
  let last: { key: string; study: Study } | undefined;
  let running = new AbortController();

  /** The memory of the last job, if it was of the same game with as many seats. */
  function spaceFor({ game, module, description, state }: Job): Workspace {
    if (space?.game === game && space.used.takes(state)) return space.used;
    last = space = undefined; // frees the memory before more is asked for
    space = { game, used: new Workspace(module, description, state) };
    return space.used;
  }

  function result(job: Job, pacing: Pacing): Result | Promise<Result> {
    const used = spaceFor(job);
    const { work, nodes, weights } = job;
    if (weights) used.placeNet(weights);
    if (work.kind === 'worlds') return used.worlds(work.seat, work.seed, work.count);
    const key = keyOf(job);
    const study = key !== '' && last?.key === key ? last.study : undefined;
    last = undefined; // another search takes its tree
    if (work.kind === 'submission') return submission(used, work, nodes, pacing);
    last = { key, study: study ?? new Study(used, work, nodes) };
    return last.study.deepen(work, pacing);
  }

  async function answer(job: Job): Promise<Answer> {
    try {
      return { result: await result(job, new Pacing(running.signal)) };
    } catch (error) {
      last = space = undefined;
      const { fault, message } = searchError(error);
      return { fault, message };
    }
  }

  port.addEventListener('message', ({ data }) => {
    if (data === 'stop') return running.abort();
    running = new AbortController();
    void answer(data).then((said) => port.postMessage(said));
  });
}

/** What tells a study that may be resumed from others; empty for all other jobs. */
export function keyOf({ game, state, work }: Job): string {
  return work.kind === 'study' && work.resume ? `${game} ${work.seat} ${state.join()}` : '';
}
