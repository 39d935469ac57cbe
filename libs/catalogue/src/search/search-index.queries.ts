import { sql, type Database, type Reader } from '@app/database';

/** Seconds that a process may write the index without renewing its lease. */
const LEASE_SECONDS = 60;

/** How an index is laid out over the nodes of its cluster. */
export interface IndexShape {
  /** Primary shards. */
  shards: number;
  /** Copies of each shard. */
  replicas: number;
}

/** The index that follows the catalogue. */
export interface SearchIndex extends IndexShape {
  name: string;
  /** The last object that its build has written; null once the build is complete. */
  builtTo: number | null;
  /** The version of the catalogue that it last contained; null before the first. */
  version: number | null;
  /** Whether it was begun on the current {@link currentTimeline}. */
  isOfCurrentTimeline: boolean;
  /** Objects whose documents it has refused; not exact if more than {@link MAX_SKIPPED}. */
  aside: number[];
  /** The previous indexes, to be removed once it is complete. */
  replaces: string[];
  /** The last {@link MAX_STEPS} in which it was written, the latest first. */
  steps: string[];
}

/** Steps that are stored: a process that ends during one leaves a name that may not have reached the index. */
const MAX_STEPS = 4;

/** An index that refuses more documents than this answers no search until it is rebuilt. */
export const MAX_SKIPPED = 1_000;

/**
 * Identifies the history in which version and transaction numbers are valid. Differs on another server or timeline
 * (after a restore or the promotion of a standby), and in another table (after a dump was restored). Fails on a standby.
 */
export const currentTimeline = sql`(select system_identifier::text from pg_control_system()) || '/'
  || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || 'learning.search_index'::regclass::oid`;

const columns = sql`name, built_to, version, aside, replaces, steps, shards, replicas, past is not distinct from ${currentTimeline} as is_of_current_timeline`;

export const readSearchIndex = (reader: Reader): Promise<SearchIndex | undefined> =>
  reader.one<SearchIndex>(sql.camelCase`select ${columns} from learning.search_index`);

/**
 * Takes or renews the lease for writing the index.
 * @returns undefined if another process has the lease, or there is no index
 */
export const leaseSearchIndex = (database: Database, holderId: string): Promise<SearchIndex | undefined> =>
  database.write((tx) =>
    tx.one<SearchIndex>(sql.camelCase`
      update learning.search_index set lease_by = ${holderId}, lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
       where lease_by = ${holderId} or lease_until is null or lease_until < now()
      returning ${columns}`),
  );

/** Releases the lease. */
export const releaseSearchIndex = (database: Database, holderId: string): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`update learning.search_index set lease_until = null where lease_by = ${holderId}`),
  );

/**
 * Makes `name` the index that follows the catalogue, to be built from the first object on, and starts recording changes.
 * The process that writes the previous index loses its lease.
 * @param instead the index that it replaces; undefined: none
 * @returns false if another process has registered an index meanwhile
 */
export const registerSearchIndex = (
  database: Database,
  name: string,
  holderId: string,
  { shards, replicas }: IndexShape,
  instead: string | undefined,
): Promise<boolean> =>
  database.write(async (tx) => {
    const lease = sql`now() + ${LEASE_SECONDS} * interval '1 second'`;
    const changed =
      instead === undefined
        ? await tx.run(sql`
            insert into learning.search_index (name, shards, replicas, built_to, past, lease_by, lease_until)
            values (${name}, ${shards}, ${replicas}, 0, ${currentTimeline}, ${holderId}, ${lease}) on conflict (id) do nothing`)
        : await tx.run(sql`
            update learning.search_index
               set name = ${name}, replaces = replaces || name, built_to = 0, version = null, aside = '{}', past = ${currentTimeline},
                   steps = '{}', shown_steps = '{}', shards = ${shards}, replicas = ${replicas},
                   registered_by = pg_current_xact_id(), lease_by = ${holderId},
                   lease_until = ${lease}
             where name = ${instead}`);
    return changed === 1;
  });

/** Whether all transactions have ended that may have made changes without recording them. */
export async function areTriggersInstalled(reader: Reader): Promise<boolean> {
  return (
    (await reader.value<boolean>(sql`
    select pg_snapshot_xmin(pg_current_snapshot()) > registered_by as is_over from learning.search_index`)) ??
    false
  );
}

/**
 * Records a step before writing the index in it. If an index names an unrecorded step, Postgres was restored to an
 * earlier state, for example from a snapshot of its disk, and the index contains changes that Postgres has lost.
 * @param isShown whether searches may see the index as this step leaves it
 * @returns whether this index is still the one that follows the catalogue
 */
export const recordStep = async (
  database: Database,
  name: string,
  step: string,
  isShown: boolean,
): Promise<boolean> =>
  (await database.write((tx) =>
    tx.run(sql`
      update learning.search_index
         set steps = (array[${step}::text] || steps)[1:${MAX_STEPS}],
             shown_steps = case when ${isShown} then (array[${step}::text] || shown_steps)[1:${MAX_STEPS}] else shown_steps end
       where name = ${name}`),
  )) === 1;

/** @param loId the last object that the build has written */
export const recordBuilt = (database: Database, name: string, loId: number): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`update learning.search_index set built_to = ${loId} where name = ${name}`),
  );

/** Records that the build is complete and the index has replaced the previous ones. */
export const recordComplete = (database: Database, name: string): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`update learning.search_index set built_to = null, replaces = '{}' where name = ${name}`),
  );

/** Records which of the written documents the index has refused, and which it now accepts. */
export const recordSkipped = (
  database: Database,
  name: string,
  refused: readonly number[],
  written: readonly number[],
): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`
      update learning.search_index
         set aside = array(select lo_id from unnest(aside) a(lo_id) where lo_id <> all(${[...written]}::int[])
                           union select unnest(${[...refused]}::int[]) limit ${MAX_SKIPPED + 1})
       where name = ${name} and cardinality(aside) <= ${MAX_SKIPPED}`),
  );

export const recordVersion = (database: Database, name: string, version: number): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`update learning.search_index set version = ${version} where name = ${name}`),
  );

/**
 * Removes changes that the index contains. Removes none if another index follows the catalogue by now, because it may
 * have read the objects before they changed.
 */
export const forgetChanges = (database: Database, name: string, seqs: readonly number[]): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`
      delete from learning.search_changes where seq = any(${[...seqs]}::bigint[])
         and exists (select from learning.search_index where name = ${name})`),
  );

/** Records changes of these objects, so that their documents are written again. */
export const requeueChanges = (database: Database, loIds: readonly number[]): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`insert into learning.search_changes (lo_id) select unnest(${[...loIds]}::int[])`),
  );

/** The number of waiting changes, up to a limit, and seconds since the oldest was recorded. */
export async function waitingChanges(
  reader: Reader,
  limit: number,
): Promise<{ count: number; seconds: number }> {
  const row = await reader.one<{ count: number; seconds: number }>(sql`
    select (select count(*)::int from (select from learning.search_changes limit ${limit}) c) as count,
           coalesce(extract(epoch from now() - (select noted_time from learning.search_changes order by seq limit 1)), 0)::float8
             as seconds`);
  return row!;
}

/**
 * Unregisters an index that has not read a change from before `before`; changes are no longer recorded.
 * @returns whether there was such an index
 */
export const deleteUnconsumed = async (database: Database, before: Date): Promise<boolean> =>
  (await database.write((tx) =>
    tx.run(sql`
      delete from learning.search_index
       where (select noted_time from learning.search_changes order by seq limit 1) < ${before}`),
  )) > 0;

/** Unregisters the index; changes are no longer recorded. */
export const unregisterSearchIndex = (database: Database): Promise<number> =>
  database.write((tx) => tx.run(sql`delete from learning.search_index`));

/** Removes changes that no index reads. @returns how many, at most `limit` */
export const removeUnfollowed = (database: Database, limit: number): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`
      delete from learning.search_changes
       where seq = any(array(select seq from learning.search_changes order by seq limit ${limit}))
         and not exists (select from learning.search_index)`),
  );
