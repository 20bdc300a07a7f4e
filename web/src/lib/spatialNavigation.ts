/** Arrow-key navigation over the spots of a board. */

export type Direction = 'up' | 'down' | 'left' | 'right';

export interface Place {
  at: [number, number];
  next?: Partial<Record<string, string>>;
}

type Places = Record<string, Place>;
type Graph = Record<string, Partial<Record<Direction, string>>>;

const heading: Record<Direction, [number, number]> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
const directions = Object.keys(heading) as Direction[];
const opposite: Record<Direction, Direction> = { up: 'down', down: 'up', left: 'right', right: 'left' };

/** The nearest place ahead. Sideways distance counts double and may be at most twice the distance ahead. */
function ahead(places: Places, from: string, direction: Direction): string | undefined {
  const [hx, hy] = heading[direction];
  const [x, y] = places[from]!.at;
  let best: string | undefined;
  let least = Infinity;
  for (const [id, place] of Object.entries(places)) {
    const dx = place.at[0] - x;
    const dy = place.at[1] - y;
    const forward = dx * hx + dy * hy;
    const sideways = Math.abs(dx * hy - dy * hx);
    if (id === from || forward <= 1e-6 || sideways > 2 * forward) continue;
    if (forward + 2 * sideways < least) {
      least = forward + 2 * sideways;
      best = id;
    }
  }
  return best;
}

/** All places that the arrows lead to from `from`. */
export function reachable(graph: Graph, from: string): Set<string> {
  const seen = new Set([from]);
  for (const id of seen) for (const to of Object.values(graph[id]!)) seen.add(to);
  return seen;
}

function distance(a: Place, b: Place): number {
  return Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]);
}

function toward(a: Place, b: Place): Direction {
  const dx = b.at[0] - a.at[0];
  const dy = b.at[1] - a.at[1];
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'right' : 'left';
  return dy > 0 ? 'down' : 'up';
}

/** Redirect one arrow so that more places can be reached. Returns false if no arrow helps. */
function repaired(graph: Graph, places: Places, start: string): boolean {
  const reached = reachable(graph, start);
  const pairs = Object.keys(places)
    .filter((id) => !reached.has(id))
    .flatMap((lost) => [...reached].map((near) => ({ lost, near, far: distance(places[near]!, places[lost]!) })))
    .toSorted((a, b) => a.far - b.far);
  for (const { lost, near } of pairs) {
    const direction = toward(places[near]!, places[lost]!);
    const before = graph[near]![direction];
    graph[near]![direction] = lost;
    if (reachable(graph, start).size > reached.size) return true;
    graph[near]![direction] = before;
  }
  return false;
}

/** The target of each arrow from each place. Every place can be reached from the first one. */
export function arrowGraph(places: Places): Graph {
  const graph: Graph = {};
  for (const [id, place] of Object.entries(places)) {
    graph[id] = {};
    for (const direction of directions) {
      const to = place.next?.[direction] ?? ahead(places, id, direction);
      if (to !== undefined) graph[id][direction] = to;
    }
  }
  const [start] = Object.keys(places);
  if (start !== undefined) while (reachable(graph, start).size < Object.keys(places).length && repaired(graph, places, start));
  return graph;
}

/** Follows the arrows and remembers the last step, so that the opposite arrow goes back. */
export class Walker {
  readonly #graph: Graph;
  #last: { at: string; back: Direction; from: string } | undefined;

  constructor(places: Places) {
    this.#graph = arrowGraph(places);
  }

  step(from: string, direction: Direction): string {
    const last = this.#last;
    const to = last?.at === from && last.back === direction ? last.from : this.#graph[from]?.[direction];
    if (to === undefined) return from;
    this.#last = { at: to, back: opposite[direction], from };
    return to;
  }
}
