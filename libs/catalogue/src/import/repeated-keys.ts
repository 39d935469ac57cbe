import type { ImportRecord } from '../import-record.js';

const formatKey = (provider: unknown, id: unknown): string => JSON.stringify([provider, id]);

/** A record as read from the source, checked or not. */
type Raw = Partial<Record<'provider' | 'external_id', unknown>> | null | undefined;

/**
 * Finds records of one source with the same provider and external_id. Each would overwrite the previous one in
 * every import, so only the first is imported and the others are bad lines.
 */
export class RepeatedKeys {
  readonly #lines = new Map<string, number>();

  /** Records the key of a line that an interrupted import has already read. */
  skip(line: number, value: unknown): void {
    if (typeof value !== 'object') return;
    const raw = value as Raw;
    this.#record(line, formatKey(raw?.provider, raw?.external_id));
  }

  /** @returns why the record is refused; undefined when it is the first with its key */
  findFault(line: number, record: ImportRecord): string | undefined {
    const first = this.#record(line, formatKey(record.provider, record.external_id));
    return first === line
      ? undefined
      : `external_id: "${record.external_id}" is already on line ${first}, which is the one that is imported`;
  }

  #record(line: number, key: string): number {
    const first = this.#lines.get(key) ?? line;
    this.#lines.set(key, first);
    return first;
  }
}
