import { z } from 'zod';

export const ExportFormat = z
  .enum(['ndjson', 'csv'])
  .default('ndjson')
  .describe('One JSON object per line, or comma-separated values with a header.');
export type ExportFormat = z.output<typeof ExportFormat>;

export const mediaTypes: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
};

/** An object to export, nested at most one level deep. */
export type ExportRecord = Record<string, unknown>;

/** Serialises rows in a format; for CSV, with exactly these columns. */
export function lineWriter(format: ExportFormat, columns: readonly string[]) {
  return format === 'csv'
    ? { header: csvLine(columns), line: (row: ExportRecord) => csvLine(cellsOf(row, columns)) }
    : { header: '', line: (row: ExportRecord) => `${JSON.stringify(row)}\n` };
}

/** One row in each format, for the OpenAPI document. */
export const exportExamples = (row: ExportRecord, columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    (['ndjson', 'csv'] as const).map((format) => {
      const { header, line } = lineWriter(format, columns);
      return [mediaTypes[format].split(';')[0]!, header + line(row)];
    }),
  );

/** `lo.title` becomes the column `lo_title`. */
function cellsOf(row: ExportRecord, columns: readonly string[]): unknown[] {
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

/** RFC 4180; lists are separated by blanks. Numbers and booleans are unquoted. */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return csvText(value.join(' '));
  return typeof value === 'string' ? csvText(value) : JSON.stringify(value);
}

/** What spreadsheets interpret as a formula, at the start of anything that one of them treats as a cell. */
const formula = /(^|[;\t\r\n|])((?:[^\S\t\r\n]|["'])*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Text, with an apostrophe before anything a spreadsheet would evaluate (OWASP, "CSV injection"). */
function csvText(text: string): string {
  const inert = text.replace(formula, "$1$2'");
  return /[",;\r\n\t]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
