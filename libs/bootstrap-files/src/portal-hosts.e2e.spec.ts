import { sql } from '@app/database';
import { ConfigError } from '@app/kernel';
import { useDatabase } from '@app/testing';
import { applyEntries } from '../test/apply-entries.js';

describe('apply: portals', () => {
  const harness = useDatabase();
  const apply = (host: string, env: Record<string, string> = {}) =>
    applyEntries(harness, { portals: [{ host, name: 'x', title: 'X' }] }, env);

  it('are not created under the service’s own host names, as far as the environment defines them', async () => {
    const env = {
      AUTH_PUBLIC_URL: 'https://sign-in.learning.example',
      API_PUBLIC_URL: 'https://backend.learning.example:8443',
    };
    for (const host of ['sign-in.learning.example', 'backend.learning.example']) {
      const refused = apply(host, env);
      await expect(refused).rejects.toThrow(ConfigError);
      await expect(refused).rejects.toThrow(host);
    }
    expect(await harness.db.many(sql`select name from identity.portals`)).toEqual([]);
    await apply('acme.learning.example', env);
    await apply('backend.learning.example');
    expect(await harness.db.many(sql`select name from identity.portals order by 1`)).toEqual([
      { name: 'acme.learning.example' },
      { name: 'backend.learning.example' },
    ]);
  });

  it('that the file names only for their content keep all other values', async () => {
    const put = (portal: object, more: object = {}) => applyEntries(harness, { portals: [portal], ...more });
    const parent = { host: 'parent.example.test', name: 'p', title: 'P' };
    await put(parent);
    const partner = { host: 'content.example.test', name: 'c', title: 'C' };
    const portals = [parent, { ...partner, parent: parent.host }];
    await applyEntries(harness, {
      portals: [
        portals[0],
        { ...portals[1], type: 'distribution_partner', features: ['webhooks'], configuration: { a: 1 } },
      ],
    });
    const stored = () =>
      harness.db.one(sql`
        select features, configuration, parent_portal_id is not null as has_parent, is_distribution_partner
          from identity.portals where name = ${partner.host}`);
    const before = await stored();
    expect(before).toEqual({
      features: ['webhooks'],
      configuration: { a: 1 },
      has_parent: true,
      is_distribution_partner: true,
    });
    await put(partner, { providers: [{ slug: 'content', portal: partner.host, name: 'Content' }] });
    expect(await stored()).toEqual(before);
    await put({ ...partner, features: [] });
    expect(await stored()).toMatchObject({ features: [] });
  });
});
