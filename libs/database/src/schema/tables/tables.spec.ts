import { useDatabase } from '@app/testing';
import { sql } from '../../sql/sql.js';
import { tableRegistry, type TableEntry } from './index.js';

const entries = Object.entries<TableEntry>(tableRegistry);

/** Columns that no check of Postgres bounds, by what does. */
const BOUNDED_ELSEWHERE: Readonly<Record<string, string>> = {
  'a hash, an id or a seal that the service makes, of a fixed size': `
    auth.access_tokens.jti auth.access_tokens.sid auth.address_changes.hash auth.assertion_families.sid
    auth.authorization_requests.browser_hash auth.authorization_requests.hash auth.clients.previous_secret_hash
    auth.clients.secret_hash auth.codes.family_id auth.codes.hash auth.codes.openid_sid auth.family_logins.family_id
    auth.former_addresses.hash auth.grant_families.id auth.grant_families.openid_sid auth.merge_logins.password_mark
    auth.merge_requests.hash auth.merge_requests.password_mark auth.onboarding_grants.hash auth.one_time_tokens.hash
    auth.password_links.hash auth.passwords.hash auth.recovery_codes.hash auth.refresh_tokens.family_id
    auth.refresh_tokens.hash auth.refresh_tokens.next_hash auth.revocations.jti auth.revocations.kid auth.revocations.sid
    auth.second_factors.proposed_to auth.second_factors.secret_sealed auth.sessions.hash auth.sessions.id
    auth.spent_assertions.jti_hash console.sessions.hash identity.payments.request_hash
    identity.portal_images.digest learning.learning_objects.import_digest`,
  'the check of auth.clients.client_id, which it is taken from': `
    auth.access_tokens.client_id auth.assertion_families.client_id auth.codes.client_id auth.consents.client_id
    auth.grant_families.client_id auth.refresh_tokens.client_id auth.revocations.client_id
    auth.spent_assertions.client_id identity.accounts.client_id identity.accounts.offered_through`,
  'a list of words in the code, each at most once': `
    auth.clients.id_token_alg auth.codes.openid_scopes auth.codes.scopes auth.consents.openid_scopes
    auth.consents.scopes auth.grant_families.amr auth.grant_families.ended_because
    auth.grant_families.openid_scopes auth.grant_families.scopes identity.account_count_changes.roles
    identity.account_counts.roles identity.accounts.roles
    learning.enrollment_count_changes.status learning.enrollment_counts.status
    learning.enrollment_day_changes.status learning.enrollment_days.status`,
  'the row of another table that it repeats': `
    identity.payments.currency learning.outbox_pending.object_type learning.outbox_pending.type learning.search_doc.title_key
    learning.webhook_deliveries.object_key learning.webhook_deliveries.type`,
  'the words of the limit and the ids that it is made of; addresses are hashed': `
    maintenance.limit_counts.limit_name maintenance.limit_counts.owner`,
  'parkReason(), which cuts the text of an error, or the task that counted something': `
    identity.mails.last_error identity.payments.last_error learning.outbox_pending.parked_reason
    learning.visibility_changes.parked_reason learning.webhook_mailboxes.parked_reason
    maintenance.schedules.last_result`,
  'the limit configuration_bytes; one that was larger before may still shrink':
    'identity.portals.configuration',
  'the operator, who alone or whose commands alone write it': `
    auth.id_token_keys.kid auth.id_token_keys.parked_reason auth.id_token_keys.private_sealed
    auth.id_token_keys.public_jwk auth.signing_keys.kid auth.signing_keys.parked_reason
    auth.signing_keys.private_sealed auth.signing_keys.public_jwk identity.presets.content
    identity.presets.creation_path identity.presets.features identity.presets.plan identity.presets.title
    learning.catalogue_imports.key learning.learning_object_events.country
    learning.learning_object_events.locality learning.learning_object_events.thoroughfare
    learning.licences.package learning.retired_launch_keys.fingerprint learning.retired_launch_keys.key_sealed
    learning.search_index.name learning.search_index.past learning.search_index.replaces
    learning.search_index.shown_steps learning.search_index.steps learning.subscriptions.package
    maintenance.applied_files.checksum maintenance.applied_files.file maintenance.schedules.name`,
};

describe('the registry of tables', () => {
  const harness = useDatabase();
  let columns: Map<string, string[]>;
  beforeAll(async () => {
    const rows = await harness.db.many<{ name: string; columns: string[] }>(sql`
      select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p') and not c.relispartition
         and n.nspname in ('identity', 'auth', 'console', 'learning', 'maintenance') group by 1 order by 1`);
    columns = new Map(rows.map((row) => [row.name, row.columns]));
  });

  it('has every table of the database, in order, and no other', () => {
    expect(entries.map(([name]) => name)).toEqual([...columns.keys()].sort());
  });

  it('states for each how it belongs to a portal', () => {
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

  it('states for each the limit of its rows, or why there is none', () => {
    const without = entries.filter(([, { limitedBy }]) =>
      'unlimited' in limitedBy ? limitedBy.unlimited.length < 3 : limitedBy.length === 0,
    );
    expect(without.map(([name]) => name)).toEqual([]);
  });

  it('states for each table of portals the limit of the bytes that one portal stores', () => {
    const without = entries.filter(
      ([, { portal, bytes }]) => (typeof portal === 'string' || 'via' in portal) && !bytes,
    );
    expect(without.map(([name]) => name)).toEqual([]);
  });

  it('has a largest value of every text, in every table', async () => {
    const unbounded = await harness.db.many<{ column: string }>(sql`
      select t.name || '.' || a.attname as column
        from unnest(${entries.map(([name]) => name)}::text[]) as t(name)
        join pg_attribute a on a.attrelid = t.name::regclass and a.attnum > 0 and not a.attisdropped
       where a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'bytea'::regtype,
                            'json'::regtype, 'varchar'::regtype, 'xml'::regtype)
         and not exists (
             select from pg_constraint c where c.conrelid = a.attrelid and a.attnum = any (c.conkey)
                and (c.contype = 'f' or c.contype = 'c'
                     and pg_get_constraintdef(c.oid) ~ 'length\\(|_size\\(|= ANY \\(ARRAY|\\{[0-9,]+\\}'))
       order by 1`);
    const named = Object.values(BOUNDED_ELSEWHERE).flatMap((names) => names.trim().split(/\s+/));
    expect(unbounded.map(({ column }) => column)).toEqual(named.toSorted());
  });

  it('states for each table of people what they may see and how erasing treats it', () => {
    for (const [name, has] of columns) {
      const isOfPeople = has.some((column) => /^(only_)?(person|account)_id$/.test(column));
      const { personal } = tableRegistry[name as keyof typeof tableRegistry] as TableEntry;
      if (isOfPeople) expect([name, personal]).toEqual([name, expect.anything()]);
      if (personal?.erase === 'delete')
        expect([name, has]).toEqual([name, expect.arrayContaining([`${personal.of}_id`])]);
    }
  });
});
