import { z } from 'zod';

export const ExportFormat = z
  .enum(['ndjson', 'csv'])
  .default('ndjson')
  .describe('One JSON object a line, or comma-separated values with a header.');
export type ExportFormat = z.output<typeof ExportFormat>;

export const mediaTypes: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
};

/** An object for an export, nested one level at most. */
export type ExportRow = Record<string, unknown>;

/** Writes rows in a format; the columns of CSV are the given ones, and no row has others. */
export function lineWriter(format: ExportFormat, columns: readonly string[]) {
  return format === 'csv'
    ? { header: csvLine(columns), line: (row: ExportRow) => csvLine(cellsOf(row, columns)) }
    : { header: '', line: (row: ExportRow) => `${JSON.stringify(row)}\n` };
}

/** `lo.title` is the column `lo_title`. */
function cellsOf(row: ExportRow, columns: readonly string[]): unknown[] {
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(row)) {
    if (isObject(value))
      for (const [inner, deeper] of Object.entries(value)) flat.set(`${name}_${inner}`, deeper);
    else flat.set(name, value);
  }
  return columns.map((column) => flat.get(column));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** RFC 4180; lists are separated by blanks. Numbers and booleans stay as they are. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return csvText(value.join(' '));
  return typeof value === 'string' ? csvText(value) : JSON.stringify(value);
}

/** What spreadsheets take for a formula, at the start of anything that one of them takes for a cell. */
const formula = /(^|[;\t\r\n|])((?:[^\S\t\r\n]|["'])*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A text, with an apostrophe before what a spreadsheet would calculate (OWASP, "CSV injection"). */
function csvText(text: string): string {
  const inert = text.replace(formula, "$1$2'");
  return /[",;\r\n\t]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
