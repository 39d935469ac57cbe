import type { Command } from 'commander';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Settings = Record<string, string>;

const fileIn = (folder: string): string => join(folder, 'settings.json');

/** Commands that bring a stack of their own, or need none. */
const withoutStack = new Set(['start', 'demo', 'bench', 'chaos', 'listen', 'migrate']);

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
  program: Command,
  folder: string,
  env: Record<string, string | undefined>,
  say: (line: string) => void,
): void {
  program.hook('preAction', (_, command) => {
    if (env['DATABASE_URL'] !== undefined || env['NODE_ENV'] === 'production') return;
    if (withoutStack.has(outermost(command).name()) || !existsSync(fileIn(folder))) return;
    const settings = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Settings;
    for (const [name, value] of Object.entries(settings)) env[name] ??= value;
    say('on the stack of npm start; DATABASE_URL names another');
  });
}

/** `catalog` of `catalog import`. */
function outermost(command: Command): Command {
  return command.parent?.parent ? outermost(command.parent) : command;
}
