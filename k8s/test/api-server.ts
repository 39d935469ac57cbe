import { endProcess, freePort } from '@app/local-services';
import { programOnPath, temporaryFolder, WAIT_TIMEOUT_MS } from '@app/testing';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { Manifest } from './kustomize.js';

/** Where scripts/build-api-server.sh puts kube-apiserver, etcd and the definitions of the Gateway API. */
export const home = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'learning-platform',
  'kubernetes-v1.37.2',
);
const parts = ['kube-apiserver', 'etcd', 'gateway.networking.k8s.io_httproutes.yaml'];
/** Whether all of it is there, and the program that talks to it. */
export const isBuilt =
  programOnPath('kubectl') !== undefined && parts.every((file) => existsSync(join(home, file)));

export interface Said {
  code: number;
  lines: string[];
  /** The warnings of the server or kubectl. */
  errors: string;
}

/** A real API server with its own etcd: it takes or refuses objects, and nothing runs. */
export class ApiServer {
  private constructor(
    private readonly folder: string,
    private readonly processes: ChildProcess[],
    private readonly access: string[],
  ) {}

  /** @throws Error when it does not become ready */
  static async start(): Promise<ApiServer> {
    const folder = temporaryFolder();
    const [port, clients, peers] = [await freePort(), await freePort(), await freePort()];
    const token = randomBytes(16).toString('hex');
    writeFileSync(join(folder, 'tokens.csv'), `${token},admin,admin,system:masters\n`);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = join(folder, 'key.pem');
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const etcd = spawn(join(home, 'etcd'), [
      ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync', '--log-level', 'error'],
      ...['--listen-client-urls', `http://127.0.0.1:${clients}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${clients}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${peers}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peers}`],
      ...['--initial-cluster', `default=http://127.0.0.1:${peers}`],
    ]);
    const server = spawn(join(home, 'kube-apiserver'), [
      `--etcd-servers=http://127.0.0.1:${clients}`,
      ...['--bind-address=127.0.0.1', `--secure-port=${port}`, `--cert-dir=${folder}`],
      `--token-auth-file=${join(folder, 'tokens.csv')}`,
      ...['--service-account-issuer=https://kubernetes.default.svc', `--service-account-key-file=${key}`],
      ...[`--service-account-signing-key-file=${key}`, '--service-cluster-ip-range=10.0.0.0/24'],
      // a controller would make the accounts and their tokens
      '--disable-admission-plugins=ServiceAccount',
    ]);
    const access = [`--server=https://127.0.0.1:${port}`, `--token=${token}`, '--insecure-skip-tls-verify'];
    const started = new ApiServer(
      folder,
      [server, etcd],
      [...access, `--cache-dir=${join(folder, 'kubectl')}`],
    );
    let log = '';
    for (const child of started.processes) {
      child.stdout!.resume();
      child.stderr!.on('data', (bytes: Buffer) => (log = `${log}${bytes.toString()}`.slice(-4000)));
    }
    for (const end = Date.now() + WAIT_TIMEOUT_MS; ;) {
      const { code } = await started.kubectl(['get', '--raw', '/readyz']);
      if (code === 0) return started;
      if (server.exitCode !== null || Date.now() > end) {
        await started.stop();
        throw new Error(`kube-apiserver does not get ready:\n${log}`);
      }
      await pause(500);
    }
  }

  async stop(): Promise<void> {
    for (const { pid } of this.processes) if (pid !== undefined) await endProcess(pid, 'SIGTERM');
  }

  /** A namespace that admits only restricted pods. */
  async namespace(name: string): Promise<void> {
    const labels = {
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/warn': 'restricted',
    };
    const { code, errors } = await this.apply([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } },
    ]);
    if (code !== 0) throw new Error(errors);
  }

  /** As an operator applies them; unknown fields are errors. */
  apply(manifests: readonly Manifest[], ...options: string[]): Promise<Said> {
    const text = manifests.map((one) => stringify(one)).join('---\n');
    return this.kubectl(['apply', '--validate=strict', ...options, '-f', '-'], text);
  }

  kubectl(args: readonly string[], input = ''): Promise<Said> {
    return new Promise((done) => {
      const child = execFile(
        'kubectl',
        [...this.access, ...args],
        { maxBuffer: 1 << 26 },
        (error, out, errors) => done({ code: error ? 1 : 0, lines: out.split('\n').filter(Boolean), errors }),
      );
      child.stdin!.end(input);
    });
  }
}
