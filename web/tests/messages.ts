/** Messages of the server with as little in them as a test needs. */

export const say = { k: 'x' };

/** A view in which these seats are to move. */
export const view = (...movers: number[]) => ({ pieces: [], counters: [], docks: [], status: say, colours: [], movers });

/** Event `seq`, after which these seats are to move. */
export const update = (seq: number, ...movers: number[]) => ({ type: 'update', seq, steps: [], view: view(...movers), check: '0' });
