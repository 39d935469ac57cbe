import { useDatabase } from '@app/testing';
import { tableRegistry, type TableEntry } from './index.js';

const entries = Object.entries<TableEntry>(tableRegistry);

/**
 * Columns whose values the service makes itself: hashes of a fixed size, words of our lists, reasons that are cut. The
 * configuration has a limit in bytes; one that was larger before may still shrink.
 */
const OUR_COLUMNS = [
  'auth.clients.id_token_alg',
  'auth.clients.previous_secret_hash',
  'auth.clients.secret_hash',
  'auth.onboarding_grants.hash',
  'auth.one_time_tokens.hash',
  'identity.mails.last_error',
  'identity.payments.currency',
  'identity.payments.last_error',
  'identity.payments.request_hash',
  'identity.portal_images.digest',
  'identity.portals.configuration',
  'learning.webhook_mailboxes.parked_reason',
];

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

  it('has a largest row wherever a limit of rows bounds the bytes', async () => {
    const tables = entries
      .filter(([, { bytes }]) => typeof bytes === 'string' && bytes !== 'written_bytes')
      .map(([name]) => name);
    expect(tables.length).toBeGreaterThan(10);
    const unbounded = await harness.db.many<{ column: string }>(
      `select t.name || '.' || a.attname as column
         from unnest($1::text[]) as t(name)
         join pg_attribute a on a.attrelid = t.name::regclass and a.attnum > 0 and not a.attisdropped
        where a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'bytea'::regtype)
          and not exists (
              select from pg_constraint c where c.conrelid = a.attrelid and a.attnum = any (c.conkey)
                 and (c.contype = 'f'
                      or c.contype = 'c' and pg_get_constraintdef(c.oid) ~ 'length\\(|= ANY \\(ARRAY|\\{1,100\\}'))
        order by 1`,
      [tables],
    );
    expect(unbounded.map(({ column }) => column)).toEqual(OUR_COLUMNS);
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
