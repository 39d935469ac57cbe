import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bytes of the largest row as text, by table, and the columns that add up to it. The service refuses less, field by field;
 * this holds whatever a statement forgets, so that a limit of rows bounds what a portal stores.
 */
const MAX_ROWS: Readonly<Record<string, { bytes: number; columns: readonly string[] }>> = {
  'auth.approvals': { bytes: 8_192, columns: ['scopes'] },
  'auth.clients': {
    bytes: 131_072,
    columns: ['redirect_uri', 'grants', 'scopes', 'owner_client_id', 'post_logout_redirect_uris'],
  },
  'auth.onboarding_grants': { bytes: 65_536, columns: ['client_id', 'answer_sealed'] },
  'auth.one_time_tokens': { bytes: 8_192, columns: ['redirect_path'] },
  'auth.portal_passwords': { bytes: 1_024, columns: ['hash'] },
  'identity.custom_fields': { bytes: 1_048_576, columns: ['name', 'options'] },
  'identity.customers': {
    bytes: 16_384,
    columns: ['creation_path', 'name', 'industry', 'country', 'billing_interval', 'referrer', 'client_id'],
  },
  'identity.mails': { bytes: 65_536, columns: ['recipient', 'template', 'language', 'data'] },
  'identity.portals': { bytes: 1_048_576, columns: ['name', 'title', 'features', 'plan'] },
  'learning.collections': { bytes: 8_192, columns: ['name', 'slug'] },
  'learning.content_groups': { bytes: 8_192, columns: ['name', 'slug'] },
  'learning.providers': { bytes: 16_384, columns: ['name', 'slug', 'logo'] },
  'learning.search_word': { bytes: 8_192, columns: ['surface', 'language', 'lexeme'] },
  'learning.topics': { bytes: 8_192, columns: ['name'] },
  'learning.webhook_test_deliveries': { bytes: 262_144, columns: ['data'] },
  'maintenance.idempotency_keys': {
    bytes: 8_388_608,
    columns: ['scope', 'key', 'request_hash', 'answer_sealed', 'scopes', 'roles'],
  },
};

/** A row of a table whose rows a limit counts has a largest size. Old servers store nothing larger. */
export class RowBytes20261127003900 implements MigrationInterface {
  name = 'RowBytes20261127003900';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, { bytes, columns }] of Object.entries(MAX_ROWS)) {
      const row = `octet_length(concat(${columns.join(', ')}))`;
      await runner.query(
        `alter table ${table} add constraint ${nameConstraint(table)} check (${row} <= ${bytes}) not valid`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(MAX_ROWS))
      await runner.query(`alter table ${table} drop constraint ${nameConstraint(table)}`);
  }
}

const nameConstraint = (table: string): string => `${table.split('.')[1]}_row_bytes`;
