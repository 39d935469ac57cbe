import { CatalogueSeed, HttpClient, OutageProxy, ServerProcess, eventually } from '@app/testing';
import { C1, useAuthServers, type AuthStack } from '../../apps/auth-server/test/auth-stack.js';
import { Receiver } from '../../apps/webhook-worker/test/receiver.js';

export const programs = ['auth-server', 'resource-api', 'webhook-worker'] as const;
export type ProgramName = (typeof programs)[number];

/** The three built servers as processes, each with its own way to Postgres and Redis, and a receiver of webhooks. */
export class ObservedStack {
  readonly replicas = {} as Record<ProgramName, ServerProcess>;
  readonly postgres = {} as Record<ProgramName, OutageProxy>;
  readonly redis = {} as Record<ProgramName, OutageProxy>;
  /** Between the API and the key set. */
  keySet!: OutageProxy;
  /** Lines of the log of each. */
  readonly log: Record<ProgramName, string[]> = {
    'auth-server': [],
    'resource-api': [],
    'webhook-worker': [],
  };
  receiver!: Receiver;
  seed!: CatalogueSeed;
  token!: string;
  loId!: number;
  #api!: HttpClient;

  constructor(
    readonly auth: AuthStack,
    /** Settings beyond the usual ones. */
    readonly extra: () => Partial<Record<ProgramName | 'all', Record<string, string>>>,
  ) {}

  async start(): Promise<void> {
    const { urls } = this.auth.database;
    const database = { 'auth-server': urls.auth, 'resource-api': urls.api, 'webhook-worker': urls.worker };
    for (const program of programs) {
      this.postgres[program] = await OutageProxy.before(database[program]);
      this.redis[program] = await OutageProxy.before(this.auth.settings['REDIS_URL']!);
    }
    this.receiver = await Receiver.start();
    await this.startOne('auth-server');
    this.keySet = await OutageProxy.before(this.replicas['auth-server'].url);
    await Promise.all([this.startOne('resource-api'), this.startOne('webhook-worker')]);
    this.seed = await CatalogueSeed.open(urls.owner, this.auth.clock);
    await this.seed.provider('acme', 1);
    const ids = await this.seed.load([{ provider: 'acme', external_id: 'x', type: 'text', title: 'Text' }]);
    this.loId = ids.get('acme x')!;
    this.token = await this.newToken();
    this.#api = new HttpClient(this.replicas['resource-api'].url);
  }

  async stop(): Promise<void> {
    await this.receiver?.stop();
    for (const program of programs) this.replicas[program]?.freeze(false);
    await Promise.all(programs.map((program) => this.replicas[program]?.stop()));
    await this.#api?.close();
    await this.seed?.close();
    const proxies = [...Object.values(this.postgres), ...Object.values(this.redis), this.keySet];
    await Promise.all(proxies.map((proxy) => proxy?.disconnect()));
  }

  async startOne(program: ProgramName, more: Record<string, string> = {}): Promise<ServerProcess> {
    const { all = {}, [program]: ownSettings = {} } = this.extra();
    const replica = await ServerProcess.start({
      app: program,
      env: {
        ...this.auth.settings,
        DATABASE_URL: this.postgres[program].url,
        REDIS_URL: this.redis[program].url,
        DATABASE_WAIT_MS: '500',
        DATABASE_POOL_SIZE: '4',
        ...(this.keySet && { JWKS_URL: new URL('/.well-known/jwks.json', this.keySet.url).href }),
        WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
        ...all,
        ...ownSettings,
        ...more,
      },
      log: (line) => void this.log[program].push(line),
      listsModules: true,
    });
    this.replicas[program] = replica;
    return replica;
  }

  async newToken(client: { clientId: string; secret: string } = C1): Promise<string> {
    const answer = await this.tokenAnswer(client);
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  tokenAnswer({ clientId, secret }: { clientId: string; secret: string }): Promise<Response> {
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
    return fetch(`${this.replicas['auth-server'].url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(body),
    });
  }

  /** A call of the client of portal 1. */
  call(method: string, path: string, json?: object, headers: Record<string, string> = {}) {
    return this.#api.send(method, path, { token: this.token, headers, ...(json && { json }) });
  }

  async webhook(url = this.receiver.url): Promise<number> {
    const { status, body } = await this.call('POST', '/v2/webhooks', {
      url,
      enrollment_create: true,
      user_create: true,
      user_update: true,
    });
    expect(status).toBe(201);
    return (body as { id: number }).id;
  }

  async newUser(): Promise<number> {
    const email = `u${Math.random().toString(36).slice(2)}@people.example`;
    const { body } = await this.call('POST', '/v2/users', {
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
    });
    return (body as { id: number }).id;
  }

  /** The text of a server's port for metrics. */
  async scrape(program: ProgramName): Promise<string> {
    return (await fetch(this.replicas[program].metricsUrl)).text();
  }

  /** A sample of a server, such as `dependency_up{dependency="redis"}`. */
  async sample(program: ProgramName, name: string): Promise<number | undefined> {
    const line = (await this.scrape(program)).split('\n').find((one) => one.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1));
  }

  eventually<T>(read: () => Promise<T>, until: (value: T) => boolean): Promise<T> {
    return eventually('the value', read, until);
  }
}

/** The stack, started before the tests of a file and stopped after them. */
export function useObservedStack(extra: ObservedStack['extra'] = () => ({})): ObservedStack {
  const auth = useAuthServers(0);
  const stack = new ObservedStack(auth, extra);
  beforeAll(() => stack.start());
  afterAll(() => stack.stop());
  return stack;
}
