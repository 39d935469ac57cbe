import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version in package.json, which is in a folder above both the sources and the compiled files. */
export const VERSION: string = versionAbove(__dirname);

function versionAbove(folder: string): string {
  try {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name?: string;
      version?: string;
    };
    if (name === 'learning-platform-service' && version !== undefined) return version;
  } catch {
    // look in the next folder up
  }
  const above = dirname(folder);
  return above === folder ? 'unknown' : versionAbove(above);
}
