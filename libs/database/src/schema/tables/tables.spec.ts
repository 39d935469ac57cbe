import { useDatabase } from '@app/testing';
import { tableRegistry, type TableEntry } from './index.js';

const entries = Object.entries<TableEntry>(tableRegistry);

describe('the registry of tables', () => {
  const harness = useDatabase();
  let columns: Map<string, string[]>;
  beforeAll(async () => {
    const rows = await harness.db.many<{ name: string; columns: string[] }>(
      `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'p') and not c.relispartition
          and n.nspname in ('identity', 'auth', 'console', 'learning', 'maintenance') group by 1 order by 1`,
    );
    columns = new Map(rows.map((row) => [row.name, row.columns]));
  });

  it('has every table of the database, in order, and no other', () => {
    expect(entries.map(([name]) => name)).toEqual([...columns.keys()].sort());
  });

  it('says of each how it belongs to a portal', () => {
    for (const [name, { portal, acrossPortals }] of entries) {
      const has = columns.get(name)!;
      if (has.includes('portal_id')) expect([name, portal]).toEqual([name, 'portal_id']);
      else if (typeof portal === 'string')
        expect([name, has]).toEqual([name, expect.arrayContaining([portal])]);
      else if ('via' in portal) expect([name, columns.has(portal.via)]).toEqual([name, true]);
      else expect([name, portal.none.length > 8]).toEqual([name, true]);
      if (acrossPortals) expect([name, portal]).toEqual([name, 'portal_id']);
    }
  });

  it('says of each that belongs to a portal what bounds the bytes that one portal puts there', () => {
    const without = entries.filter(
      ([, { portal, bytes }]) => (typeof portal === 'string' || 'via' in portal) && !bytes,
    );
    expect(without.map(([name]) => name)).toEqual([]);
  });

  it('says of each that has rows of people what is shown to them and what erasing does', () => {
    for (const [name, has] of columns) {
      const isOfPeople = has.some((column) => /^(only_)?(person|account)_id$/.test(column));
      const { personal } = tableRegistry[name as keyof typeof tableRegistry] as TableEntry;
      if (isOfPeople) expect([name, personal]).toEqual([name, expect.anything()]);
      if (personal?.erase === 'delete')
        expect([name, has]).toEqual([name, expect.arrayContaining([`${personal.of}_id`])]);
    }
  });
});
