import { importCatalogue, upsertProvider } from '@app/catalogue';
import { sql, type Database } from '@app/database';
import { systemClock } from '@app/kernel';
import type { BenchStack } from '../../bench-stack.js';
import { withBenchDatabase } from '../../load/bench-database.js';
import { BENCH_PROVIDERS, BENCH_SELLERS, generatedCatalogue } from './generated-catalogue.js';

export const fillCatalogue = (stack: BenchStack, count: number): Promise<void> =>
  withBenchDatabase(stack.ownerUrl, async (database) => {
    await makeProviders(database);
    await importGenerated(database, count);
    await makePopular(database);
    // autovacuum would run within a minute or two, and use a quarter of a core for seven seconds of the measurement
    await database.many(sql`vacuum analyze learning.search_doc, learning.learning_objects`.unprepared());
  });

async function importGenerated(database: Database, count: number): Promise<void> {
  let number = 0;
  function* lines() {
    for (const value of generatedCatalogue(count)) yield { line: ++number, value };
  }
  await importCatalogue(lines(), {
    database,
    clock: systemClock,
    batchSize: 500,
    onBadLine: (bad) => {
      throw new Error(`line ${bad.line}: ${bad.reason}`);
    },
  });
}

/** A few objects are popular, most are not. In steps, because each update rewrites a whole search document. */
async function makePopular(database: Database): Promise<void> {
  const last = await database.one<{ id: number }>(sql`select max(lo_id) as id from learning.search_doc`);
  for (let start = 0; start <= (last?.id ?? 0); start += 5_000)
    await database.write((tx) =>
      tx.run(sql`
        update learning.search_doc set popularity = (random() ^ 6 * 5000)::int
         where lo_id between ${start}::int and ${start + 4_999}::int and lo_id % 5 = 0 and owner_portal >= 1000`),
    );
}

async function makeProviders(database: Database): Promise<void> {
  await database.write(async (tx) => {
    await tx.run(sql`
      insert into identity.portals (id, name, title)
      select 1000 + n, 'seller-' || n || '.learning.localhost', 'Seller ' || n
        from generate_series(0, ${BENCH_SELLERS - 1}::int) n`);
    for (let number = 0; number < BENCH_PROVIDERS; number++)
      await upsertProvider(tx, {
        slug: `bench-${number}`,
        portalId: 1000 + (number % BENCH_SELLERS),
        name: `Provider ${number}`,
      });
  });
}
