/** What a page and the worker of the host say to each other. */

/** Why the host does not work: a file, memory or the storage is missing; else it is our mistake. */
export type Fault = 'missing' | 'memory' | 'storage' | 'failed';

export interface Call {
  id: number;
  call: 'request' | 'connect' | 'receive' | 'close';
  args: (string | number)[];
}

/** What the worker does before it can answer. */
export interface Progress {
  phase: 'downloading' | 'starting';
  /** The share of the whole start that is done. */
  share: number;
}

export type Said = { id: number; result: string } | { id: number; fault: Fault; message: string } | { connection: number; text: string } | { progress: Progress } | { ready: true };

export class HostError extends Error {
  constructor(
    readonly fault: Fault,
    message: string,
  ) {
    super(message);
  }
}
