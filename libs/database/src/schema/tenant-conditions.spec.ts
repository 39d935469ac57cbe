import { useDatabase } from '@app/testing';
import { namesPortal, statementsOn, type Found } from '../../test/statements.js';
import { acrossPortals, shared } from '../../test/tenant-tables.js';

describe('Statements on tables of tenants', () => {
  const own = useDatabase();
  let tables: string[];
  let found: Found[];
  beforeAll(async () => {
    const rows = await own.db.many<{ name: string }>(
      `select format('%s.%s', n.nspname, c.relname) as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'portal_id'
        where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('identity', 'learning', 'auth')
        order by 1`,
    );
    tables = rows.map(({ name }) => name);
    found = statementsOn(tables.filter((name) => !(name in shared)));
  });

  it('say which portal, or why not', () => {
    const without = found.filter(({ place, hasPortal }) => !hasPortal && !(place in acrossPortals));
    expect(
      without.map(
        ({ place, tables, text }) => `${place}: ${tables.join(', ')}: ${text.replaceAll(/\s+/g, ' ').trim()}`,
      ),
    ).toEqual([]);
    expect(found.length).toBeGreaterThan(100);
  });

  it('all that are excused exist and name none', () => {
    const excused = new Set(found.filter(({ hasPortal }) => !hasPortal).map(({ place }) => place));
    expect(Object.keys(acrossPortals).filter((place) => !excused.has(place))).toEqual([]);
    expect(Object.keys(shared).filter((name) => !tables.includes(name))).toEqual([]);
  });

  it.each([
    'select 1 from identity.accounts where portal_id = :value',
    'select 1 from identity.accounts a join x on x.portal_id = a.portal_id',
    'select 1 from identity.accounts where (portal_id, id) in (select 1, 2)',
    'insert into identity.accounts (id, portal_id) values (1, 2)',
  ])('%s names a portal', (text) => expect(namesPortal(text)).toBe(true));

  it.each([
    'select portal_id from identity.accounts where id = :value',
    'select id from identity.accounts order by portal_id',
    'insert into identity.accounts (id) values (1) returning portal_id',
  ])('%s names none', (text) => expect(namesPortal(text)).toBe(false));
});
