interface CachedAnswer {
  etag: string;
  data: unknown;
}

/** The number of cached answers. */
const MAX_KEPT = 20;
const keptAnswers = new Map<string, CachedAnswer>();

interface Answer<Data> {
  data?: Data;
  response: Response;
}

/**
 * Reads data with the ETag of the cached answer: if nothing has changed, the server omits the data, and the cached data
 * is returned.
 * @param key identifies the request with its parameters
 */
export async function readIfChanged<Data>(
  key: string,
  request: (headers: { 'If-None-Match'?: string }) => Promise<Answer<Data>>,
): Promise<Data> {
  const former = keptAnswers.get(key);
  const { data, response } = await request(former ? { 'If-None-Match': former.etag } : {});
  if (response.status === 304 && former) return former.data as Data;
  const etag = response.headers.get('etag');
  if (etag) keep(key, { etag, data });
  return data as Data;
}

function keep(key: string, answer: CachedAnswer): void {
  keptAnswers.delete(key);
  keptAnswers.set(key, answer);
  if (keptAnswers.size > MAX_KEPT) keptAnswers.delete(keptAnswers.keys().next().value!);
}

/** The header of a change that fails if another user has changed the data since it was read. */
export const ifMatch = (etag: string | undefined): { 'If-Match'?: string } =>
  etag ? { 'If-Match': etag } : {};

/** An answer, with the ETag for changing it. */
export interface TaggedAnswer<Data> {
  data: Data;
  etag: string | undefined;
}

export async function withEtag<Data>(request: Promise<Answer<Data>>): Promise<TaggedAnswer<Data>> {
  const { data, response } = await request;
  return { data: data!, etag: response.headers.get('etag') ?? undefined };
}
