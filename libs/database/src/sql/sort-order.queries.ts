import { NOT_A_CURSOR, type SortedPosition, type Sorting } from '@app/contracts';
import { BadRequest } from '@app/kernel';
import { sql, type Statement } from './sql.js';

/** What a list is sorted by; never null. */
export interface SortKey {
  value: Statement;
  type: 'text' | 'timestamptz';
}

/**
 * The order of a list: by some keys, then by id, all in one direction, so that an index of the keys and the id serves
 * it and finds where a page begins (contract 1.16).
 */
export class SortOrder {
  /** The keys of a row, as columns of a subquery to which the other statements apply. */
  readonly columns: Statement;
  readonly by: Statement;
  /** A column for the cursor: the keys as texts. */
  readonly values: Statement;
  readonly #types: readonly SortKey['type'][];

  constructor(
    keys: readonly SortKey[],
    id: Statement,
    private readonly direction: Sorting['direction'],
  ) {
    const names = keys.map((_, index) => sql`${sql.raw(`sort_${index}`)}`);
    this.#types = keys.map(({ type }) => type);
    this.columns = sql.join([
      ...keys.map(({ value }, index) => sql`${value} as ${names[index]}`),
      sql`${id} as sort_id`,
    ]);
    this.by = sql.join([...names, sql`sort_id`].map((name) => sql`${name} ${sql.raw(direction)}`));
    this.values = sql`array[${sql.join(names.map((name) => sql`${name}::text`))}] as sort_values`;
  }

  /**
   * The condition of rows after a position.
   * @throws BadRequest for a position with another number of keys, which no list has returned
   */
  after(position: SortedPosition | null): Statement {
    if (!position) return sql`true`;
    if (position.values.length !== this.#types.length) throw BadRequest.field('cursor', NOT_A_CURSOR);
    const names = this.#types.map((_, index) => `sort_${index}`);
    const values = this.#types.map((type, index) => sql`${position.values[index]}::${sql.raw(type)}`);
    const operator = this.direction === 'asc' ? '>' : '<';
    return sql`(${sql.raw([...names, 'sort_id'].join(', '))}) ${sql.raw(operator)} (${sql.join([...values, sql`${position.id}::int`])})`;
  }
}
