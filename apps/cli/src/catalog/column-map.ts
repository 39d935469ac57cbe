import { parseYaml } from '@app/bootstrap-files';
import { ConfigError } from '@app/kernel';
import { z } from 'zod';
import { parseMinutes } from './minutes.js';

/** How the text in a column is parsed. */
export const columnKinds = [
  'text',
  'number',
  'integer',
  'minutes',
  'hours',
  'boolean',
  'list',
  'lower',
] as const;

const Column = z
  .object({
    /** One column, or several: the first that is not empty. */
    from: z.union([z.string(), z.array(z.string()).min(1)]),
    as: z.enum(columnKinds).default('text'),
    /** Separator of list items. */
    split: z.string().min(1).default(','),
    /** Replacements for values in the table, applied before parsing; letter case does not matter. */
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
    /** With `{}` for the value in the table: `https://courses.example/{}`. */
    template: z.string().optional(),
  })
  .strict();

/** The file given to `--map`: which column becomes which field of the import record. */
const ColumnMap = z
  .object({
    provider: z.string(),
    /** Column separator; default: comma. */
    delimiter: z.string().length(1).default(','),
    defaults: z.record(z.string(), z.json()).default({}),
    columns: z.record(
      z.string().regex(/^[a-z_]+(\.[a-z_]+)*$/, 'a field of the record, such as pricing.price'),
      z.union([z.string().transform((heading) => Column.parse({ from: heading })), Column]),
    ),
  })
  .strict();
export type ColumnMap = z.output<typeof ColumnMap>;
type Column = z.output<typeof Column>;

/** @throws ConfigError saying what is wrong in the file */
export function readColumnMap(yaml: string): ColumnMap {
  const result = ColumnMap.safeParse(parseYaml(yaml, 'The map file'));
  if (!result.success)
    throw new ConfigError(`The map file cannot be used:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/** A row that cannot be read; the message names the column. */
export class BadRow extends Error {}

/** A row of the table as an import record, not yet checked. @throws BadRow */
export function toRecord(row: Record<string, string>, map: ColumnMap): Record<string, unknown> {
  const record: Record<string, unknown> = { provider: map.provider, ...structuredClone(map.defaults) };
  for (const [field, column] of Object.entries(map.columns)) {
    const value = readCell(row, column);
    if (value !== undefined) setNested(record, field.split('.'), value);
  }
  return record;
}

function readCell(row: Record<string, string>, column: Column): unknown {
  const names = [column.from].flat();
  const name = names.find((one) => (row[one] ?? '').trim() !== '');
  if (name === undefined) {
    const missing = names.find((one) => !(one in row));
    if (missing !== undefined && names.length === 1) throw new BadRow(`there is no column "${missing}"`);
    return undefined;
  }
  const text = row[name]!.trim();
  const replaced = replacement(column, text);
  if (replaced !== undefined && typeof replaced !== 'string') return replaced;
  const cell = replaced ?? text;
  if (cell === '') return undefined;
  const value = convert(cell, column);
  if (value === undefined)
    throw new BadRow(`column "${name}": "${text.slice(0, 60)}" is not a valid ${column.as}`);
  return value;
}

function replacement(column: Column, text: string): string | number | boolean | undefined {
  const key = Object.keys(column.values).find((one) => one.toLowerCase() === text.toLowerCase());
  return key === undefined ? undefined : column.values[key];
}

function convert(text: string, column: Column): unknown {
  switch (column.as) {
    case 'text':
      return column.template === undefined ? text : column.template.replaceAll('{}', text);
    case 'lower':
      return text.toLowerCase();
    case 'number':
      return parseNumber(text);
    case 'integer': {
      const number = parseNumber(text);
      return number === undefined ? undefined : Math.round(number);
    }
    case 'minutes':
      return parseMinutes(text);
    case 'hours': {
      const hours = parseNumber(text);
      return hours === undefined ? undefined : Math.ceil(hours * 60 - 1e-9);
    }
    case 'boolean':
      return /^(true|yes|y|1|ja|oui|s[ií])$/i.test(text)
        ? true
        : /^(false|no|n|0|nein|non)$/i.test(text)
          ? false
          : undefined;
    case 'list':
      return parseList(text, column.split);
  }
}

/** `1,234.50`, `€ 20`, `5.3k`, `1.2M`. */
function parseNumber(text: string): number | undefined {
  const match = /^[^\d-]*(-?[\d,]+(?:\.\d+)?)\s*([km])?[^\d]*$/i.exec(text);
  if (!match) return undefined;
  const factor = { k: 1_000, m: 1_000_000 }[(match[2] ?? '').toLowerCase()] ?? 1;
  const number = Number(match[1]!.replaceAll(',', '')) * factor;
  return Number.isFinite(number) ? number : undefined;
}

/** List items, also from a list written as `['a', 'b']`. */
function parseList(text: string, split: string): string[] {
  const bare = text.replace(/^[[{(]|[\]})]$/g, '');
  return bare
    .split(split)
    .map((part) =>
      part
        .trim()
        .replace(/^['"]|['"]$/g, '')
        .trim(),
    )
    .filter((part) => part !== '');
}

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
