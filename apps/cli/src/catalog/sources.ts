import type { SourceLine } from '@app/catalogue';
import { parse } from 'csv-parse';
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { BadRow, toRecord, type ColumnMap } from './column-map.js';

/** A file read line by line, and how much of it has been read. */
export interface Source {
  lines: AsyncIterable<SourceLine>;
  bytes: number;
  bytesRead(): number;
}

/** One JSON object per line; empty lines are skipped. */
export function ndjsonSource(file: string): Source {
  const stream = createReadStream(file);
  async function* lines(): AsyncGenerator<SourceLine> {
    let line = 0;
    for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
      line++;
      const bare = line === 1 ? text.replace(/^\uFEFF/, '') : text;
      if (bare.trim() !== '') yield readJson(line, bare);
    }
  }
  return { lines: lines(), bytes: statSync(file).size, bytesRead: () => stream.bytesRead };
}

function readJson(line: number, text: string): SourceLine {
  try {
    return { line, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { line, fault: `no JSON: ${(error as Error).message.slice(0, 200)}` };
  }
}

/** A table whose first row names the columns, read by a map. */
export function csvSource(file: string, map: ColumnMap): Source {
  const stream = createReadStream(file);
  const rows = stream.pipe(
    parse({
      columns: true,
      bom: true,
      info: true,
      delimiter: map.delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }),
  );
  stream.on('error', (error) => rows.destroy(error));
  async function* lines(): AsyncGenerator<SourceLine> {
    let previous = 0;
    for await (const { record, info } of rows as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>) {
      // in a malformed file several rows may end on one line, but numbers must increase
      const line = Math.max(previous + 1, info.lines);
      previous = line;
      yield readRow(line, record, map);
    }
  }
  return { lines: lines(), bytes: statSync(file).size, bytesRead: () => stream.bytesRead };
}

function readRow(line: number, row: Record<string, string>, map: ColumnMap): SourceLine {
  try {
    return { line, value: toRecord(row, map) };
  } catch (error) {
    if (error instanceof BadRow) return { line, fault: error.message };
    throw error;
  }
}
