/** How the text in a column is parsed. */
export const columnKinds = [
  'text',
  'lower',
  'number',
  'integer',
  'money',
  'minutes',
  'hours',
  'boolean',
  'list',
  'json',
] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** The fields that a table can fill. */
export interface TableFields {
  /**
   * Fields by name (`pricing.price` for a nested one), and how their columns are parsed unless a map says otherwise.
   */
  byName: Readonly<Record<string, { kind: ColumnKind; spellings?: readonly string[] }>>;
  /** Prefixes after which any name is a field, such as `attributes.`. */
  open?: readonly string[];
  /** Computed columns of our exports, which are not imported. */
  computed?: readonly string[];
  /** The fields that every row must have. */
  required: readonly string[];
}

/** How a field's column is parsed unless a map says otherwise; undefined: there is no such field. */
export function findKind(fields: TableFields, name: string): ColumnKind | undefined {
  if (Object.hasOwn(fields.byName, name)) return fields.byName[name]!.kind;
  return fields.open?.some((beginning) => name.startsWith(beginning) && name !== beginning)
    ? 'text'
    : undefined;
}
