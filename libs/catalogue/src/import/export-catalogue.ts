import type { Reader } from '@app/database';
import type { ImportItem, ImportRecord, ImportReference } from '../import-record.js';
import { exportDescendants, exportRoots, type Descendants } from './export.queries.js';

/**
 * The catalogue as {@link ImportRecord}s, oldest first; records that refer to others come after all that do not.
 * Objects without external_id (created through the API) are skipped.
 */
export async function* exportCatalogue(
  reader: Reader,
  providers?: readonly string[],
): AsyncGenerator<ImportRecord> {
  for (const refers of [false, true]) {
    let rows = await exportRoots(reader, 0, refers, providers);
    while (rows.length > 0) {
      for (const row of rows) {
        const below = await exportDescendants(reader, row.id);
        yield { provider: row.provider, ...row.record, ...collectItems(row.id, below, new Set([row.id])) };
      }
      rows = await exportRoots(reader, rows.at(-1)!.id, refers, providers);
    }
  }
}

function collectItems(
  id: number,
  below: Descendants,
  seen: ReadonlySet<number>,
): { items?: (ImportItem | ImportReference)[] } {
  const items = below.items.get(id) ?? [];
  if (items.length === 0) return {};
  return {
    items: items.map((item) => {
      const required = item.required ? { required: true } : {};
      const row = below.records.get(item.child_id);
      if (!item.embedded || !row || seen.has(item.child_id)) return { ref: item.external_id, ...required };
      return {
        ...row.record,
        ...required,
        ...collectItems(item.child_id, below, new Set([...seen, item.child_id])),
      };
    }),
  };
}
