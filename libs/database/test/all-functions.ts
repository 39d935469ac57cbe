import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { DbFunction } from '../src/schema/db-function.js';

const folder = join(__dirname, '..', 'src', 'schema', 'functions');

/** Every function of the database, by schema and name. */
export async function allFunctions(): Promise<DbFunction[]> {
  const files = globSync('*/*.ts', { cwd: folder }).sort();
  const modules = await Promise.all(
    files.map(async (file) => Object.values((await import(join(folder, file))) as Record<string, unknown>)),
  );
  return modules
    .flat()
    .filter((one): one is DbFunction => typeof one === 'object' && one !== null && 'frozen' in one);
}
