import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './processes.mjs';
import { report } from './progress.mjs';

/** Equivalent programs, for distributions that lack the preferred package. */
const INSTEAD = { 'chromium-headless-shell': 'chromium' };

/** Programs that tests require with `describeWith(...)`, and the Debian packages that contain them. */
const PACKAGES = {
  chromium: 'chromium-headless-shell',
  faketime: 'faketime',
  firefox: 'firefox-esr',
  jq: 'jq',
  pgbouncer: 'pgbouncer',
  php: 'php-cli',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  python3: 'python3',
};

/**
 * As root, installs missing programs that tests use, by apt; tests for programs that are still missing are skipped.
 * Needs no npm package, and reports only when it is done.
 */
export async function installTools() {
  const missing = Object.keys(PACKAGES).filter((tool) => !isOnPath(tool));
  if (missing.length === 0 || process.getuid?.() !== 0 || !isOnPath('apt-get')) return;
  const since = performance.now();
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const packages = missing.map((tool) => PACKAGES[tool]);
  const install = (names) => run('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env });
  let { code } = await install(packages);
  if (code !== 0 && (await run('apt-get', ['update'], { env })).code === 0)
    ({ code } = await install(packages));
  if (code !== 0) ({ code } = await install(packages.map((name) => INSTEAD[name] ?? name)));
  report('tools', code === 0, since, missing.join(' '));
}

/** A line naming the tests skipped because a program is missing; undefined when there are none. */
export function skippedForTools(result) {
  const counts = new Map();
  for (const { assertionResults } of result.testResults) {
    for (const { status, fullName } of assertionResults) {
      const tool = status === 'pending' && /\(needs ([^)]+)\)/.exec(fullName)?.[1];
      if (tool) counts.set(tool, (counts.get(tool) ?? 0) + 1);
    }
  }
  if (counts.size === 0) return undefined;
  return `Skipped because a program is missing: ${[...counts].map(([tool, count]) => `${tool} (${count} tests)`).join(', ')}`;
}

/** Whether the program is on the PATH, under this name or that of its package. */
function isOnPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [name, PACKAGES[name] ?? name].some((one) =>
    folders.some((folder) => existsSync(join(folder, one))),
  );
}
