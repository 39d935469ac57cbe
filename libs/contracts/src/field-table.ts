import type { z } from 'zod';
import { WireTime, wireTime, wireTimeOrNull } from './values.js';

/** A field with its forms in the database and in answers. */
export interface Field {
  /** Its schema in answers and webhooks, under the field's name; null if it is internal or has another name there. */
  shown: z.ZodType | null;
  /** Converts the value of a row to the value in answers; the type of its parameter is the type in rows. */
  show: (stored: never) => unknown;
  /** Its value in the examples of the OpenAPI document. */
  example?: unknown;
}

/** The only list of an object's fields, by name. All code about a field is generated from its entry. */
export type FieldTable = Readonly<Record<string, Field>>;

/** A field whose stored value is returned unchanged. */
export const asStored = <Schema extends z.ZodType>(shown: Schema) => ({
  shown,
  show: (stored: z.output<Schema>) => stored,
});

/** A field that answers do not contain under its name. */
export const hidden = <RowValue>() => ({ shown: null, show: (stored: RowValue) => stored });

/** A time, which is a date in rows. */
export const storedTime = { shown: WireTime, show: wireTime };
export const storedTimeOrNull = { shown: WireTime.nullable(), show: wireTimeOrNull };

/** A row with all fields of a table. */
export type RowOf<Table extends FieldTable> = {
  -readonly [Name in keyof Table]: Parameters<Table[Name]['show']>[0];
};

/** The names of the fields whose entries have these members. */
export type NamesWith<Table extends FieldTable, Members> = {
  [Name in keyof Table & string]: Table[Name] extends Members ? Name : never;
}[keyof Table & string];

/** The names of the public fields. */
export type ShownName<Table extends FieldTable> = NamesWith<Table, { shown: z.ZodType }>;

/** All names of a table, in its order. */
export const listNames = <Table extends FieldTable>(table: Table) =>
  Object.keys(table) as (keyof Table & string)[];

const getMember = (table: FieldTable, name: string, member: string): unknown =>
  (table[name] as unknown as Readonly<Record<string, unknown>>)[member];

/** The names of the fields whose entries have these values, in the table's order. */
export const namesWith = <Table extends FieldTable, const Members extends object>(
  table: Table,
  members: Members,
) =>
  listNames(table).filter((name) =>
    Object.entries(members).every(([member, value]) => getMember(table, name, member) === value),
  ) as NamesWith<Table, Members>[];

/** The names of the fields whose entries have a `member`, in the table's order. */
export const namesHaving = <Table extends FieldTable, Member extends string>(table: Table, member: Member) =>
  listNames(table).filter((name) => getMember(table, name, member) !== undefined) as NamesWith<
    Table,
    Record<Member, unknown>
  >[];

export const listShownNames = <Table extends FieldTable>(table: Table) =>
  listNames(table).filter((name) => table[name]?.shown !== null) as ShownName<Table>[];

/** An object with one member of each of these entries, by name. */
export const pickMembers = <
  Table extends FieldTable,
  Name extends keyof Table & string,
  Member extends string & keyof Table[Name],
>(
  table: Table,
  names: readonly Name[],
  member: Member,
) =>
  Object.fromEntries(names.map((name) => [name, getMember(table, name, member)])) as {
    [Each in Name]: Table[Each][Member & keyof Table[Each]];
  };

/** The public values of these fields of a row. */
export function showFields<Table extends FieldTable, Name extends keyof Table & string>(
  table: Table,
  names: readonly Name[],
  row: Pick<RowOf<Table>, Name>,
) {
  const shown: Record<string, unknown> = {};
  for (const name of names) shown[name] = table[name]?.show(row[name]);
  return shown as { [Each in Name]: ReturnType<Table[Each]['show']> };
}
