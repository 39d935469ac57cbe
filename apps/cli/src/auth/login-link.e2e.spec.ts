import { sql } from '@app/database';
import { ConfigError, sha256 } from '@app/kernel';
import { useDatabase } from '@app/testing';
import { makeLoginLink } from './login-link.js';

describe('auth login-link', () => {
  const harness = useDatabase();
  const options = { path: '/', origin: 'https://{portal}' };

  beforeAll(async () => {
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.example', 'A'), (2, 'b.example', 'B');
      insert into identity.persons (id, email, first_name, last_name) values (1, 'ada@example.com', 'Ada', 'Admin');
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name, roles, status) values
        (1, 11, 1, 'Ada', 'Admin', '{Learner}', true), (2, 22, 1, 'Ada', 'Admin', '{Learner}', false);`);
  });

  it('prints a URL on the portal’s host whose token logs in to that account, once, for ten minutes', async () => {
    const place = { path: '/courses/7?tab=a', origin: 'http://{portal}:4000' };
    const url = new URL(await makeLoginLink(harness.database, 'a.example', 'Ada@example.com', place));
    expect([url.origin, url.pathname, url.searchParams.get('tab')]).toEqual([
      'http://a.example:4000',
      '/courses/7',
      'a',
    ]);
    const token = url.searchParams.get('oneTimeToken')!;
    const [row] = await harness.db.many(sql`
      select hash, portal_id, account_id, redirect_path, used_at,
             expires_at > now() + interval '9 minutes' and expires_at < now() + interval '11 minutes' as lives
        from auth.one_time_tokens`);
    expect(row).toEqual({
      hash: sha256(token),
      portal_id: 1,
      account_id: 11,
      redirect_path: '/courses/7?tab=a',
      used_at: null,
      lives: true,
    });
  });

  it.each<[string, string, string, object]>([
    ['no such portal', 'c.example', 'ada@example.com', {}],
    ['no account in that portal', 'a.example', 'bob@example.com', {}],
    ['blocked', 'b.example', 'ada@example.com', {}],
    ['another host', 'a.example', 'ada@example.com', { path: '//evil.example' }],
  ])('%s: reports it and creates none', async (_, portal, account, more) => {
    const before = await harness.db.many(sql`select 1 from auth.one_time_tokens`);
    await expect(makeLoginLink(harness.database, portal, account, { ...options, ...more })).rejects.toThrow(
      ConfigError,
    );
    expect(await harness.db.many(sql`select 1 from auth.one_time_tokens`)).toEqual(before);
  });
});
