import { sql, type Reader } from '@app/database';

/** The current time of Postgres' clock, in milliseconds since 1970. */
export async function clockOfPostgres(reader: Reader): Promise<number> {
  const row = await reader.one<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return row!.ms;
}
