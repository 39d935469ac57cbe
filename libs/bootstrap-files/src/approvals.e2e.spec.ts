import { sql } from '@app/database';
import { useDatabase } from '@app/testing';
import { applyEntries } from '../test/apply-entries.js';
import { Bootstrap } from './bootstrap.schema.js';

describe('approvals in a bootstrap file', () => {
  const harness = useDatabase();
  const portals = [{ host: 'a.example.test', name: 'A', title: 'A', features: [] }];
  const client = (more: object) => ({ id: 'partner', name: 'Partner', secret: 'secret', ...more });
  const apply = (approval: object) => {
    const approvals = [{ portal: 'a.example.test', scopes: 'all', ...approval }];
    const clients = [client({ scopes: ['lo.read'], approvals })];
    return applyEntries(harness, { portals, clients }, { NODE_ENV: 'test' });
  };
  const approvals = () =>
    harness.db.many(sql`
      select client_id, scopes, acts_for_people, for_administrators, makes_portals, came_by
        from auth.approvals`);
  const approval = {
    client_id: 'partner',
    scopes: ['lo.read'],
    acts_for_people: true,
    for_administrators: false,
    makes_portals: false,
    came_by: 'operator',
  };

  it('are given once, for no more than the client has, and do not override the portal’s later decisions', async () => {
    await apply({ acts_for_people: true });
    expect(await approvals()).toEqual([approval]);
    await apply({ acts_for_people: true, for_administrators: true });
    expect(await approvals()).toEqual([approval]);
    await harness.db.many(sql`delete from auth.approvals`);
    await harness.db.many(sql`
      insert into auth.client_blocks (portal_id, client_id, blocked_time) select id, 'partner', now()
        from identity.portals`);
    await apply({ acts_for_people: true });
    expect(await approvals()).toEqual([]);
  });

  it('are for clients without a portal', () => {
    const bound = client({ portal: 'a.example.test', approvals: [{ portal: 'a.example.test' }] });
    expect(Bootstrap.safeParse({ portals, clients: [bound] }).error?.issues[0]?.path).toEqual([
      'clients',
      0,
      'approvals',
    ]);
  });
});
