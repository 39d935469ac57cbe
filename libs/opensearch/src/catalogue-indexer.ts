import type { Client } from '@opensearch-project/opensearch';
import type { Database } from '@app/database';
import type { Logger } from '@app/kernel';
import { randomUUID } from 'node:crypto';
import {
  catalogueMoment,
  documentsAfter,
  pendingChanges,
  type CatalogueMoment,
  type IndexDocument,
} from './document.queries.js';
import { IndexStore, type FoundIndex, type IndexState } from './index-store.js';
import {
  areTriggersInstalled,
  forgetChanges,
  leaseSearchIndex,
  recordSkipped,
  recordBuilt,
  recordComplete,
  recordStep,
  recordVersion,
  readSearchIndex,
  registerSearchIndex,
  releaseSearchIndex,
  type IndexShape,
  type SearchIndex,
} from '@app/catalogue';
import type { SearchEngineSettings } from '@app/catalogue';

/** One shard holds a catalogue of millions; its replica tolerates the failure of a node. `search rebuild` changes it. */
const FIRST_SHAPE: IndexShape = { shards: 1, replicas: 1 };
/** Documents that are read together, if they are small. */
const BATCH = 1_000;

/** The result of a step: more changes are waiting, none are, or another process has the lease. */
export type IndexingState = 'more' | 'done' | 'leased by another';

/**
 * Keeps the index in step with the catalogue, one step at a time. Builds it if it is missing, incomplete or from another
 * timeline, then writes changes. Only the process with the lease does; any other can continue where it stopped.
 */
export class CatalogueIndexer {
  readonly #holderId = randomUUID();
  readonly #store: IndexStore;

  /**
   * @param client whose requests may take as long as a batch
   * @param first the shape of an index where there was none
   */
  constructor(
    private readonly database: Database,
    client: Client,
    private readonly settings: Pick<SearchEngineSettings, 'OPENSEARCH_INDEX'>,
    private readonly logger: Logger,
    private readonly first: IndexShape = FIRST_SHAPE,
  ) {
    this.#store = new IndexStore(client, settings.OPENSEARCH_INDEX);
  }

  /**
   * Writes the next documents.
   * @throws the errors of OpenSearch and Postgres; the step can be repeated
   */
  async step(): Promise<IndexingState> {
    const index = (await leaseSearchIndex(this.database, this.#holderId)) ?? (await this.#first());
    if (!index) return 'leased by another';
    if (index.isOfCurrentTimeline) {
      const progress = index.builtTo === null ? await this.#continue(index) : await this.#build(index);
      if (progress) return progress;
    }
    await this.#begin(index);
    return 'more';
  }

  /**
   * Begins a new index, even if another process writes the current one, which answers searches until the new one is
   * complete.
   * @param changed differences from the current shape
   */
  async rebuild(changed: Partial<IndexShape> = {}): Promise<void> {
    while (!(await this.#begin(await readSearchIndex(this.database), changed)));
  }

  /** Releases the lease. */
  async stop(): Promise<void> {
    await releaseSearchIndex(this.database, this.#holderId);
  }

  async #first(): Promise<SearchIndex | undefined> {
    if (await readSearchIndex(this.database)) return undefined;
    return this.#begin(undefined);
  }

  async #begin(
    instead: SearchIndex | undefined,
    changed: Partial<IndexShape> = {},
  ): Promise<SearchIndex | undefined> {
    const { shards, replicas } = { ...(instead ?? this.first), ...changed };
    const name = `${this.settings.OPENSEARCH_INDEX}-${randomUUID().slice(0, 8)}`;
    const shape = { shards, replicas };
    if (!(await registerSearchIndex(this.database, name, this.#holderId, shape, instead?.name)))
      return undefined;
    this.logger.info({ index: name, instead: instead?.name }, 'the search index is built');
    return readSearchIndex(this.database);
  }

  /**
   * Writes changes to an index that is complete, has lost nothing, and belongs to the current timeline.
   * @returns undefined if it must be rebuilt
   */
  async #continue(index: SearchIndex): Promise<IndexingState | undefined> {
    const { name, version } = index;
    const foundIndex = await this.#store.find();
    const { past } = await catalogueMoment(this.database);
    const state = foundIndex?.name === name ? foundIndex.state : undefined;
    if (foundIndex && state?.past === past && state.version >= (version ?? 0) && isKnown(index, foundIndex))
      return this.#follow(index, foundIndex);
    this.logger.warn({ index: name, found: foundIndex, version, past }, 'the search index has lost changes');
    return undefined;
  }

  /** @returns undefined if the unfinished index is gone */
  async #build(index: SearchIndex): Promise<IndexingState | undefined> {
    if (index.builtTo === 0) {
      if (!(await areTriggersInstalled(this.database))) return 'done'; // a transaction may still run that records no changes
      if (!(await this.#hasLease(index))) return 'leased by another';
      await this.#store.create(index.name, index.shards, index.replicas);
    }
    const foundIndex = await this.#store.find(index.name);
    if (!foundIndex || !isKnown(index, foundIndex)) {
      this.logger.warn({ index: index.name, found: foundIndex }, 'the unfinished search index is gone');
      return undefined;
    }
    const { snapshot, documents } = await documentsAfter(this.database, index.builtTo!, BATCH);
    if (documents.length > 0) {
      if (!(await this.#beginStep(index, foundIndex, false))) return 'leased by another';
      await this.#write(index, documents, snapshot);
      await recordBuilt(this.database, index.name, documents.at(-1)!.loId);
      return 'more';
    }
    // writes the changes since the build began; then the index can answer searches
    const followed = await this.#follow(index, foundIndex);
    if (followed !== 'done') return followed;
    if (!(await this.#hasLease(index))) return 'leased by another';
    await this.#store.switchAlias(index.name, index.replaces);
    await recordComplete(this.database, index.name);
    this.logger.info({ index: index.name }, 'the search index is complete');
    return 'more';
  }

  /** Whether this process may still write it: another may have taken the expired lease, or have begun another index. */
  async #hasLease({ name }: SearchIndex): Promise<boolean> {
    return (await leaseSearchIndex(this.database, this.#holderId))?.name === name;
  }

  async #follow(index: SearchIndex, foundIndex: FoundIndex): Promise<IndexingState> {
    const { name, version } = index;
    const pending = await pendingChanges(this.database, BATCH);
    const { isAll } = pending;
    const hasMore = pending.seqs.length > 0;
    if (!hasMore && pending.version === version) return 'done';
    const begun = await this.#beginStep(index, foundIndex, isAll);
    if (!begun) return 'leased by another';
    const aside = hasMore ? await this.#write(index, pending.documents, pending.snapshot) : index.aside;
    if (isAll) await this.#publishState(begun, pending, aside);
    if (hasMore) await forgetChanges(this.database, name, pending.seqs);
    return isAll ? 'done' : 'more';
  }

  /**
   * Records the next step in Postgres, then in the index. If the index names a step that Postgres does not know, Postgres
   * was restored to an earlier state.
   * @returns undefined if another index follows the catalogue by now
   */
  async #beginStep(
    { name }: SearchIndex,
    foundIndex: FoundIndex,
    isShown: boolean,
  ): Promise<FoundIndex | undefined> {
    const step = randomUUID();
    if (!(await recordStep(this.database, name, step, isShown))) return undefined;
    return this.#store.storeState(foundIndex, foundIndex.state, step);
  }

  /** Makes the written documents visible, then stores the state that declares them. */
  async #publishState(
    foundIndex: FoundIndex,
    { version, past, now }: CatalogueMoment,
    aside: readonly number[],
  ): Promise<void> {
    const { name } = foundIndex;
    const step = foundIndex.step!;
    await this.#store.refresh(name);
    const state: IndexState = { version, past, time: now.getTime(), aside: [...aside], shownStep: step };
    await this.#store.storeState(foundIndex, state, step);
    await this.#store.refresh(name);
    await recordVersion(this.database, name, version);
  }

  /** @returns the objects whose documents the index has refused: one bad document must not block all others */
  async #write(
    { name, aside }: SearchIndex,
    documents: readonly IndexDocument[],
    snapshot: number,
  ): Promise<number[]> {
    const refused = await this.#store.write(name, documents, snapshot);
    for (const { loId, reason } of refused)
      this.logger.error({ index: name, lo_id: loId, reason }, 'the search index refused a document');
    if (refused.length === 0 && aside.length === 0) return aside;
    const now = refused.map(({ loId }) => loId);
    const written = documents.map(({ loId }) => loId);
    await recordSkipped(this.database, name, now, written);
    return (await readSearchIndex(this.database))?.aside ?? [];
  }
}

/** Whether Postgres knows the step in which the index was written last. */
const isKnown = ({ steps }: SearchIndex, { step }: FoundIndex): boolean =>
  step === null || steps.includes(step);
