import { randomBytes } from 'node:crypto';
import { Browser } from '../src/edge/browser/index.js';
import { SealedRequests } from '../src/sign-in/login/sealed-requests.js';
import type { Settings } from '../src/config.js';

const newKey = () => randomBytes(32).toString('base64');
const [old, next] = [newKey(), newKey()];
const settings = (SECRETS_KEY: string, ...OTHER_SECRETS_KEYS: string[]) =>
  ({ SECRETS_KEY, OTHER_SECRETS_KEYS, AUTH_PUBLIC_URL: 'https://auth.test' }) as unknown as Settings;
/** A server of each step of an exchange of SECRETS_KEY. */
const steps = [settings(old), settings(old, next), settings(next, old), settings(next)];

describe('While SECRETS_KEY is exchanged, a page that one server wrote works at the servers of the next step', () => {
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
