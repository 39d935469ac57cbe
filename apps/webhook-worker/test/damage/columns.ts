import { sql } from '@app/database';
import type { Owner } from '@app/testing';

/** Kinds of columns that programs parse, and that are damaged. */
export type DamagedKind = 'json' | 'json text' | 'bytes' | 'word' | 'words' | 'number';

export interface DamagedColumn {
  /** Including the schema. */
  table: string;
  column: string;
  type: string;
  kind: DamagedKind;
  /** Check constraints that would refuse the damage. */
  constraints: string[];
}

/** How each kind is damaged: SQL values, one for each damaged portal. */
export const damages: Record<DamagedKind, readonly string[]> = {
  json: [`'null'`, `'"text"'`, `'[7]'`, `'{"a":{"b":null}}'`],
  'json text': [`''`, `'{"a":'`, `'null'`, `'{}}'`],
  bytes: [`'\\x'`, `'\\x00'`, `decode(repeat('ab', 60), 'hex')`, `'\\xffffffff'`],
  word: [`'nobody-knows'`, `''`, `'toString'`, `'__proto__'`],
  words: [`'{nobody-knows}'`, `'{}'`, `'{NULL}'`, `'{toString,__proto__}'`],
  number: ['99', '-1', '32767', '-32768'],
};
/** Portals for the damages of one column. */
export const hurtPortals = 4;
/** How many columns are damaged at a time, each in its own portals. */
export const columnsAtOnce = 4;

/** Names of columns that contain lists of words or numbers without a constraint that says so. */
const listing = new Set([
  'alg',
  'ended_because',
  'event',
  'events',
  'facet',
  'features',
  'grants',
  'language',
  'locale',
  'mode',
  'object_type',
  'ramp',
  'roles',
  'scopes',
  'state',
  'status',
  'template',
  'type',
]);
/** Text columns that contain JSON as it is sent. */
const jsonText = new Set(['data']);

interface ColumnRow extends Omit<DamagedColumn, 'kind'> {
  is_listed: boolean;
}

/** Every schema of the database; if one is missing here, the test that finds the columns fails. */
export const schemas = ['identity', 'auth', 'console', 'learning', 'maintenance'] as const;

/** Every sealed, JSON and enumerated column, so that a new one is included automatically. */
export async function damageableColumns(owner: Owner): Promise<DamagedColumn[]> {
  const columnRows = await owner.many<ColumnRow>(sql`
    select n.nspname || '.' || c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
           array(select k.conname::text from pg_constraint k
                  where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)) as constraints,
           exists (select 1 from pg_constraint k
                    where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
                      and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%') as is_listed
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any(${schemas}) and c.relkind in ('r', 'p')
       and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by 1, a.attnum`);
  return columnRows.flatMap(({ is_listed, ...column }) => {
    const kind = findKind(column, is_listed);
    return kind ? [{ ...column, kind }] : [];
  });
}

function findKind(
  { column, type }: Omit<ColumnRow, 'is_listed'>,
  isListed: boolean,
): DamagedKind | undefined {
  if (type === 'json' || type === 'jsonb') return 'json';
  if (type === 'bytea') return 'bytes';
  if (type === 'text' && jsonText.has(column)) return 'json text';
  if (!isListed && !listing.has(column)) return undefined;
  if (type === 'text') return 'word';
  if (type === 'text[]') return 'words';
  return type === 'smallint' || type === 'integer' ? 'number' : undefined;
}
