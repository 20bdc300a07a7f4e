/** Matrix games of two seats, as `tablier.search.matrix_game` solves them: one chooses a row, the other a column, at once. */

/** Exploitability is computed after so many turns. */
const CHECKED = 32;

/** What the seat of the rows gets; the other one loses as much. */
export interface Payoffs {
  rows: number;
  columns: number;
  /** Row by row. */
  values: Float64Array;
}

/**
 * Mixed strategies whose exploitability is at most `within`, by regret matching (Hart and Mas-Colell 2000): the shares of the rows, and of the columns.
 *
 * Regrets stay positive, the seats take turns, and later strategies weigh more (Tammelin 2014). It stops after `most` turns in any case,
 * rounded up to a multiple of 32. Exploitability is the mean over both seats of what the best response gains.
 */
export function equilibrium(payoffs: Payoffs, within: number, most = Infinity): [rows: Float64Array, columns: Float64Array] {
  const sizes = [payoffs.rows, payoffs.columns] as const;
  const [ours, theirs] = [new Float64Array(sizes[0]), new Float64Array(sizes[1])];
  const [rows, columns] = [new Float64Array(sizes[0]), new Float64Array(sizes[1])];
  for (let turn = 1; ; turn += 1) {
    addRegrets(ours, gainsOfRows(payoffs, shares(theirs)));
    addRegrets(theirs, lossesOfColumns(payoffs, shares(ours)).map((loss) => -loss));
    addShares(rows, shares(ours), turn);
    addShares(columns, shares(theirs), turn);
    if (turn % CHECKED) continue;
    const mixed: [Float64Array, Float64Array] = [shares(rows), shares(columns)];
    const gain = Math.max(...gainsOfRows(payoffs, mixed[1])) - Math.min(...lossesOfColumns(payoffs, mixed[0]));
    if (gain <= 2 * within || turn >= most) return mixed;
  }
}

/** What each row gets against a mixture of the columns. */
function gainsOfRows({ rows, columns, values }: Payoffs, mixture: Float64Array): Float64Array {
  const gains = new Float64Array(rows);
  for (let row = 0, at = 0; row < rows; row += 1) {
    let sum = 0;
    for (let column = 0; column < columns; column += 1, at += 1) sum += values[at]! * mixture[column]!;
    gains[row] = sum;
  }
  return gains;
}

/** What the seat of the rows gets by a mixture of them against each column. */
function lossesOfColumns({ rows, columns, values }: Payoffs, mixture: Float64Array): Float64Array {
  const losses = new Float64Array(columns);
  for (let row = 0, at = 0; row < rows; row += 1) {
    const share = mixture[row]!;
    for (let column = 0; column < columns; column += 1, at += 1) losses[column]! += share * values[at]!;
  }
  return losses;
}

/** Add what each choice would have gained over the mixture of the regrets; those that are negative become zero. */
function addRegrets(regrets: Float64Array, gains: Float64Array): void {
  const expected = shares(regrets).reduce((sum, share, i) => sum + share * gains[i]!, 0);
  gains.forEach((gain, i) => (regrets[i] = Math.max(0, regrets[i]! + gain - expected)));
}

function addShares(total: Float64Array, mixture: Float64Array, weight: number): void {
  mixture.forEach((share, i) => (total[i]! += weight * share));
}

/** Numbers in proportion to these that sum to 1; equal ones if all are zero. */
function shares(numbers: Float64Array): Float64Array {
  const total = numbers.reduce((sum, number) => sum + number, 0);
  return numbers.map((number) => (total > 0 ? number / total : 1 / numbers.length));
}
