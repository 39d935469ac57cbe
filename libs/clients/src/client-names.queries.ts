import { sql, type Reader } from '@app/database';

/** Names of applications by their ids; those of removed ones are missing. */
export async function readClientNames(
  reader: Reader,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(clientIds)];
  if (ids.length === 0) return new Map();
  const rows = await reader.many<{ clientId: string; name: string }>(
    sql.camelCase`select client_id, name from auth.clients where client_id = any(${ids}::text[])`,
  );
  return new Map(rows.map(({ clientId, name }) => [clientId, name]));
}
