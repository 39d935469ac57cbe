import { isCleanText, UNCLEAN_TEXT } from '@app/contracts';
import { ConfigError } from '@app/kernel';
import { BadCell } from './bad-cell.js';
import { readCell } from './cell.js';
import type { Column, ColumnMap } from './column-map.js';
import { findColumn, toKey, repeated, suggestion } from './column-names.js';
import { withoutApostrophes } from './csv-line.js';
import { findKind, type TableFields } from './fields.js';
import type { DecimalMark } from './numbers.js';

/** A row that cannot be read; the message names the column. */
export class BadRow extends Error {}

/** Converts rows of one table to records. */
export interface RowReader {
  /** Columns with a name that fill no field. */
  unused: readonly string[];
  /** @throws BadRow */
  read(cells: readonly string[]): Record<string, unknown>;
}

interface Source {
  field: string;
  column: Column & { as: NonNullable<Column['as']> };
  indexes: readonly number[];
}

/**
 * @param options.map undefined: columns have the names of fields, in any case and with common spellings
 * @param options.decimal the decimal mark in columns whose map does not state one
 * @throws ConfigError when a column is missing, or is in the table more than once
 */
export function rowReader(
  columns: readonly string[],
  fields: TableFields,
  { map, decimal }: { map?: ColumnMap; decimal?: DecimalMark } = {},
): RowReader {
  const sources = (map ? mapped(columns, fields, map) : named(columns, fields)).map((source) =>
    decimal === undefined ? source : { ...source, column: { decimal, ...source.column } },
  );
  const filled = [...sources.map(({ field }) => field), ...Object.keys(map?.defaults ?? {})];
  const missing = fields.required.filter((field) => !filled.includes(field));
  if (missing.length > 0)
    throw new ConfigError(
      `The ${map ? 'map' : 'table'} has no column for ${missing.join(', ')}: say with --map which it is. ` +
        `The columns are: ${columns.join(', ')}.`,
    );
  const used = new Set(sources.flatMap(({ indexes }) => indexes));
  const computed = new Set(fields.computed?.map(toKey));
  return {
    unused: columns
      .filter((name, index) => name !== '' && !used.has(index) && !(computed.has(toKey(name)) && !map))
      .map((name) => name + (map ? '' : suggestion(name, Object.keys(fields.byName)))),
    read: (cells) => toRecord(cells, columns, sources, map?.defaults ?? {}),
  };
}

function mapped(columns: readonly string[], fields: TableFields, map: ColumnMap): Source[] {
  return Object.entries(map.columns).map(([field, column]) => {
    const names = [column.from].flat();
    const indexes = names.flatMap((name) => findColumn(columns, name) ?? []);
    if (indexes.length === 0)
      throw new ConfigError(
        `The table has no column "${names.join('" or "')}" for ${field}${suggestion(names[0]!, columns) || '.'} Its columns are: ${columns.join(', ')}.`,
      );
    return { field, indexes, column: { ...column, as: column.as ?? findKind(fields, field)! } };
  });
}

function named(columns: readonly string[], fields: TableFields): Source[] {
  const indexesByField = new Map<string, number[]>();
  for (const [index, name] of columns.entries()) {
    const field = findField(name, fields);
    if (field !== undefined) indexesByField.set(field, [...(indexesByField.get(field) ?? []), index]);
  }
  return [...indexesByField].map(([field, indexes]) => {
    if (indexes.length > 1) throw new ConfigError(repeated(field, columns, indexes));
    return { field, indexes, column: { from: field, as: findKind(fields, field)!, split: ';', values: {} } };
  });
}

/** The field with the name of a column; undefined when there is none, or more than one. */
function findField(name: string, fields: TableFields): string | undefined {
  const namedFields = Object.entries(fields.byName).map(([field, { spellings = [] }]) => ({
    field,
    names: [field, ...spellings],
  }));
  const exact = namedFields.find(({ names }) => names.includes(name));
  if (exact) return exact.field;
  if (fields.open?.some((beginning) => name.startsWith(beginning) && name !== beginning)) return name;
  const alike = namedFields.filter(
    ({ names }) => toKey(name) !== '' && names.some((one) => toKey(one) === toKey(name)),
  );
  return alike.length === 1 ? alike[0]!.field : undefined;
}

function toRecord(
  cells: readonly string[],
  columns: readonly string[],
  sources: readonly Source[],
  defaults: object,
): Record<string, unknown> {
  const record: Record<string, unknown> = structuredClone({ ...defaults });
  const currencies: { field: string; possible: readonly string[]; place: string }[] = [];
  for (const { field, column, indexes } of sources) {
    const index = indexes.find((one) => cells[one]!.trim() !== '');
    if (index === undefined) continue;
    const text = withoutApostrophes(cells[index]!);
    const place = `column "${columns[index]}": "${text.trim().slice(0, 60)}"`;
    if (!isCleanText(text)) throw new BadRow(`column "${columns[index]}" ${UNCLEAN_TEXT}`);
    try {
      const { value, currencies: possible = [] } = readCell(text, column);
      if (value !== undefined) setNested(record, field.split('.'), value);
      if (possible.length > 0)
        currencies.push({ field: field.replace(/[^.]*$/, 'currency'), possible, place });
    } catch (error) {
      if (error instanceof BadCell) throw new BadRow(`${place} ${error.message}`);
      throw error;
    }
  }
  for (const { field, possible, place } of currencies) settleCurrency(record, field, possible, place);
  return record;
}

/** Sets the currency from a cell, unless the record has one already; refuses one that is not allowed. */
function settleCurrency(
  record: Record<string, unknown>,
  field: string,
  possible: readonly string[],
  place: string,
): void {
  const said = valueAt(record, field.split('.')) as string | undefined;
  if (said === undefined && possible.length > 1)
    throw new BadRow(`${place} may be ${possible.join(', ')}: say ${field} in the map`);
  if (said !== undefined && !possible.includes(said))
    throw new BadRow(`${place} is not in ${said}, which ${field} says`);
  setNested(record, field.split('.'), said ?? possible[0]);
}

const valueAt = (record: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], record);

function setNested(record: Record<string, unknown>, [name, ...rest]: string[], value: unknown): void {
  if (name === undefined) return;
  if (rest.length === 0) {
    record[name] = value;
    return;
  }
  const inner = record[name];
  const child = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  record[name] = child;
  setNested(child as Record<string, unknown>, rest, value);
}
