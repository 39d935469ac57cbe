import { errors, type Client } from '@opensearch-project/opensearch';
import { MAX_WINDOW } from '@app/contracts';
import { metrics } from '@app/metrics';
import { BATCH_BYTES, type IndexDocument } from './document.queries.js';
import { indexBody, STATE_ID } from './index-body.js';
import { assertComplete } from './complete-response.js';

/** Which changes an index contains. */
export interface IndexState {
  /** The version of the catalogue that it contains; it may also contain some later changes. */
  version: number;
  /** The timeline of Postgres; on any other, changes that the index contains may be missing. */
  past: string;
  /** When `version` was read, in milliseconds since 1970, by Postgres' clock. */
  time: number;
  /** Objects whose documents it has refused, and does not contain. */
  aside: number[];
  /** The step in which it was made visible; undefined: before steps were recorded. */
  shownStep?: string;
}

/** The state, and the step in which the index was written last, visible or not. */
type StoredState = (IndexState | Record<never, never>) & { step?: string };

export interface RefusedDocument {
  loId: number;
  reason: string;
}

/** An index and its stored state. */
export interface FoundIndex {
  name: string;
  /** Null while it is being built. */
  state: IndexState | null;
  /** The step in which it was written last; null: in none. */
  step: string | null;
  /** Position of its state: differs in another index of that name, such as one that a write has created. */
  mark: { if_seq_no: number; if_primary_term: number };
}

interface BulkItem {
  _id: string;
  status: number;
  error?: { type: string; reason: string };
}

/** The indexes behind one alias, as their writer uses them. */
export class IndexStore {
  constructor(
    private readonly client: Client,
    private readonly alias: string,
  ) {}

  /** Creates the index, or empties one that an interrupted build has left. */
  async create(name: string, shards: number, replicas: number): Promise<void> {
    await this.client.indices.delete({ index: name, ignore_unavailable: true });
    await this.client.indices.create({ index: name, body: indexBody(shards, replicas, MAX_WINDOW) });
    await this.client.index({ index: name, id: STATE_ID, body: { state: null } });
  }

  /** @param name of an index; by default the one behind the alias. @returns undefined when it, or its state, is gone */
  async find(name = this.alias): Promise<FoundIndex | undefined> {
    try {
      const { body } = await this.client.get({ index: name, id: STATE_ID });
      const { state: stored } = body._source as { state: StoredState | null };
      const { step = null, ...state } = stored ?? {};
      const mark = { if_seq_no: body._seq_no!, if_primary_term: body._primary_term! };
      return { name: body._index, state: 'version' in state ? state : null, step, mark };
    } catch (error) {
      if (error instanceof errors.ResponseError && error.statusCode === 404) return undefined;
      throw error;
    }
  }

  /**
   * @param state null while the index is being built
   * @param step the current step of writing the index
   * @returns the index with the stored state
   * @throws ResponseError (409) if another index has this name by now: a write creates one if it is missing
   */
  async storeState(index: FoundIndex, state: IndexState | null, step: string): Promise<FoundIndex> {
    const { name, mark } = index;
    const storedState: StoredState = { ...state, step };
    const { body } = await this.client.index({
      index: name,
      id: STATE_ID,
      ...mark,
      body: { state: storedState },
    });
    return { name, state, step, mark: { if_seq_no: body._seq_no, if_primary_term: body._primary_term } };
  }

  /** Makes written documents visible. @throws Error unless all shards do */
  async refresh(name: string): Promise<void> {
    const { body } = await this.client.indices.refresh({ index: name });
    assertComplete(body, 'refresh');
  }

  /**
   * Writes and removes documents, but overwrites none that was read later.
   * @param snapshot the snapshot in which the documents were read
   * @returns documents that the index has refused, and no longer contains
   * @throws Error when the cluster, not the document, is the cause
   */
  async write(
    name: string,
    documents: readonly IndexDocument[],
    snapshot: number,
  ): Promise<RefusedDocument[]> {
    const refused: RefusedDocument[] = [];
    for (const part of inRequests(documents)) refused.push(...(await this.#send(name, part, snapshot)));
    if (refused.length === 0) return [];
    metrics.search_documents_refused_total.inc(refused.length);
    // removes their older versions from the index
    const gone = refused.map(({ loId }) => ({ loId, body: null }));
    const [refusedDocument] = await this.#send(name, gone, snapshot);
    if (refusedDocument)
      throw new Error(`OpenSearch does not remove ${refusedDocument.loId}: ${refusedDocument.reason}`);
    return refused;
  }

  /** Halves the request if the cluster rejects its size. */
  async #send(
    name: string,
    documents: readonly IndexDocument[],
    snapshot: number,
  ): Promise<RefusedDocument[]> {
    try {
      return await this.#sendTogether(name, documents, snapshot);
    } catch (error) {
      if (!(error instanceof errors.ResponseError && error.statusCode === 413)) throw error;
      const [only, another] = documents;
      if (!another) return [{ loId: only!.loId, reason: 'larger than the cluster takes (413)' }];
      const middle = Math.ceil(documents.length / 2);
      return [
        ...(await this.#send(name, documents.slice(0, middle), snapshot)),
        ...(await this.#send(name, documents.slice(middle), snapshot)),
      ];
    }
  }

  async #sendTogether(
    name: string,
    documents: readonly IndexDocument[],
    snapshot: number,
  ): Promise<RefusedDocument[]> {
    const lines = documents.flatMap(({ loId, body }) => {
      const meta = { _id: String(loId), version: snapshot, version_type: 'external_gte' };
      return body === null ? [JSON.stringify({ delete: meta })] : [JSON.stringify({ index: meta }), body];
    });
    const { body: answer } = await this.client.bulk({ index: name, body: `${lines.join('\n')}\n` as never });
    if (!answer.errors) return [];
    const failed = (answer.items as unknown as Record<string, BulkItem>[])
      .flatMap((item) => Object.values(item))
      .filter(({ status, error }) => error !== undefined && status !== 409);
    // any other status is not about the document: the index is gone or blocked, or the cluster is overloaded or failing
    const otherFailure = failed.find(({ status }) => status !== 400 && status !== 413);
    if (otherFailure)
      throw new Error(`OpenSearch: ${otherFailure.error!.type}: ${otherFailure.error!.reason}`);
    return failed.map(({ _id, error }) => ({
      loId: Number(_id),
      reason: `${error!.type}: ${error!.reason}`,
    }));
  }

  /**
   * Switches searches to this index, and removes the previous ones.
   * @param before the previous indexes; some may already be gone
   */
  async switchAlias(name: string, before: readonly string[]): Promise<void> {
    const behind = await this.#behindAlias();
    const former = new Set([...behind.filter((one) => this.#isOurs(one)), ...(await this.#existing(before))]);
    former.delete(name);
    const otherIndexes = behind.filter((one) => one !== name && !former.has(one));
    await this.client.indices.updateAliases({
      body: {
        actions: [
          ...otherIndexes.map((index) => ({ remove: { index, alias: this.alias } })),
          ...[...former].map((index) => ({ remove_index: { index } })),
          { add: { index: name, alias: this.alias } },
        ],
      },
    });
  }

  async #behindAlias(): Promise<string[]> {
    try {
      return Object.keys(
        (await this.client.indices.getAlias({ index: `${this.alias}-*`, name: this.alias })).body,
      );
    } catch (error) {
      if (error instanceof errors.ResponseError && error.statusCode === 404) return [];
      throw error;
    }
  }

  async #existing(names: readonly string[]): Promise<string[]> {
    if (names.length === 0) return []; // without a name it would be all indexes
    const { body } = await this.client.indices.get({ index: [...names], ignore_unavailable: true });
    return Object.keys(body);
  }

  /** `<alias>-` and eight hexadecimal digits. */
  #isOurs(name: string): boolean {
    return name.startsWith(`${this.alias}-`) && /^[\da-f]{8}$/.test(name.slice(this.alias.length + 1));
  }
}

/** Groups documents by the bytes that one request may have. */
function* inRequests(documents: readonly IndexDocument[]): Generator<IndexDocument[]> {
  let part: IndexDocument[] = [];
  let bytes = 0;
  for (const document of documents) {
    const more = ACTION_BYTES + (document.body === null ? 0 : Buffer.byteLength(document.body));
    if (part.length > 0 && bytes + more > BATCH_BYTES) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(document);
    bytes += more;
  }
  if (part.length > 0) yield part;
}
/** An upper bound of the action line before each document. */
const ACTION_BYTES = 120;
