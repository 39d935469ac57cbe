import { sql } from '@app/database';
import { listCustomFields } from '@app/identity';
import { useDatabase } from '@app/testing';
import { setCustomField, deleteCustomField } from './fields.command.js';

describe('users fields', () => {
  const harness = useDatabase();
  beforeAll(async () => {
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.example', 'A'), (2, 'b.example', 'B')`);
  });

  const set = (name: string, type: string, ...options: string[]) =>
    setCustomField(harness.database, 'a.example', { name, type, options });
  const fields = (portalId = 1) => listCustomFields(harness.database, portalId);

  it('defines a field of one portal, and changes it', async () => {
    await set('cost_center', 'integer');
    await set('cost_center', 'choice', 'north', 'south');
    await set('remote', 'boolean');
    expect(await fields()).toEqual([
      { name: 'cost_center', type: 'choice', options: ['north', 'south'] },
      { name: 'remote', type: 'boolean', options: null },
    ]);
    expect(await fields(2)).toEqual([]);
  });

  it('reports the fault, and changes nothing', async () => {
    const before = await fields();
    await expect(set('Cost Center', 'text')).rejects.toThrow('lower-case');
    await expect(set('level', 'colour')).rejects.toThrow('type');
    await expect(set('level', 'choice')).rejects.toThrow('a choice has options');
    await expect(set('level', 'text', 'one')).rejects.toThrow('a choice has options');
    await expect(
      setCustomField(harness.database, 'c.example', { name: 'level', type: 'text', options: [] }),
    ).rejects.toThrow('There is no portal c.example.');
    expect(await fields()).toEqual(before);
  });

  it('removes a field without values', async () => {
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name)
      values (1, 'ana@a.example', 'Ana', 'B')`);
    await harness.db.many(sql`
      insert into identity.accounts (portal_id, person_id, first_name, last_name, custom_fields)
      values (1, 1, 'Ana', 'B', '{"remote": true}')`);
    await expect(deleteCustomField(harness.database, 'a.example', 'remote')).rejects.toThrow('1 people');
    await deleteCustomField(harness.database, 'a.example', 'cost_center');
    expect((await fields()).map(({ name }) => name)).toEqual(['remote']);
    await expect(deleteCustomField(harness.database, 'a.example', 'cost_center')).rejects.toThrow('no field');
  });
});
