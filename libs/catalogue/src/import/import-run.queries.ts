import { sql, type Reader, type Transaction } from '@app/database';

/** Records that an import with this key has begun, unless an interrupted one exists. */
export const startRun = (tx: Transaction, key: string, now: Date): Promise<number> =>
  tx.run(sql`
    insert into learning.catalogue_imports (key, started_time) values (${key}, ${now}) on conflict do nothing`);

/** Deletes an import's progress, including the objects it has seen. */
export const endRun = (tx: Transaction, key: string): Promise<number> =>
  tx.run(sql`delete from learning.catalogue_imports where key = ${key}`);

/**
 * @param line the last line that has been written
 * @param bad the number of bad lines since the last call
 */
export const recordProgress = (tx: Transaction, key: string, line: number, bad: number): Promise<number> =>
  tx.run(sql`update learning.catalogue_imports set line = ${line}, bad = bad + ${bad} where key = ${key}`);

/** How far an import with this key has come; 0 when there is none. */
export async function getLine(reader: Reader, key: string): Promise<number> {
  return (
    (await reader.value<number>(sql`select line from learning.catalogue_imports where key = ${key}`)) ?? 0
  );
}

export async function hasBadLines(reader: Reader, key: string): Promise<boolean> {
  const row = await reader.one<{ bad: number }>(
    sql`select bad from learning.catalogue_imports where key = ${key}`,
  );
  return (row?.bad ?? 0) > 0;
}

export const recordSeen = (tx: Transaction, key: string, ids: readonly number[]): Promise<number> =>
  tx.run(sql`
    insert into learning.catalogue_import_seen (key, lo_id)
    select ${key}, unnest(${[...ids]}::int[]) on conflict do nothing`);

/** Top-level objects of the import's providers that were imported and were on no line. */
export async function listMissingObjects(reader: Reader, key: string, limit: number): Promise<number[]> {
  return reader.column<number>(sql`
    select o.id from learning.learning_objects o
     where o.provider_id in (select distinct s.provider_id from learning.catalogue_import_seen i
                               join learning.learning_objects s on s.id = i.lo_id where i.key = ${key})
       and o.external_id is not null and not o.embedded and o.retired_time is null
       and not exists (select 1 from learning.catalogue_import_seen i where i.key = ${key} and i.lo_id = o.id)
     order by o.id limit ${limit}`);
}
