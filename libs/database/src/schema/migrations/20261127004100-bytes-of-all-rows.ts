import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bytes of the largest row, by table, and the columns with what somebody sent: also where rows belong to no portal, or
 * where a sum of bytes bounds them. The service refuses less, field by field; this holds whatever a statement forgets.
 */
const MAX_ROWS: Readonly<Record<string, { bytes: number; columns: readonly string[] }>> = {
  'auth.address_changes': { bytes: 2_048, columns: ['email'] },
  'auth.audit_log': {
    bytes: 65_536,
    columns: ['event', 'client_id', 'ip', 'user_agent', 'request_id', 'details'],
  },
  'auth.authorization_requests': { bytes: 262_144, columns: ['request'] },
  'auth.client_keys': { bytes: 65_536, columns: ['kid', 'jwk'] },
  'auth.client_redirect_uris': { bytes: 8_192, columns: ['redirect_uri'] },
  'auth.codes': { bytes: 65_536, columns: ['redirect_uri', 'code_challenge', 'nonce', 'amr'] },
  'auth.former_addresses': { bytes: 4_096, columns: ['email', 'email_key'] },
  'auth.sessions': { bytes: 4_096, columns: ['ip', 'user_agent'] },
  'console.sessions': {
    bytes: 131_072,
    columns: ['name', 'portal_name', 'scopes', 'tokens_sealed', 'user_agent'],
  },
  'identity.accounts': {
    bytes: 1_048_576,
    columns: [
      'first_name',
      'last_name',
      'phone',
      'profile_picture',
      'locale',
      'closed_email',
      'custom_fields',
    ],
  },
  'identity.persons': {
    bytes: 16_384,
    columns: ['email', 'email_key', 'first_name', 'last_name', 'locale'],
  },
  'learning.enrollments': { bytes: 8_192, columns: ['lo_title', 'type'] },
  'learning.facet_values': { bytes: 4_096, columns: ['key'] },
  'learning.learning_objects': {
    bytes: 16_777_216,
    columns: [
      'external_id',
      'title',
      'summary',
      'description',
      'image',
      'language',
      'mode',
      'currency',
      'tags',
      'topics',
      'authors',
      'skills',
      'url',
      'attributes',
      'content',
    ],
  },
  'learning.outbox': { bytes: 8_388_608, columns: ['type', 'object_type', 'data', 'trace_context'] },
  'learning.webhook_attempts': { bytes: 65_536, columns: ['error', 'response'] },
  'learning.webhooks': { bytes: 65_536, columns: ['url', 'events', 'secret', 'previous_secret'] },
};

/** What a caller or a stranger sent has a largest size in every table. Old servers store nothing larger. */
export class BytesOfAllRows20261127004100 implements MigrationInterface {
  name = 'BytesOfAllRows20261127004100';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, { bytes, columns }] of Object.entries(MAX_ROWS)) {
      // of what is stored outside the row, the size is known without reading it
      const row = columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ');
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
