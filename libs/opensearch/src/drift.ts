import type { Client } from '@opensearch-project/opensearch';
import type { Database } from '@app/database';
import { documentsAfter, type IndexDocument } from './document.queries.js';
import { requeueChanges } from '@app/catalogue';
import { assertComplete, WHOLE } from './complete-response.js';

/** Documents that are compared together. */
const BATCH = 2_000;

/** The differences between an index and the catalogue. */
export interface Drift {
  /** Objects in the catalogue or the index. */
  compared: number;
  /** In the catalogue only. */
  missing: number;
  /** In the index only. */
  superfluous: number;
  /** In both, with another document. */
  different: number;
}

interface Page {
  hits: { hits: { _id: string; fields: { lo_id: number[]; digest: string[] } }[] };
}

/**
 * Compares every document of the index with the catalogue, and records objects that differ, so that the indexer writes
 * their documents again. Changes that the index has not read yet also count as differences.
 * @param onProgress called after each batch
 */
export async function repairDrift(
  database: Database,
  client: Client,
  alias: string,
  onProgress: (drift: Drift) => void,
): Promise<Drift> {
  const drift: Drift = { compared: 0, missing: 0, superfluous: 0, different: 0 };
  for (let after = 0; ;) {
    const { documents } = await documentsAfter(database, after, BATCH);
    const until = documents.at(-1)?.loId;
    const indexed = await readDigests(client, alias, after, until);
    const again: number[] = [];
    for (const document of documents) {
      const digest = indexed.get(document.loId);
      indexed.delete(document.loId);
      if (digest === readDigest(document)) continue;
      if (digest === undefined) drift.missing += 1;
      else drift.different += 1;
      again.push(document.loId);
    }
    drift.superfluous += indexed.size;
    drift.compared += documents.length + indexed.size;
    again.push(...indexed.keys());
    if (again.length > 0) await requeueChanges(database, again);
    onProgress(drift);
    if (until === undefined) return drift;
    after = until;
  }
}

const readDigest = ({ body }: IndexDocument): string => (JSON.parse(body!) as { digest: string }).digest;

/** By object, for ids after one and up to another. */
async function readDigests(
  client: Client,
  alias: string,
  after: number,
  until: number | undefined,
): Promise<Map<number, string>> {
  const digests = new Map<number, string>();
  for (let start = after; ;) {
    const { body } = await client.search({
      ...WHOLE,
      index: alias,
      body: {
        query: { range: { lo_id: { gt: start, ...(until === undefined ? {} : { lte: until }) } } },
        sort: [{ lo_id: 'asc' }],
        size: BATCH,
        _source: false,
        docvalue_fields: ['lo_id', 'digest'],
        track_total_hits: false,
      } as never,
    });
    assertComplete(body, 'search');
    const { hits } = (body as unknown as Page).hits;
    for (const { fields } of hits) digests.set(fields.lo_id[0]!, fields.digest[0]!);
    if (hits.length < BATCH) return digests;
    start = hits.at(-1)!.fields.lo_id[0]!;
  }
}
