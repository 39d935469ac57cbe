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
  /** Fields by name (`pricing.price` for one inside another), and how their columns are parsed unless a map says so. */
  byName: Readonly<Record<string, { kind: ColumnKind; spellings?: readonly string[] }>>;
  /** Beginnings of names behind which any name is a field, such as `attributes.`. */
  open?: readonly string[];
  /** Columns of our exports that are computed, and therefore not imported. */
  computed?: readonly string[];
  /** The fields that rows must have. */
  required: readonly string[];
}

/** How a field's column is parsed unless a map says so; undefined: there is no such field. */
export function findKind(fields: TableFields, name: string): ColumnKind | undefined {
  if (Object.hasOwn(fields.byName, name)) return fields.byName[name]!.kind;
  return fields.open?.some((beginning) => name.startsWith(beginning) && name !== beginning)
    ? 'text'
    : undefined;
}
