import {
  javaHome,
  javaMissing,
  LocalServiceError,
  OPENSEARCH,
  openSearchHome,
  SECURED_OPENSEARCH,
  securedOpenSearchHome,
  startOpenSearch,
  type OpenSearchRelease,
} from '@app/local-services';
import type { Command } from 'commander';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

const DATA = join('.data', 'opensearch');

interface Options {
  port: string;
  heap: string;
}

/** `opensearch`: a real OpenSearch on this machine, from Maven Central, for development, tests and benchmarks. */
export function openSearchCommand(program: Command): void {
  const opensearch = program
    .command('opensearch')
    .description('a real OpenSearch on this machine; needs Maven and a JDK of 21 or later');
  opensearch
    .command('fetch')
    .description(`fetch OpenSearch ${OPENSEARCH.version} from Maven Central into .data/opensearch`)
    .option(
      '--security',
      `${SECURED_OPENSEARCH.version} with the security plugin instead, for the tests of TLS and users`,
    )
    .action(async ({ security }: { security?: boolean }) => {
      const release = security ? SECURED_OPENSEARCH : OPENSEARCH;
      const home = security ? securedOpenSearchHome() : openSearchHome();
      console.log(`OpenSearch ${release.version} is in ${home ?? (await fetchOpenSearch(release))}.`);
    });
  opensearch
    .command('start', { isDefault: true })
    .description('fetch it if it is missing, start it and show what to set')
    .option('--port <port>', 'port to listen on', '9200')
    .option('--heap <megabytes>', 'its heap', '1024')
    .action(start);
}

async function start({ port, heap }: Options): Promise<void> {
  const home = openSearchHome() ?? (await fetchOpenSearch());
  mkdirSync(DATA, { recursive: true });
  const server = await startOpenSearch({
    home,
    dataDir: resolve(DATA, 'node'),
    port: Number(port),
    heapMb: Number(heap),
  });
  console.log(`OpenSearch answers at ${server.url}. In another terminal:

  SEARCH_ENGINE=opensearch OPENSEARCH_URLS=${server.url} npm start

Ctrl-C ends it; what it holds stays in ${DATA}.`);
  process.once('SIGINT', () => void server.stop());
  process.once('SIGTERM', () => void server.stop());
  // the server alone would not keep this process running
  const waiting = setInterval(() => undefined, 60_000);
  await server.ended;
  clearInterval(waiting);
}

/**
 * @returns the folder of the distribution
 * @throws LocalServiceError that names the missing program
 */
async function fetchOpenSearch(release: OpenSearchRelease = OPENSEARCH): Promise<string> {
  const java = javaHome(release);
  if (!java) throw new LocalServiceError(javaMissing(release));
  const jar = join(java, 'bin', 'jar');
  const { version } = release;
  const archive = await fromMaven('org.opensearch.distribution.integ-test-zip', 'opensearch', version);
  const draft = resolve(DATA, 'new');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await run(jar, ['xf', archive], draft);
  const name = `opensearch-${version}`;
  if (release === SECURED_OPENSEARCH) {
    const plugin = await fromMaven('org.opensearch.plugin', 'opensearch-security', `${version}.0`);
    const folder = join(draft, name, 'plugins', 'opensearch-security');
    mkdirSync(folder, { recursive: true });
    await run(jar, ['xf', plugin], folder);
  }
  await run('chmod', ['-R', 'a+rX', join(draft, name)]);
  await run('chmod', ['-R', 'a+x', join(draft, name, 'bin')]);
  renameSync(join(draft, name), resolve(DATA, name));
  rmSync(draft, { recursive: true, force: true });
  return resolve(DATA, name);
}

/** @returns the path of the zip file in Maven's own repository */
async function fromMaven(group: string, artifact: string, version: string): Promise<string> {
  const coordinates = `-Dartifact=${group}:${artifact}:${version}:zip`;
  await run('mvn', ['-q', '-B', 'dependency:get', coordinates, '-Dtransitive=false']);
  const repository = process.env['M2'] ?? join(homedir(), '.m2', 'repository');
  const archive = join(repository, ...group.split('.'), artifact, version, `${artifact}-${version}.zip`);
  if (!existsSync(archive))
    throw new LocalServiceError(`Maven has not put it where we look: ${archive} (M2).`);
  return archive;
}

async function run(command: string, args: string[], cwd?: string): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...(cwd ? { cwd } : {}) });
  const [code] = (await once(child, 'close').catch(() => [127])) as [number];
  if (code !== 0) throw new LocalServiceError(`${command} failed (${code}).`);
}
