import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:https';
import { join, resolve } from 'node:path';
import { LocalServiceError } from './local-service-error.js';
import { freePort } from './ports.js';
import { type RunningServer, startServer } from './start-server.js';
import { canReach, unprivilegedUser } from './unprivileged-user.js';

/** A release on Maven Central, and the versions of Java that it runs with. */
export interface OpenSearchRelease {
  version: string;
  java: { from: number; to: number };
}

/** The release that `npm run opensearch` fetches; without users and TLS. */
export const OPENSEARCH: OpenSearchRelease = { version: '3.3.0', java: { from: 21, to: Infinity } };

/**
 * The newest release on Maven Central whose security plugin has everything that it needs, such as Java's security
 * manager, which Java 24 removed.
 */
export const SECURED_OPENSEARCH: OpenSearchRelease = { version: '2.19.4', java: { from: 11, to: 23 } };

/** The administrator in the security plugin's own examples, who exists in a node that is started with security. */
export const OPENSEARCH_ADMINISTRATOR = { username: 'admin', password: 'admin' };

const SECURITY_PLUGIN = join('plugins', 'opensearch-security');
const START_TIMEOUT_MS = 5 * 60_000;

export interface OpenSearchOptions {
  /** The unpacked distribution. */
  home: string;
  /** Created if missing; kept between starts. */
  dataDir: string;
  /** By default a free one. */
  port?: number;
  heapMb?: number;
  /** TLS and users; the distribution has the security plugin. Files in PEM, for the name `localhost`. */
  security?: { authority: string; certificate: string; key: string };
}

export interface RunningOpenSearch extends RunningServer {
  url: string;
}

const fetchedHome = (version: string): string => join('.data', 'opensearch', `opensearch-${version}`);

/**
 * The unpacked distribution: `OPENSEARCH_HOME`, or the one that `npm run opensearch` has fetched; undefined without
 * one.
 */
export function openSearchHome(): string | undefined {
  const candidates = [process.env['OPENSEARCH_HOME'], fetchedHome(OPENSEARCH.version)];
  const existingHome = candidates.find(
    (home) => home !== undefined && existsSync(join(home, 'bin', 'opensearch')),
  );
  return existingHome === undefined ? undefined : resolve(existingHome);
}

/**
 * The distribution with the security plugin, which `npm run opensearch -- fetch --security` has fetched; undefined
 * without one.
 */
export function securedOpenSearchHome(): string | undefined {
  const home = fetchedHome(SECURED_OPENSEARCH.version);
  return existsSync(join(home, SECURITY_PLUGIN)) ? resolve(home) : undefined;
}

/** A suitable Java: `OPENSEARCH_JAVA_HOME`, `JAVA_HOME` or one of the system's; undefined without one. */
export function javaHome({ java }: OpenSearchRelease = OPENSEARCH): string | undefined {
  const system = existsSync('/usr/lib/jvm')
    ? readdirSync('/usr/lib/jvm').map((name) => join('/usr/lib/jvm', name))
    : [];
  return [process.env['OPENSEARCH_JAVA_HOME'], process.env['JAVA_HOME'], ...system].find(
    (home): home is string =>
      home !== undefined && readVersion(home) >= java.from && readVersion(home) <= java.to,
  );
}

function readVersion(home: string): number {
  const release = join(home, 'release');
  if (!existsSync(release) || !existsSync(join(home, 'bin', 'java'))) return 0;
  return Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1] ?? 0);
}

/**
 * Starts one node of OpenSearch on 127.0.0.1. It ends with this process.
 * @throws LocalServiceError with the end of the log when it does not start, or without a Java
 */
export async function startOpenSearch(options: OpenSearchOptions): Promise<RunningOpenSearch> {
  const release = options.security ? SECURED_OPENSEARCH : OPENSEARCH;
  const java = javaHome(release);
  if (!java) throw new LocalServiceError(javaMissing(release));
  const user = unprivilegedUser();
  const dataDir = resolve(options.dataDir);
  const port = options.port ?? (await freePort());
  const config = prepare(options, dataDir, port);
  if (user) {
    if (!canReach(options.home, user) || !canReach(dataDir, user))
      throw new LocalServiceError(
        `User ${user.name}, as whom OpenSearch runs, cannot enter ${options.home} or ${dataDir}.`,
      );
    for (const folder of ['', 'data', 'logs', 'tmp', 'config']) changeOwner(join(dataDir, folder), user);
  }
  const { JAVA_HOME: _java, JAVA_TOOL_OPTIONS: _options, ...env } = process.env;
  const url = options.security ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  const server = await startServer({
    name: 'OpenSearch',
    command: join(options.home, 'bin', 'opensearch'),
    args: [],
    cwd: dataDir,
    env: {
      ...env,
      OPENSEARCH_JAVA_HOME: java,
      OPENSEARCH_PATH_CONF: config,
      OPENSEARCH_TMPDIR: join(dataDir, 'tmp'),
    },
    user,
    logFile: join(dataDir, 'server.log'),
    stopSignal: 'TERM',
    startTimeoutMs: START_TIMEOUT_MS,
    isReady: () =>
      isReady(`${url}/_cluster/health?wait_for_status=yellow&timeout=30s`, options.security?.authority),
  });
  return { ...server, url };
}

/** A sentence that says which Java is missing. */
export const javaMissing = ({ version, java: { from, to } }: OpenSearchRelease): string =>
  `OpenSearch ${version} needs a JDK of ${from} ${to === Infinity ? 'or later' : `to ${to}`} (OPENSEARCH_JAVA_HOME).`;

/** @returns the folder of its configuration */
function prepare({ home, heapMb = 512, security }: OpenSearchOptions, dataDir: string, port: number): string {
  for (const folder of ['data', 'logs', 'tmp', 'config'])
    mkdirSync(join(dataDir, folder), { recursive: true });
  const config = join(dataDir, 'config');
  cpSync(join(home, 'config'), config, { recursive: true });
  const jvm = readFileSync(join(config, 'jvm.options'), 'utf8');
  writeFileSync(
    join(config, 'jvm.options'),
    jvm
      .replace(/^-Xms.*$/m, `-Xms${heapMb}m`)
      .replace(/^-Xmx.*$/m, `-Xmx${heapMb}m`)
      // relative to the distribution, in which this user may not write
      .replaceAll(/(?<=[=\s])logs\//g, `${join(dataDir, 'logs')}/`),
  );
  const settings = {
    'cluster.name': 'learning-platform',
    'path.data': join(dataDir, 'data'),
    'path.logs': join(dataDir, 'logs'),
    'network.host': '127.0.0.1',
    'http.port': port,
    'transport.port': '20000-32767',
    'discovery.type': 'single-node',
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...(security ? secured(security, home, config) : {}),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${value}`);
  writeFileSync(join(config, 'opensearch.yml'), `${lines.join('\n')}\n`);
  chmodSync(dataDir, 0o755);
  return config;
}

/**
 * Copies the plugin's examples of users and roles and the certificates to `config`.
 * @returns the settings that name them
 */
function secured(
  files: NonNullable<OpenSearchOptions['security']>,
  home: string,
  config: string,
): Record<string, string | boolean> {
  cpSync(join(home, SECURITY_PLUGIN, 'config'), join(config, 'opensearch-security'), { recursive: true });
  for (const [name, file] of Object.entries(files)) cpSync(file, join(config, `${name}.pem`));
  const layerSettings = (layer: string) => ({
    [`${layer}.pemcert_filepath`]: 'certificate.pem',
    [`${layer}.pemkey_filepath`]: 'key.pem',
    [`${layer}.pemtrustedcas_filepath`]: 'authority.pem',
  });
  return {
    ...layerSettings('plugins.security.ssl.transport'),
    'plugins.security.ssl.transport.enforce_hostname_verification': false,
    'plugins.security.ssl.http.enabled': true,
    ...layerSettings('plugins.security.ssl.http'),
    'plugins.security.allow_default_init_securityindex': true,
    'plugins.security.restapi.roles_enabled': '["all_access"]',
  };
}

function changeOwner(path: string, user: { uid: number; gid: number }): void {
  chownSync(path, user.uid, user.gid);
  if (!path.endsWith('config')) return;
  for (const file of readdirSync(path, { recursive: true }))
    chownSync(join(path, String(file)), user.uid, user.gid);
}

async function isReady(health: string, authority: string | undefined): Promise<boolean> {
  if (authority === undefined) return (await fetch(health).catch(() => undefined))?.ok === true;
  const { username, password } = OPENSEARCH_ADMINISTRATOR;
  const options = { ca: readFileSync(authority), auth: `${username}:${password}` };
  return new Promise((done) => {
    get(health, options, (answer) => {
      answer.resume();
      done(answer.statusCode === 200);
    }).on('error', () => done(false));
  });
}
