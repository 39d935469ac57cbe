import { ServerProcess, RoundRobinProxy } from '@app/testing';
import { useAuthServers, type AuthStack } from './auth-stack.js';

/** Authorization servers in processes of their own, behind a round-robin proxy. */
export interface AuthProcesses {
  /** Its `urls` are those of the processes. */
  stack: AuthStack;
  /** The same stack, with the proxy as its only URL. */
  behindProxy: AuthStack;
  proxy: RoundRobinProxy;
  replicas: ServerProcess[];
}

/** One database, and `count` built authorization servers on it; they use the real clock, so tests move stored times instead. */
export function useAuthProcesses(count = 2, extra: Record<string, string> = {}): AuthProcesses {
  const stack = useAuthServers(0, { TRUSTED_PROXIES: '127.0.0.1', ...extra });
  const processes = { stack, replicas: [] as ServerProcess[] } as AuthProcesses;

  beforeAll(async () => {
    const log = (line: string) => void stack.log.push(`${line}\n`);
    const start = () => ServerProcess.start({ app: 'auth-server', env: stack.settings, log });
    processes.replicas.push(...(await Promise.all(Array.from({ length: count }, start))));
    stack.urls.push(...processes.replicas.map(({ url }) => url));
    processes.proxy = await RoundRobinProxy.before(stack.urls);
    processes.behindProxy = Object.assign(Object.create(stack) as AuthStack, { urls: [processes.proxy.url] });
  });
  afterAll(async () => {
    await processes.proxy?.close();
    await Promise.all(processes.replicas.map((replica) => replica.stop()));
  });
  return processes;
}
