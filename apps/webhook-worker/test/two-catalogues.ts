import { sql } from '@app/database';
import { CatalogueSeed, DatabaseHarness, TestClock } from '@app/testing';

/** A database with the portals 1 and 2, whose providers are `a` and `b`; `database` has the rights of the worker. */
export class TwoCatalogues extends DatabaseHarness {
  seed!: CatalogueSeed;

  override async start(): Promise<void> {
    await super.start('worker');
    this.seed = await CatalogueSeed.open(this.urls.owner, new TestClock());
    await this.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.test', 'A'), (2, 'b.test', 'B')`);
    await this.seed.provider('a', 1, 'Seller');
    await this.seed.provider('b', 2, 'Seller');
  }

  override async stop(): Promise<void> {
    await this.seed.close();
    await super.stop();
  }

  /** Changes an object and its documents in a transaction that commits after `meanwhile`. @param change in SQL */
  async whileWriting(loId: number, change: string, meanwhile: () => Promise<void>): Promise<void> {
    const writer = await this.db.connect();
    await writer.query('begin');
    await writer.query(`update learning.learning_objects set ${change} where id = $1`, [loId]);
    await writer.query('select learning.index_objects(array[$1::int])', [loId]);
    await meanwhile();
    await writer.query('commit');
    writer.release();
  }
}

export function useTwoCatalogues(): TwoCatalogues {
  const harness = new TwoCatalogues();
  beforeAll(() => harness.start());
  afterAll(() => harness.stop());
  return harness;
}
