import { sql } from '@app/database';
import { useDatabase } from '@app/testing';
import { revokePackages } from './revoke-packages.command.js';

describe('catalog revoke-packages', () => {
  const harness = useDatabase();
  beforeAll(async () => {
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.example', 'A'), (2, 'b.example', 'B')`);
    await harness.db.many(sql`insert into learning.providers (id, portal_id, name) values (1, 1, 'a')`);
    await harness.db.many(sql`
      insert into learning.learning_objects (id, portal_id, provider_id, type, title)
      values (7, 1, 1, 'text', 'T')`);
  });

  const revoke = (options: { lo?: string; all?: boolean }, portal = 'a.example') =>
    revokePackages(harness.database, { portal, ...options });
  const ended = () =>
    harness.db.many(sql`
      select portal_id, lo_id, generation from learning.launch_generations
      union all select portal_id, null, generation from learning.portal_launches order by 1, 2`);

  it('ends the packages of one learning object, or all of a portal, each time, and records it in the audit log', async () => {
    await revoke({ lo: '7' });
    await revoke({ lo: '7' });
    await revoke({ all: true });
    expect(await ended()).toEqual([
      { portal_id: 1, lo_id: 7, generation: 2 },
      { portal_id: 1, lo_id: null, generation: 1 },
    ]);
    const lines = await harness.db.many(sql`
      select details from auth.audit_log where event = 'packages.ended' order by id`);
    expect(lines.map(({ details }) => details)).toEqual([{ lo_id: '7' }, { lo_id: '7' }, { lo_id: 'all' }]);
  });

  it('reports the fault, and ends nothing', async () => {
    const before = await ended();
    await expect(revoke({})).rejects.toThrow('either --lo <id> or --all');
    await expect(revoke({ lo: '7', all: true })).rejects.toThrow('either --lo <id> or --all');
    await expect(revoke({ lo: '8' })).rejects.toThrow('no learning object 8');
    await expect(revoke({ lo: '7 or 1=1' })).rejects.toThrow('no learning object');
    await expect(revoke({ all: true }, 'c.example')).rejects.toThrow('no portal c.example');
    expect(await ended()).toEqual(before);
  });
});
