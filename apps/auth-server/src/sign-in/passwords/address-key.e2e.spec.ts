import { sql } from '@app/database';
import { C1, password, useAuthServers } from '../../../test/auth-stack.js';
import { token } from '../../../test/requests.js';
import { addressKey } from '@app/identity';

const stack = useAuthServers(1, { TRUSTED_PROXIES: '127.0.0.1' });

/** A client without a secret: anyone can pose as it, so its failures count for the account and the network. */
const noSecret = { ...C1, clientId: 'no-secret', secret: null, grants: ['password' as const] };
beforeAll(() => stack.register(noSecret));

describe('The account of an attempt', () => {
  it('is one key for all spellings that Postgres treats as one address, for all letters with case', async () => {
    const [folded] = await stack.db.many<{ all: string[] }>(sql`
      select array_agg(lower(chr(n)) order by n) as all from generate_series(1, 131071) n
       where n not between 55296 and 57343`);
    const letters = Array.from({ length: 131_071 }, (_, index) => index + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    expect(folded!.all).toHaveLength(letters.length);
    const otherLetters = letters.filter(
      (letter, index) => addressKey(`a${letter}b`) !== addressKey(`a${folded!.all[index]}b`),
    );
    expect(otherLetters).toEqual([]);
  });

  it.each([
    [1, 'ADMIN@a.example'],
    [2, 'adm\u0130n@a.example'],
    [3, ' Adm\u0130n@A.example '],
  ])('used up by ten wrong passwords, is used up in spelling %i', async (number, username) => {
    const ip = `198.18.${number}.1`;
    const login = (form: Record<string, string>) =>
      token(
        stack,
        { grant_type: 'password', client_id: noSecret.clientId, client_secret: undefined, ...form },
        { headers: { 'x-forwarded-for': ip } },
      );
    for (let time = 0; time < 10; time += 1) {
      expect((await login({ username: 'admin@a.example', password: 'wrong' })).status).toBe(400);
    }
    expect((await login({ username, password })).status).toBe(429);
  });
});
