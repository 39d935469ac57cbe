import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { benches } from '../benches.js';
import { performancePage } from './performance-page.js';
import { parseScenario, type ResultRow, type Results, type Run } from './result.js';

const LATEST = 'latest.json';
const FORMAT = { printWidth: 110, singleQuote: true } as const;
const folderIn = (root: string): string => join(root, 'bench', 'results');

/** @param root the repository's folder */
export function readResults(root: string): Results {
  const folder = folderIn(root);
  if (!existsSync(join(folder, LATEST))) return { rows: [], runs: [] };
  const read = <T>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== LATEST);
  const runs = files.map((file) => read<Run>(file));
  runs.sort((one, other) => (one.scenario < other.scenario ? -1 : 1));
  return { rows: read<ResultRow[]>(LATEST), runs };
}

/**
 * Replaces the rows of one scenario, and writes the page again.
 * @throws Error when a row is not named after the scenario, or two have the same name, because neither would ever be
 *   replaced
 */
export async function writeResults(root: string, run: Run, rows: readonly ResultRow[]): Promise<void> {
  const strangers = rows.filter((row) => parseScenario(row) !== run.scenario);
  if (strangers.length > 0) throw new Error(`not of ${run.scenario}: ${strangers[0]!.name}`);
  if (new Set(rows.map(({ name }) => name)).size < rows.length)
    throw new Error(`${run.scenario} has two rows of one name`);
  const folder = folderIn(root);
  mkdirSync(folder, { recursive: true });
  const otherRows = readResults(root).rows.filter((row) => parseScenario(row) !== run.scenario);
  const all = [...otherRows, ...rows].sort((one, other) =>
    parseScenario(one) < parseScenario(other) ? -1 : 1,
  );
  await writeFormatted(join(folder, LATEST), JSON.stringify(all, null, 2));
  await writeFormatted(join(folder, `${run.scenario}.json`), JSON.stringify(run, null, 2));
  writeFileSync(join(root, 'docs', 'performance.md'), await pageIn(root));
}

/** The content of docs/performance.md according to the files in bench/results. */
export async function pageIn(root: string): Promise<string> {
  return (await format('performance.md', performancePage(readResults(root), benches), FORMAT)).code;
}

async function writeFormatted(file: string, text: string): Promise<void> {
  writeFileSync(file, (await format(file, text, FORMAT)).code);
}
