/** The middle number; for an even count, the upper one. */
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]!;

/**
 * The number that a share of all numbers do not exceed.
 * @param part from 0 to 1, such as 0.95
 */
export const percentile = (values: readonly number[], part: number): number =>
  [...values].sort((one, other) => one - other)[Math.max(0, Math.ceil(values.length * part) - 1)]!;
