import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Settings = Record<string, string>;

const fileIn = (folder: string): string => join(folder, 'settings.json');

/**
 * Writes the settings of the running stack to its folder, readable only by the owner.
 * @returns a function that removes them
 */
export function publishSettings(folder: string, settings: Settings): () => void {
  const file = fileIn(folder);
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * While `npm start` is running, a command without a configured database uses that stack, and prints that it does; never
 * in production.
 */
export function useLocalStack(
  words: readonly string[],
  folder: string,
  env: Record<string, string | undefined>,
  say: (line: string) => void,
): void {
  if (env['DATABASE_URL'] || env['NODE_ENV'] === 'production') return;
  if (needsNone(words) || !existsSync(fileIn(folder))) return;
  const settings = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Settings;
  for (const [name, value] of Object.entries(settings)) env[name] ??= value;
  say('using the stack of npm start; set DATABASE_URL for another');
}

/** Whether the command needs no database, like help, or always names one, like migrations. */
const needsNone = (words: readonly string[]): boolean =>
  words.length === 0 ||
  ['help', 'migrate'].includes(words[0]!) ||
  words.some((word) => word === '--help' || word === '-h');
