import { tableRegistry, type TableEntry } from './tables/index.js';
import { namesPortal, statementsOn, type TenantStatement } from '../../test/statements.js';
import { acrossPortals } from '../../test/across-portals.js';

describe('Statements on tables of tenants', () => {
  const tables = Object.entries<TableEntry>(tableRegistry)
    .filter(([, { portal, acrossPortals: why }]) => portal === 'portal_id' && !why)
    .map(([name]) => name);
  let statements: TenantStatement[];
  beforeAll(() => (statements = statementsOn(tables)));

  it('name the portal, or the reason why not', () => {
    const without = statements.filter(({ place, hasPortal }) => !hasPortal && !(place in acrossPortals));
    expect(
      without.map(
        ({ place, tables, text }) => `${place}: ${tables.join(', ')}: ${text.replaceAll(/\s+/g, ' ').trim()}`,
      ),
    ).toEqual([]);
    expect(statements.length).toBeGreaterThan(100);
  });

  it('all exceptions exist and name no portal', () => {
    const excused = new Set(statements.filter(({ hasPortal }) => !hasPortal).map(({ place }) => place));
    expect(Object.keys(acrossPortals).filter((place) => !excused.has(place))).toEqual([]);
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
  ])('%s names no portal', (text) => expect(namesPortal(text)).toBe(false));
});
