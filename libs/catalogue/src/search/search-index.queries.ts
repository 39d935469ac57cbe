import { sql, type Database, type Reader } from '@app/database';

/** Seconds that a process may write the index without another look. */
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
  /** The last object that its build has written; null when it has all. */
  builtTo: number | null;
  /** The version of the catalogue that it last contained; null before its first. */
  version: number | null;
  /** Whether it was begun in this past of Postgres. */
  isOfThisPast: boolean;
  /** Objects whose documents it has refused; once there are more than {@link MAX_SKIPPED}, no longer exact. */
  aside: number[];
  /** The indexes before it, to be removed once it has all. */
  replaces: string[];
  /** The last {@link MAX_STEPS} in which it was written, the latest first. */
  steps: string[];
}

/** Steps that are remembered: a process that ends in the middle of one leaves a name that the index may not have got. */
const MAX_STEPS = 4;

/** Objects that an index can do without; one that refuses more answers nothing until it is built again. */
export const MAX_SKIPPED = 1_000;

/**
 * Another text wherever numbers of versions and transactions may mean something else. That is on another server or
 * timeline, after a restore or the promotion of a standby; and in another table, after a dump came back. An error on a
 * standby.
 */
export const currentTimeline = sql`(select system_identifier::text from pg_control_system()) || '/'
  || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/' || 'learning.search_index'::regclass::oid`;

const columns = sql`name, built_to, version, aside, replaces, steps, shards, replicas, past is not distinct from ${currentTimeline} as is_of_this_past`;

export const readSearchIndex = (reader: Reader): Promise<SearchIndex | undefined> =>
  reader.one<SearchIndex>(sql.camelCase`select ${columns} from learning.search_index`);

/**
 * Takes or keeps the right to write the index.
 * @returns undefined when another process has it, or there is no index
 */
export const leaseSearchIndex = (database: Database, holderId: string): Promise<SearchIndex | undefined> =>
  database.write((tx) =>
    tx.one<SearchIndex>(sql.camelCase`
      update learning.search_index set lease_by = ${holderId}, lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
       where lease_by = ${holderId} or lease_until is null or lease_until < now()
      returning ${columns}`),
  );

/** Gives it back. */
export const releaseSearchIndex = (database: Database, holderId: string): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`update learning.search_index set lease_until = null where lease_by = ${holderId}`),
  );

/**
 * Makes `name` the index that follows the catalogue, to be built from the first object on; from now on changes are
 * noted. The process that has written the one before loses the right to.
 * @param instead of this one; undefined: of none
 * @returns whether it was the one to do so
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

/** Whether everybody who may have changed something without noting it has ended. */
export async function areTriggersInstalled(reader: Reader): Promise<boolean> {
  return (
    (await reader.value<boolean>(sql`
    select pg_snapshot_xmin(pg_current_snapshot()) > registered_by as is_over from learning.search_index`)) ??
    false
  );
}

/**
 * Notes a step before the index is written in it. An index that names a step that is not noted contains what Postgres
 * has forgotten since, as after its disk was put back.
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

/** The build has written all, and answers in the place of those before it. */
export const recordComplete = (database: Database, name: string): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`update learning.search_index set built_to = null, replaces = '{}' where name = ${name}`),
  );

/** Notes which of the objects just written the index has refused, and which no longer. */
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
 * Removes changes that the index contains. None if another index follows the catalogue by now: that one may have been
 * given the objects before they changed.
 */
export const forgetChanges = (database: Database, name: string, seqs: readonly number[]): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`
      delete from learning.search_changes where seq = any(${[...seqs]}::bigint[])
         and exists (select from learning.search_index where name = ${name})`),
  );

/** Notes objects again, so that their documents are written again. */
export const requeueChanges = (database: Database, loIds: readonly number[]): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`insert into learning.search_changes (lo_id) select unnest(${[...loIds]}::int[])`),
  );

/** How many changes wait, counted up to a limit, and seconds since the oldest was noted. */
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
 * Ends the following of an index that has left a change unread since then: changes are no longer noted.
 * @returns whether there was one
 */
export const deleteUnconsumed = async (database: Database, before: Date): Promise<boolean> =>
  (await database.write((tx) =>
    tx.run(sql`
      delete from learning.search_index
       where (select noted_time from learning.search_changes order by seq limit 1) < ${before}`),
  )) > 0;

/** Ends the following of the index. */
export const unregisterSearchIndex = (database: Database): Promise<number> =>
  database.write((tx) => tx.run(sql`delete from learning.search_index`));

/** Removes changes that nobody follows. @returns how many, at most `limit` */
export const removeUnfollowed = (database: Database, limit: number): Promise<number> =>
  database.write((tx) =>
    tx.run(sql`
      delete from learning.search_changes
       where seq = any(array(select seq from learning.search_changes order by seq limit ${limit}))
         and not exists (select from learning.search_index)`),
  );
