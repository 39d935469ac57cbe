import { sql } from '@app/database';
import { randomText, Sealer, sha256 } from '@app/kernel';
import { ServerProcess } from '@app/testing';
import { randomUUID } from 'node:crypto';
import type { AuthStack } from '../../apps/auth-server/test/auth-stack.js';

/** The console in a process, which does not reach the authorization server. */
export interface LostConsole {
  server: ServerProcess;
  /** Asks for something that needs a new access token. */
  refresh: () => Promise<Response>;
}

export async function startLostConsole({ settings, database, db }: AuthStack): Promise<LostConsole> {
  const { AUTH_PUBLIC_URL = '', API_PUBLIC_URL = '', SECRETS_KEY = '' } = settings;
  const server = await ServerProcess.start({
    app: 'console',
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.urls.console,
      AUTH_PUBLIC_URL,
      AUTH_URL: 'http://127.0.0.1:1', // nobody listens there
      API_PUBLIC_URL,
      CONSOLE_PUBLIC_URL: 'https://console.test',
      CONSOLE_CLIENT_SECRET: 'console-secret-0123456789-abcdef',
      SECRETS_KEY,
    },
  });
  const [id, cookie] = [randomUUID(), randomText(32)];
  const tokens = JSON.stringify({ access: 'a', refresh: 'r', id: 'i' });
  const sealed = Sealer.of({ SECRETS_KEY }).seal(tokens, `console session ${id}`);
  await db.many(sql`
    insert into console.sessions
    values (${sha256(cookie)}, ${id}, 1, 1, 'a.example', 'Ada', '{}', ${sealed}, now(), now(), now(), now(),
           now() + interval '1 hour', '127.0.0.1', '')`);
  const headers = {
    cookie: `__Host-Http-console=${cookie}`,
    'x-console': '1',
    'sec-fetch-site': 'same-origin',
  };
  return { server, refresh: () => fetch(`${server.url}/bff/session`, { headers }) };
}
