import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import {
  endProcess,
  endWithThisProcess,
  freePort,
  redisBinary,
  startRedis,
  type RunningRedis,
} from '@app/local-services';
import { eventually } from './eventually.js';

interface SentinelsOptions {
  /** Folder of all their files; created if missing. */
  dir: string;
  password: string;
  sentinelPassword: string;
  /** As for {@link startRedis}. */
  toolsDir?: string;
}

/** Two Redis servers, one of them the master, and three sentinels. */
export interface RunningSentinels {
  /** The URL, with the group's name instead of a host, and without the sentinels' password. */
  url: string;
  /** Host and port of each sentinel. */
  addresses: string[];
  /** The port of the present master. */
  masterPort(): Promise<number>;
  /** Makes the other server the master, as an operator would. */
  failOver(): Promise<void>;
  /**
   * Ends the master by kill -9; resolves when the other server is the master and this one has come back as its replica.
   */
  killMaster(): Promise<void>;
  /**
   * Makes the first sentinel of {@link addresses} accept connections without answering.
   * @returns a function that ends this
   */
  freezeFirst(): () => void;
  stop(): Promise<void>;
}

const GROUP = 'lp-master';

/**
 * Starts a Redis that fails over within a second or two. All of it ends with this process.
 * @throws Error when it does not start
 */
export async function startSentinels(options: SentinelsOptions): Promise<RunningSentinels> {
  const { dir, password, sentinelPassword, toolsDir } = options;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const redis = (name: string, port: number, replicaOf?: number) =>
    startRedis({
      dir: join(dir, name),
      port,
      password,
      ...(toolsDir !== undefined && { toolsDir }),
      settings: {
        masterauth: password,
        'repl-diskless-sync-delay': 0,
        ...(replicaOf && { replicaof: `127.0.0.1 ${replicaOf}` }),
      },
    });
  const ports = [await freePort(), await freePort()] as const;
  const servers = new Map<number, RunningRedis>();
  servers.set(ports[0], await redis('a', ports[0]));
  servers.set(ports[1], await redis('b', ports[1], ports[0]));
  const sentinels: { port: number; pid: number }[] = [];
  for (const name of ['one', 'two', 'three']) sentinels.push(await startSentinel(name));

  async function startSentinel(name: string): Promise<{ port: number; pid: number }> {
    const port = await freePort();
    const file = join(dir, `${name}.conf`); // each server rewrites its own file
    writeFileSync(
      file,
      `port ${port}
bind 127.0.0.1
dir ${JSON.stringify(dir)}
requirepass ${sentinelPassword}
sentinel sentinel-pass ${sentinelPassword}
sentinel monitor ${GROUP} 127.0.0.1 ${ports[0]} 2
sentinel auth-pass ${GROUP} ${password}
sentinel down-after-milliseconds ${GROUP} 1000
sentinel failover-timeout ${GROUP} 5000
`,
      { mode: 0o600 },
    );
    const { command, env } = await redisBinary(toolsDir ?? dir);
    const child = spawn(command, [file, '--sentinel'], { env, detached: true, stdio: 'ignore' });
    child.unref();
    endWithThisProcess(child, 'TERM');
    return { port, pid: child.pid! };
  }

  const sendToSentinel = (index: number, command: string): Promise<string> =>
    sendCommand(sentinels[index]!.port, sentinelPassword, `SENTINEL ${command} ${GROUP}`);
  const masterPort = async (): Promise<number> =>
    Number(/127\.0\.0\.1\r\n\$\d+\r\n(\d+)/.exec(await sendToSentinel(0, 'get-master-addr-by-name'))?.[1]);
  const role = (port: number) => sendCommand(port, password, 'ROLE');
  /** Whether every sentinel knows the others and a replica that is up to date. */
  const isWhole = async (): Promise<boolean> => {
    const master = await masterPort();
    const other = ports.find((port) => port !== master)!;
    if (!(await role(other)).includes('connected') || !(await role(master)).includes('master')) return false;
    for (const index of sentinels.keys()) {
      const fields = await sendToSentinel(index, 'MASTER');
      const has = (name: string, value: string) =>
        new RegExp(`\\b${name}\\r\\n\\$\\d+\\r\\n${value}\\r\\n`).test(fields);
      if (!has('num-slaves', '1') || !has('num-other-sentinels', '2') || !has('flags', 'master'))
        return false;
      if (!has('port', String(master))) return false;
      if (!/\bflags\r\n\$\d+\r\nslave\r\n/.test(await sendToSentinel(index, 'REPLICAS'))) return false;
    }
    return true;
  };
  await eventually('all sentinels know each other and the replica', isWhole);

  return {
    url: `redis://:${encodeURIComponent(password)}@${GROUP}`,
    addresses: sentinels.map(({ port }) => `127.0.0.1:${port}`),
    masterPort,
    failOver: async () => {
      const before = await masterPort();
      await eventually('a failover begins', async () =>
        (await sendToSentinel(0, 'FAILOVER')).includes('+OK'),
      );
      await eventually('the other one is the master', async () => (await masterPort()) !== before);
      await eventually('the former master is a replica', isWhole);
    },
    killMaster: async () => {
      const port = await masterPort();
      await servers.get(port)!.kill();
      await eventually('the other one is the master', async () => (await masterPort()) !== port);
      servers.set(port, await redis(port === ports[0] ? 'a' : 'b', port, await masterPort()));
      await eventually('the killed one is a replica', isWhole);
    },
    freezeFirst: () => {
      const { pid } = sentinels[0]!;
      process.kill(pid, 'SIGSTOP');
      return () => process.kill(pid, 'SIGCONT');
    },
    stop: async () => {
      for (const { pid } of sentinels) await endProcess(pid, 'SIGKILL');
      await Promise.all([...servers.values()].map((server) => server.kill()));
    },
  };
}

/** The answer to one command in the protocol of Redis; '' without an answer. */
function sendCommand(port: number, password: string, command: string): Promise<string> {
  return new Promise((done) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    let answer = '';
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('connect', () => socket.end(`AUTH ${password}\r\n${command}\r\nQUIT\r\n`));
    socket.on('data', (bytes) => (answer += bytes.toString()));
    socket.on('error', () => undefined);
    socket.once('close', () => done(answer.replace('+OK\r\n', '')));
  });
}
