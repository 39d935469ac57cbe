import { launchKeyContext } from '@app/catalogue';
import { webhookSecretContext } from '@app/contracts';
import { sql, type Reader } from '@app/database';
import { answerContext } from '@app/idempotency';
import { ONBOARDING_ANSWER_CONTEXT } from '@app/onboarding';
import { secondFactorContext } from '@app/credentials';

/** A column whose values are sealed with SECRETS_KEY. */
export interface SealedColumn {
  /** With its schema. */
  table: string;
  column: string;
  /** The columns of its primary key. */
  key: readonly [string, ...string[]];
  /** The text that a value is bound to, by the values of the primary key. */
  context: (...key: string[]) => string;
}

const webhook = { table: 'learning.webhooks', key: ['id'] as const };
const createWebhookContext = (id: string): string => webhookSecretContext(Number(id));

/** Every column that is sealed; a test finds one that is missing here. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'auth.signing_keys', column: 'private_sealed', key: ['kid'], context: (kid) => kid },
  { table: 'auth.id_token_keys', column: 'private_sealed', key: ['kid'], context: (kid) => kid },
  {
    table: 'auth.second_factors',
    column: 'secret_sealed',
    key: ['person_id'],
    context: (id) => secondFactorContext(Number(id)),
  },
  {
    table: 'auth.onboarding_grants',
    column: 'answer_sealed',
    key: ['hash'],
    context: () => ONBOARDING_ANSWER_CONTEXT,
  },
  { ...webhook, column: 'secret', context: createWebhookContext },
  { ...webhook, column: 'previous_secret', context: createWebhookContext },
  {
    table: 'learning.retired_launch_keys',
    column: 'key_sealed',
    key: ['fingerprint'],
    context: launchKeyContext,
  },
  {
    table: 'maintenance.idempotency_keys',
    column: 'answer_sealed',
    key: ['scope', 'key'],
    context: (scope, key) => answerContext({ scope: scope, key: key }),
  },
];

export interface SealedRow {
  /** The values of the primary key, as text. */
  key: string[];
  sealed: Buffer;
}

const names = (columns: readonly string[], suffix = '') =>
  sql.raw(columns.map((column) => column + suffix).join(', '));
const values = (key: readonly string[]) => sql.join(key.map((value) => sql`${value}`));

/** The next rows of a column in the order of their primary key. */
export function sealedRows(
  reader: Reader,
  { table, column, key }: SealedColumn,
  after: readonly string[] | undefined,
  limit: number,
): Promise<SealedRow[]> {
  const behind = after ? sql`and (${names(key)}) > (${values(after)})` : sql.empty;
  return reader.many<SealedRow>(sql`
    select array[${names(key, '::text')}] as key, ${sql.raw(column)} as sealed from ${sql.raw(table)}
     where ${sql.raw(column)} is not null ${behind}
     order by ${names(key)} limit ${limit}`);
}

/** Replaces a sealed value, unless it has changed meanwhile. */
export async function replaceSealed(
  reader: Reader,
  { table, column, key }: SealedColumn,
  row: SealedRow,
  sealed: Buffer,
): Promise<void> {
  await reader.one(sql`
    update ${sql.raw(table)} set ${sql.raw(column)} = ${sealed}
     where (${names(key)}) = (${values(row.key)}) and ${sql.raw(column)} = ${row.sealed}`);
}

/** Deletes the fingerprints of all keys but one: servers that seal with another no longer start. */
export async function forgetOtherSecretsKeys(reader: Reader, fingerprint: string): Promise<void> {
  await reader.one(sql`delete from maintenance.secrets_keys where fingerprint <> ${fingerprint}`);
}
