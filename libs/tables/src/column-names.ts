import { ConfigError } from '@app/kernel';
import { distance } from 'fastest-levenshtein';

/** A key that all spellings of a column name share: `E-Mail`, `e_mail` and `email`. */
export const toKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * The column that a name refers to: the one with exactly this name, or else with the same {@link toKey key}.
 * @returns its index; undefined when there is none
 * @throws ConfigError when several have the name
 */
export function findColumn(columns: readonly string[], name: string): number | undefined {
  const bears = [
    (column: string) => column === name,
    (column: string) => toKey(name) !== '' && toKey(column) === toKey(name),
  ];
  for (const is of bears) {
    const matches = columns.flatMap((column, index) => (is(column) ? [index] : []));
    if (matches.length > 1) throw new ConfigError(repeated(name, columns, matches));
    if (matches.length === 1) return matches[0];
  }
  return undefined;
}

export const repeated = (name: string, columns: readonly string[], indexes: readonly number[]): string =>
  `The table has "${name}" more than once: ${indexes.map((index) => `column ${index + 1} ("${columns[index]}")`).join(', ')}.`;

/** `; did you mean ...?` with the most similar known name, or nothing. */
export function suggestion(name: string, knownNames: readonly string[]): string {
  const key = toKey(name);
  const last = (one: string) => toKey(one.slice(one.lastIndexOf('.') + 1));
  const far = (one: string) => Math.min(distance(toKey(one), key), distance(last(one), key));
  const [nearest] = knownNames.toSorted((one, other) => far(one) - far(other));
  return nearest !== undefined &&
    key.length > 2 &&
    far(nearest) <= Math.min(3, Math.max(1, Math.floor(key.length / 2.5)))
    ? `; did you mean ${nearest}?`
    : '';
}
