import {
  CatalogueIndex,
  portalVisibility,
  searchEngineSettings,
  type CataloguePage,
  type CatalogueSearch,
  type PortalVisibility,
} from '@app/catalogue';
import { seesDrafts, type Role } from '@app/contracts';
import { openDatabase, sql, type Database } from '@app/database';
import { systemClock } from '@app/kernel';
import { createOpenSearchClient, createOpenSearchIndex, type FallingBackIndex } from '@app/opensearch';
import { pino } from 'pino';
import { z } from 'zod';
import { connectionsOf, CpuTime } from './cpu-time.js';

const APPLICATION = 'bench-adapter';
/** Of the client that the benchmark searches as. */
const PORTAL = 1;
const CLIENT = 'acme-app';
const CONNECTIONS = 4;

/** Where a search would otherwise be answered unnoticed by Postgres. */
class NoOtherIndex extends CatalogueIndex {
  search(): Promise<never> {
    return Promise.reject(new Error('OpenSearch did not answer'));
  }
  freeze(): Promise<never> {
    return this.search();
  }
}

/**
 * The API's adapter in this process, without what the API does around it: the request, its token, limits and rights, hits
 * read back from Postgres, their JSON. And the official client, which sends what it is given and parses the answer.
 */
export class AdapterHere {
  readonly #index: FallingBackIndex;
  readonly #client: ReturnType<typeof createOpenSearchClient>;
  #visibility!: PortalVisibility;

  private constructor(
    private readonly databaseUrl: string,
    private readonly database: Database,
    settings: Record<string, string>,
  ) {
    const parsed = z.object(searchEngineSettings).parse(settings);
    this.#client = createOpenSearchClient(parsed, parsed.OPENSEARCH_TIMEOUT_MS);
    this.#index = createOpenSearchIndex({
      settings: parsed,
      reader: database,
      postgres: new NoOtherIndex(),
      clock: systemClock,
      logger: pino({ level: 'silent' }),
    });
  }

  /** @param settings of the API */
  static async open(databaseUrl: string, settings: Record<string, string>): Promise<AdapterHere> {
    const options = { url: databaseUrl, applicationName: APPLICATION, poolSize: CONNECTIONS };
    const here = new AdapterHere(databaseUrl, await openDatabase(options), settings);
    await here.readVisibility();
    return here;
  }

  /** What the portal may see now; the API reads it for each request, before its adapter is asked. */
  async readVisibility(): Promise<void> {
    const account = await this.database.one<{ roles: Role[] }>(
      sql`select roles from identity.accounts where portal_id = ${PORTAL} and client_id = ${CLIENT}`,
    );
    this.#visibility = await portalVisibility(this.database, {
      portalId: PORTAL,
      seesDrafts: seesDrafts(account),
    });
  }

  search(search: CatalogueSearch): Promise<CataloguePage> {
    return this.#index.search(this.#visibility, search);
  }

  /** @param body of a request that the API has sent. @returns the total */
  async byClient(body: string): Promise<number> {
    const answer = await this.#client.msearch({ max_concurrent_searches: 1, body: body as never });
    const { hits } = answer.body.responses.at(-1) as { hits: { total: { value: number } } };
    return hits.total.value;
  }

  /** Of the connections to Postgres. */
  async postgresTime(): Promise<CpuTime> {
    return CpuTime.ofProcesses(await connectionsOf(this.databaseUrl, APPLICATION));
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#index.onApplicationShutdown();
    await this.database.dataSource.destroy();
  }
}
