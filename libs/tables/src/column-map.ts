import { ConfigError } from '@app/kernel';
import { z } from 'zod';
import { suggestion } from './column-names.js';
import { columnKinds, findKind, type TableFields } from './fields.js';
import { decimalMarks } from './numbers.js';

const Column = z.strictObject({
  /** One column, or several: the first that is not empty. */
  from: z.union([z.string(), z.array(z.string()).min(1)]),
  as: z.enum(columnKinds).optional(),
  decimal: z.enum(decimalMarks).optional(),
  split: z.string().min(1).optional(),
  /** Replacements for values in the table, applied before parsing; letter case does not matter. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** A text with `{}` for the value in the table: `https://courses.example/{}`. */
  template: z.string().optional(),
});
export type Column = z.output<typeof Column>;

const schema = z.strictObject({
  /** Column separator; found in the table by default. */
  delimiter: z.string().length(1).optional(),
  encoding: z.string().optional(),
  decimal: z.enum(decimalMarks).optional(),
  defaults: z.record(z.string(), z.json()).default({}),
  columns: z.record(
    z.string(),
    // no union, because its error would not say what is wrong
    z.preprocess((column) => (typeof column === 'string' ? { from: column } : column), Column),
  ),
});

/** The file given to `--map`: which column becomes which field. */
export type ColumnMap = z.output<typeof schema>;

/**
 * @param content the content of the file
 * @throws ConfigError that describes the fault, fields that do not exist included
 */
export function readColumnMap(content: unknown, fields: TableFields): ColumnMap {
  const withFields = schema.superRefine(({ columns, defaults }, context) => {
    const named = [
      ...Object.keys(columns).map((field) => ({ field, path: ['columns', field] })),
      ...listLeaves(defaults).map((field) => ({ field, path: ['defaults', ...field.split('.')] })),
    ];
    for (const { field, path } of named)
      if (findKind(fields, field) === undefined)
        context.addIssue({
          code: 'custom',
          path,
          message: `"${field}" is no field${suggestion(field, Object.keys(fields.byName))}`,
        });
  });
  const result = withFields.safeParse(content);
  if (!result.success)
    throw new ConfigError(`The map file cannot be used:\n${z.prettifyError(result.error)}`);
  return result.data;
}

/** Names of the fields in an object: `pricing.price` for one inside another. */
function listLeaves(value: object, before = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) && Object.keys(inner).length > 0
      ? listLeaves(inner, `${before}${name}.`)
      : [before + name],
  );
}
