import type { HttpApp } from '@app/http';
import { CatalogueSeed } from '@app/testing';
import { C1, useAuthServers, type AuthStack } from '../../apps/auth-server/test/auth-stack.js';
import { createResourceApi } from '../../apps/resource-api/src/app.js';
import { loadSettings } from '../../apps/resource-api/src/config.js';
import { createWebhookWorker } from '../../apps/webhook-worker/src/app.js';
import { settings as workerSettings } from '../../apps/webhook-worker/src/config.js';
import { Receiver } from '../../apps/webhook-worker/test/receiver.js';

/** What a client needs to connect: addresses and its credentials. */
export interface ApiConnection {
  auth: string;
  api: string;
  client_id: string;
  client_secret: string;
}

/** All three servers in this process, with a learning object and a partner's receiver. */
export interface Platform {
  auth: AuthStack;
  connection: ApiConnection;
  receiver: Receiver;
  seed: CatalogueSeed;
}

/**
 * For the tests of one file.
 * @param more settings of all three servers
 */
export function usePlatform(
  more: () => Promise<Record<string, string>> = () => Promise.resolve({}),
): Platform {
  const auth = useAuthServers(1, more);
  const servers: HttpApp[] = [];
  const platform = { auth } as Platform;

  beforeAll(async () => {
    const hosts = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', LOG_LEVEL: 'silent' };
    const api = await createResourceApi(
      loadSettings({
        ...auth.settings,
        ...hosts,
        DATABASE_URL: auth.database.urls.api,
        JWKS_URL: `${auth.url}/.well-known/jwks.json`,
      }),
    );
    await api.app.listen(0, '127.0.0.1');
    const worker = await createWebhookWorker(
      workerSettings.parse({ ...auth.settings, ...hosts, DATABASE_URL: auth.database.urls.worker }),
    );
    await worker.app.init();
    servers.push(api, worker);
    platform.seed = await CatalogueSeed.open(auth.database.urls.owner, auth.clock);
    await platform.seed.provider('own', 1);
    await platform.seed.load(
      ['one', 'two', 'three'].map((name) => ({
        provider: 'own',
        external_id: name,
        type: 'text' as const,
        title: `Teamwork, part ${name}`,
      })),
    );
    platform.receiver = await Receiver.start();
    platform.connection = {
      auth: auth.url,
      api: (await api.app.getUrl()).replace('[::1]', '127.0.0.1'),
      client_id: C1.clientId,
      client_secret: C1.secret,
    };
  });
  afterAll(async () => {
    await platform.receiver?.stop();
    await Promise.all(servers.map(({ app }) => app.close()));
    await platform.seed?.close();
  });
  return platform;
}
