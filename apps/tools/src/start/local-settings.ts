import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Settings = Record<string, string>;

const fileIn = (folder: string): string => join(folder, 'settings.json');

/** Leaves the settings of the running stack in its folder, readable by its owner alone. @returns removes them */
export function leaveSettings(folder: string, settings: Settings): () => void {
  const file = fileIn(folder);
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * Beside a running `npm start`, a command that is given no database works on that stack, and says so; never in
 * production.
 */
export function useLocalStack(
  words: readonly string[],
  folder: string,
  env: Record<string, string | undefined>,
  say: (line: string) => void,
): void {
  if (env['DATABASE_URL'] !== undefined || env['NODE_ENV'] === 'production') return;
  if (needsNone(words) || !existsSync(fileIn(folder))) return;
  const settings = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Settings;
  for (const [name, value] of Object.entries(settings)) env[name] ??= value;
  say('using the stack of npm start; set DATABASE_URL for another');
}

/** Help needs no database, and which one is migrated is always said. */
const needsNone = (words: readonly string[]): boolean =>
  words.length === 0 ||
  ['help', 'migrate'].includes(words[0]!) ||
  words.some((word) => word === '--help' || word === '-h');
