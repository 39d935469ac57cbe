import { Replica, RoundRobinProxy } from '@app/testing';
import { useAuthServers, type AuthStack } from './auth-stack.js';

/** Authorization servers as processes of their own, behind a proxy that gives each request to the next one. */
export interface AuthProcesses {
  /** Its `urls` are those of the processes themselves. */
  stack: AuthStack;
  /** The same with the proxy as its only address. */
  behindProxy: AuthStack;
  proxy: RoundRobinProxy;
  replicas: Replica[];
}

/** One database, and `count` built authorization servers on it; their clock is the machine's, so tests move stored times. */
export function useAuthProcesses(count = 2, extra: Record<string, string> = {}): AuthProcesses {
  const stack = useAuthServers(0, { TRUSTED_PROXIES: '127.0.0.1', ...extra });
  const processes = { stack, replicas: [] as Replica[] } as AuthProcesses;

  beforeAll(async () => {
    const log = (line: string) => void stack.log.push(`${line}\n`);
    const start = () => Replica.start({ app: 'auth-server', env: stack.settings, log });
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
