import {
  addUpPopularity,
  importCatalogue,
  upsertCollection,
  upsertContentGroup,
  upsertLicence,
  upsertProvider,
  upsertSubscription,
  fillCollection,
  type ImportRecord,
} from '@app/catalogue';
import { openDatabase, sql, type Database } from '@app/database';
import type { Clock } from '@app/kernel';
import type { z } from 'zod';

type ObjectKey = { provider: string; external_id: string };

/** Fills the catalogue of a test like the command line: providers, records, groups, collections, licences. */
export class CatalogueSeed {
  private constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param url for the role that owns the schemas */
  static async open(url: string, clock: Clock): Promise<CatalogueSeed> {
    return new CatalogueSeed(await openDatabase({ url, applicationName: 'test', poolSize: 2 }), clock);
  }

  provider(slug: string, portalId: number, name = slug): Promise<number> {
    return this.database.write((tx) => upsertProvider(tx, { slug, portalId, name }));
  }

  group(slug: string, portalId: number): Promise<number> {
    return this.database.write((tx) => upsertContentGroup(tx, { slug, portalId, name: slug }));
  }

  collection(slug: string, portalId: number, items: ObjectKey[] = []): Promise<number> {
    return this.database.write(async (tx) => {
      const id = await upsertCollection(tx, { slug, portalId, name: slug });
      await fillCollection(tx, id, items);
      return id;
    });
  }

  subscribe(portalId: number, audienceId: number, licenses = -1): Promise<void> {
    return this.database.write((tx) => upsertSubscription(tx, { portalId, audienceId, licenses }));
  }

  async licence(portalId: number, item: ObjectKey, licenses: number): Promise<void> {
    await this.database.write((tx) =>
      upsertLicence(tx, { portalId, ...item, licenses, package: 'Test package' }),
    );
  }

  /**
   * @returns ids by `provider external_id`, embedded objects included
   * @throws Error when a record is bad
   */
  async load(records: Iterable<z.input<typeof ImportRecord>>): Promise<Map<string, number>> {
    let line = 0;
    const lines = [...records].map((value) => ({ line: ++line, value }));
    await importCatalogue(lines, {
      database: this.database,
      clock: this.clock,
      onBadLine: (bad) => {
        throw new Error(`line ${bad.line}: ${bad.reason}`);
      },
    });
    const rows = await this.database.many<{ key: string; id: number }>(idsByKey);
    return new Map(rows.map(({ key, id }) => [key, id]));
  }

  /** Adds up the changes of popularity, like the worker. */
  async addUpPopularity(): Promise<void> {
    while ((await this.database.write((tx) => addUpPopularity(tx, 1_000))) > 0);
  }

  close(): Promise<void> {
    return this.database.dataSource.destroy();
  }
}

const idsByKey = sql`
  select p.slug || ' ' || o.external_id as key, o.id from learning.learning_objects o
    join learning.providers p on p.id = o.provider_id where p.slug is not null and o.external_id is not null`;
