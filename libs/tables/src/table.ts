import { ConfigError } from '@app/kernel';
import { readRows, type TableRow } from './records.js';
import type { TextFile } from './text-file.js';

/** A table whose first row names the columns. */
export interface Table {
  columns: readonly string[];
  /** Yields the rows from the start, each as wide as the header; can be called again. */
  rows(): AsyncGenerator<TableRow>;
}

/** Whether a text is JSON rather than a table: it begins with an object, or with a list of objects. */
export const isJson = (head: string): boolean => /^\s*(?:\{|\[\s*[{\]])/.test(head);

/** The line in which spreadsheets state the delimiter. */
const separatorLine = /^"?sep=(.)"?[^\S\r\n]*(?:\r\n|\n|\r|$)/i;

/**
 * @param delimiter between cells; undefined: the one in the line `sep=;`, or the one that splits the header
 * @throws ConfigError when it has no header or no clear delimiter
 */
export async function openTable(file: TextFile, delimiter?: string): Promise<Table> {
  const said = separatorLine.exec(file.head);
  const start = said?.[0].length ?? 0;
  const firstLine = said ? 2 : 1;
  const head = file.head.slice(start);
  const whole = file.isWhole ? head : head.slice(0, head.lastIndexOf('\n') + 1) || head;
  const layout = {
    delimiter: delimiter ?? said?.[1] ?? (await findDelimiter(file.name, whole)),
    firstLine,
  };
  const text = () => behind(file.read(), start);
  for await (const header of readRows(text(), layout)) {
    if ('fault' in header) throw new ConfigError(`${file.name}, line ${header.line}: ${header.fault}.`);
    const columns = header.cells.map((name) => name.trim());
    const width = columns.findLastIndex((name) => name !== '') + 1;
    return {
      columns: columns.slice(0, width),
      rows: () => rowsBelow(header.line, text(), { ...layout, width }),
    };
  }
  throw new ConfigError(`${file.name} is empty: the first row of a table names its columns.`);
}

async function* rowsBelow(
  header: number,
  text: AsyncIterable<string>,
  layout: Parameters<typeof readRows>[1],
): AsyncGenerator<TableRow> {
  for await (const row of readRows(text, layout)) if (row.line > header) yield row;
}

async function* behind(text: AsyncIterable<string>, start: number): AsyncGenerator<string> {
  let remaining = start;
  for await (const part of text) {
    yield part.slice(remaining);
    remaining = Math.max(0, remaining - part.length);
  }
}

const candidates = [',', ';', '\t', '|'];
/** Number of rows in the sample. */
const SAMPLE = 100;

/**
 * The delimiter of a table: the one that splits its header. If several do, the one with which all rows are as wide as
 * the header. A header that none splits has one column.
 * @param head whole lines from the beginning of the table
 * @throws ConfigError when several fit equally well
 */
async function findDelimiter(name: string, head: string): Promise<string> {
  const dividing: { delimiter: string; rows: TableRow[] }[] = [];
  for (const delimiter of candidates) {
    const rows = await readSample(head, delimiter);
    if (countCells(rows[0]) > 1) dividing.push({ delimiter, rows });
  }
  if (dividing.length === 0) return ',';
  const even = dividing.filter(({ rows }) => rows.every((row) => countCells(row) === countCells(rows[0])));
  const [candidate, other] = dividing.length === 1 ? dividing : even;
  if (candidate === undefined || other !== undefined)
    throw new ConfigError(
      `${name} has no clear delimiter: set it with --delimiter, for example --delimiter ';'.`,
    );
  return candidate.delimiter;
}

async function readSample(head: string, delimiter: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of readRows([head], { delimiter })) if (rows.push(row) >= SAMPLE) break;
  return rows;
}

const countCells = (row: TableRow | undefined): number => (row && 'cells' in row ? row.cells.length : 0);
