/** A table as it can be met, and what is right to read from it. */
export interface TableCase {
  name: string;
  /** Of people, in a portal with the custom fields level (integer), ratio (number), remote (boolean), since (date). */
  target: 'people' | 'catalogue';
  file: string | Buffer;
  options?: { encoding?: string; delimiter?: string; decimal?: '.' | ',' };
  /** YAML. */
  map?: string;
  /** By line: the fields that were read, or a part of why the line is bad. */
  lines?: Record<number, object | string>;
  /** Why the whole table is refused. */
  refused?: string;
  /** Columns that are named as not imported. */
  unused?: string[];
}

/** A map of courses: each field by its column. */
export const formatMap = (columns: Record<string, unknown>, more: object = {}): string =>
  JSON.stringify({ provider: 'acme', defaults: { type: 'course' }, columns, ...more });

/** Columns that need no word in most maps. */
export const basics = { external_id: 'id', title: 'title' };
