import { Flag, inAnyCase } from '@app/contracts';
import { preferredType } from '@app/http';
import { csvLine } from '@app/tables';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

const formats = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof formats)[number];

export const exportParameters = {
  format: inAnyCase(z.enum(formats))
    .optional()
    .describe(
      'One JSON object per line, or comma-separated values with a header; by default what `Accept` prefers, and NDJSON.',
    ),
  bom: Flag.default(true).describe(
    'false: CSV without the byte order mark, by which spreadsheets recognize UTF-8.',
  ),
};

/** The format that the Accept header prefers. */
export const AcceptedFormat = createParamDecorator((_: unknown, context: ExecutionContext): ExportFormat => {
  const { accept } = context.switchToHttp().getRequest<FastifyRequest>().headers;
  return preferredType(accept, ['application/x-ndjson', 'text/csv']) === 'text/csv' ? 'csv' : 'ndjson';
});

export const mediaTypes: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
};

/** An object to export, nested at most one level deep. */
export type ExportRecord = Record<string, unknown>;

/** Serialises rows in a format; CSV has exactly these columns. */
export function lineWriter(format: ExportFormat, columns: readonly string[]) {
  return format === 'csv'
    ? { header: csvLine(columns), line: (row: ExportRecord) => csvLine(toCells(row, columns)) }
    : { header: '', line: (row: ExportRecord) => `${JSON.stringify(row)}\n` };
}

/** One row in each format, for the OpenAPI document. */
export const exportExamples = (row: ExportRecord, columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    formats.map((format) => {
      const { header, line } = lineWriter(format, columns);
      return [mediaTypes[format].split(';')[0]!, header + line(row)];
    }),
  );

/** `lo.title` becomes the column `lo_title`. */
function toCells(row: ExportRecord, columns: readonly string[]): unknown[] {
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
