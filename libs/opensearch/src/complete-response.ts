/** Sent with every search: by default, a cluster answers with the hits of only some shards if others fail. */
export const WHOLE = { allow_partial_search_results: false } as const;

/** The part of an answer that says which shards have answered. */
interface Extent {
  _shards?: { failed: number };
  timed_out?: boolean;
}

/** @throws Error when shards have not answered, or not in time: numbers would be too small */
export function assertComplete(answer: object, what: string): void {
  const { _shards: shards, timed_out: isLate } = answer as Extent;
  if (isLate === true) throw new Error(`OpenSearch: the time for the ${what} was up`);
  if (shards && shards.failed > 0)
    throw new Error(`OpenSearch: ${shards.failed} shards failed in the ${what}`);
}
