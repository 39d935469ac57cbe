import { useDatabase } from '@app/testing';
import { statementsOn, namesPortal, type TenantStatement } from '../../test/statements.js';
import { sql } from '../sql/sql.js';
import { tableRegistry, type TableEntry } from './tables/index.js';
import { acrossPortals } from '../../test/across-portals.js';

/** Columns that an index compares with a value in its condition. */
interface ComparedColumns {
  table: string;
  columns: string[];
}

/** In `((state < 2) AND (next_due IS NOT NULL))`: `state`. */
const comparedIn = (condition: string): string[] =>
  [...condition.matchAll(/(\w+)\)? (?:=|<>|<=?|>=?) /g)].map(([, column]) => column!);

/** Statements that find their row by its key. */
const byKey = ['libs/onboarding/src/payments/settlement.queries.ts'];

/** The places where a statement compares the column with something that is not in its text. */
const withValues = (text: string, column: string): string[] =>
  text.match(
    new RegExp(
      `(?:\\b(?:where|and|or|on|when)\\b|\\()\\s*(?:\\w+\\.)?${column}\\s*(?:=|<>|<=?|>=?)\\s*:value`,
      'gi',
    ),
  ) ?? [];

/** A prepared statement is planned without its values, and then knows of no partial index that has one in its condition. */
describe('Conditions of partial indexes', () => {
  const harness = useDatabase();
  let compared: ComparedColumns[];
  beforeAll(async () => {
    const rows = await harness.db.many<{ name: string; condition: string }>(sql`
      select format('%s.%s', n.nspname, c.relname) as name, pg_get_expr(i.indpred, i.indrelid) as condition
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       where i.indpred is not null and not c.relispartition and n.nspname in ('identity', 'learning', 'auth')
       order by 1`);
    compared = [...Map.groupBy(rows, ({ name }) => name)].map(([table, indexes]) => ({
      table,
      columns: [...new Set(indexes.flatMap(({ condition }) => comparedIn(condition)))],
    }));
  });

  it('are in the text of the statements that use them', () => {
    const foundNames = compared.flatMap(({ table, columns }) =>
      statementsOn([table]).flatMap(({ place, whole }) =>
        columns.flatMap((column) => withValues(whole, column).map((part) => `${place}: ${part}`)),
      ),
    );
    expect(foundNames.filter((one) => !byKey.some((file) => one.startsWith(file)))).toEqual([]);
    expect(compared).toContainEqual({
      table: 'learning.webhook_deliveries',
      columns: ['state', 'redeliveries'],
    });
    expect(compared).toContainEqual({ table: 'learning.webhook_mailboxes', columns: ['state'] });
  });
});

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
