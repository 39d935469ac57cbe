import { ConfigError } from '@app/kernel';
import { readRows, type TableRow } from './records.js';

const candidates = [',', ';', '\t', '|'];
/** Number of rows in the sample. */
const SAMPLE = 100;

/**
 * The delimiter of a table: the one that splits its header. If several do, the one with which all rows are as wide as
 * the header. A header that none splits has one column.
 * @param head whole lines from the beginning of the table
 * @throws ConfigError when several fit equally well
 */
export async function findDelimiter(name: string, head: string): Promise<string> {
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
