import { randomBytes } from 'node:crypto';
import { sql } from '@app/database';
import { Browser } from '../src/edge/browser/index.js';
import { SealedRequests } from '../src/sign-in/login/sealed-requests.js';
import type { Settings } from '../src/config.js';
import { C1, accounts, password, useAuthServers } from './auth-stack.js';
import { oneTimeToken } from './links.js';
import { token } from './requests.js';
import { seenSecrets } from './seen-secrets.js';
import { obtainCode } from './test-browser.js';

describe('While SECRETS_KEY is exchanged, a page that one server wrote works at the servers of the next step', () => {
  const newKey = () => randomBytes(32).toString('base64');
  const [old, next] = [newKey(), newKey()];
  const settings = (SECRETS_KEY: string, ...OTHER_SECRETS_KEYS: string[]) =>
    ({ SECRETS_KEY, OTHER_SECRETS_KEYS, AUTH_PUBLIC_URL: 'https://auth.test' }) as unknown as Settings;
  /** A server of each step of an exchange of SECRETS_KEY. */
  const steps = [settings(old), settings(old, next), settings(next, old), settings(next)];

  it.each([0, 1, 2])('step %i', (step) => {
    const [now, then] = [steps[step]!, steps[step + 1]!];
    for (const [writes, reads] of [
      [now, then],
      [then, now],
    ] as const) {
      const csrf = new Browser(writes).csrfToken('browser', 'session');
      expect(new Browser(reads).isCsrfToken(csrf, 'browser', 'session')).toBe(true);
      expect(new Browser(reads).isCsrfToken(csrf, 'browser', 'another session')).toBe(false);
      const request = { transactionId: 't', expiresAt: new Date(0), request: {} as never, accountId: null };
      const sealed = new SealedRequests(writes).seal(request, 'browser');
      expect(new SealedRequests(reads).open(sealed, 'browser')).toEqual(request);
    }
  });

  it('is refused by servers without the key', () => {
    const csrf = new Browser(steps[0]!).csrfToken('browser', undefined);
    expect(new Browser(steps[3]!).isCsrfToken(csrf, 'browser', undefined)).toBe(false);
  });
});

describe('a dump of the database', () => {
  const stack = useAuthServers();

  it('contains no usable password, secret, token, code or link (contract 3.44)', async () => {
    const signedIn = await token(stack, { grant_type: 'password', username: 'admin@a.example', password });
    const { access_token, refresh_token } = signedIn.body as Record<string, string>;
    await token(stack, { grant_type: 'refresh_token', refresh_token: refresh_token! });
    const code = await obtainCode(stack);
    const link = await oneTimeToken(stack, accounts.learnerA);
    const secrets = [...seenSecrets, access_token!, refresh_token!, String(code), link, password, C1.secret];
    const tables = await stack.db.many<{ name: string }>(sql`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('identity', 'auth', 'console', 'learning', 'maintenance') and c.relkind in ('r', 'p')
         and not c.relispartition`);
    expect(tables.length).toBeGreaterThan(40);
    const foundNames: string[] = [];
    let filled = 0;
    for (const { name } of tables) {
      const texts = await stack.db.many<{ text: string }>(sql`
        select t::text as text from ${sql.raw(name)} t`);
      if (texts.length > 0) filled += 1;
      for (const { text } of texts) {
        // as it is, and as the bytes of a bytea are written
        const written = secrets.filter(
          (secret) =>
            secret.length >= 12 &&
            (text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'))),
        );
        if (written.length > 0) foundNames.push(name);
      }
    }
    expect(filled).toBeGreaterThan(8);
    expect(foundNames).toEqual([]);
  });
});
