import {
  importCatalogue,
  ImportRecord,
  portalVisibility,
  upsertCollection,
  fillCollection,
  upsertContentGroup,
  upsertLicence,
  upsertProvider,
  upsertSubscription,
  type CatalogueIndex,
  type ImportItem,
} from '@app/catalogue';
import { openDatabase, sql, type Database } from '@app/database';
import { SeededRandom } from '@app/sample-content';
import { createTestDatabase } from '../database.js';
import { viewerIn } from '../viewer.js';
import { readWords } from './linguist.js';
import type { ModelEntitlements, ModelObject } from './model.js';
import { NaiveCatalogue } from './naive-catalogue.js';
import { ChangingCatalogue } from './random-changes.js';
import { groups, portals, providers, randomCatalogue, type RandomCatalogue } from './random-catalogue.js';
import { randomSearch } from './random-search.js';

/**
 * The contract of every {@link CatalogueIndex}: random searches over a random catalogue return the same ids, totals,
 * facets and frozen order as the naive model.
 * @param makeIndex creates the index over a database that contains the catalogue
 * @param rounds run one after the other, each with a share of the searches. Before all but the first the catalogue
 *   changes at random, then the round does its own work, such as packing documents
 */
export async function compareWithModel(
  seed: number,
  searches: number,
  makeIndex: (database: Database) => CatalogueIndex | Promise<CatalogueIndex>,
  rounds: readonly ((database: Database) => Promise<void>)[] = [async () => {}],
): Promise<void> {
  const test = await createTestDatabase();
  const database = await openDatabase({ url: test.urls.owner, applicationName: 'model', poolSize: 3 });
  try {
    const catalogue = randomCatalogue(seed);
    const entitlements = await loadCatalogue(database, catalogue);
    const changing = new ChangingCatalogue(
      database,
      await describeObjects(database, catalogue, seed),
      entitlements,
    );
    const random = new SeededRandom(seed + 2);
    const index = await makeIndex(database);
    for (const [round, prepare] of rounds.entries()) {
      if (round > 0) await changing.change(random);
      await prepare(database);
      const modelSearches = randomSearches(
        seed + round * 1000,
        searches / rounds.length,
        changing.former.map(({ object }) => object),
        entitlements,
      );
      const keywords = modelSearches.flatMap(({ search }) => search.filter.keyword ?? []);
      const linguist = await readWords(
        database,
        changing.former.map(({ object }) => object),
        keywords,
      );
      const model = new NaiveCatalogue([...changing.objects], entitlements, linguist, changing.former);
      for (const { portal, seesDrafts, search } of modelSearches) {
        const visibility = await portalVisibility(database, viewerIn(portal, seesDrafts));
        const description = `catalogue ${seed}, round ${round}, portal ${portal}: ${JSON.stringify({ seesDrafts, ...search })}`;
        const expected = { told: description, ...model.search(portal, search, seesDrafts) };
        expect({ told: description, ...(await index.search(visibility, search)) }).toEqual(expected);
        // values that an index caches from the first answer must not change the second
        expect({ told: description, ...(await index.search(visibility, search)) }).toEqual(expected);
        expect({ told: description, ids: await index.freeze(visibility, search) }).toEqual({
          told: description,
          ids: model.freeze(portal, search, seesDrafts),
        });
      }
    }
  } finally {
    await database.dataSource.destroy();
    await test.drop();
  }
}

function randomSearches(
  seed: number,
  count: number,
  objects: readonly ModelObject[],
  entitlements: ModelEntitlements,
) {
  const random = new SeededRandom(seed * 7919);
  const knownIds = {
    ids: objects.map((object) => object.id),
    providers: [...new Set(objects.map((object) => object.provider))],
    audiences: [...entitlements.groups, ...entitlements.collections].map(({ id }) => id),
  };
  return Array.from({ length: count }, () => ({
    portal: random.pick(portals),
    seesDrafts: random.next() < 0.7,
    search: randomSearch(random, knownIds),
  }));
}

async function loadCatalogue(database: Database, catalogue: RandomCatalogue): Promise<ModelEntitlements> {
  const audience = new Map<string, number>();
  await database.write(async (tx) => {
    for (const { slug, portalId, name } of providers) {
      await tx.run(
        sql`insert into identity.portals (id, name, title) values (${portalId}, ${slug}, ${slug})`,
      );
      await upsertProvider(tx, { slug, portalId, name });
    }
    for (const group of groups)
      audience.set(group.slug, await upsertContentGroup(tx, { ...group, name: group.slug }));
  });
  let line = 0;
  let minute = 0;
  await importCatalogue(
    catalogue.records.map((value) => ({ line: ++line, value })),
    {
      database,
      // each batch a minute later, so that times distinguish some objects but not all
      clock: { now: () => new Date(Date.parse('2026-01-01T00:00:00Z') + minute++ * 60_000) },
      batchSize: 7,
      onBadLine: (bad) => {
        throw new Error(`line ${bad.line}: ${bad.reason}`);
      },
    },
  );
  await database.write(async (tx) => {
    for (const { slug, portalId, items } of catalogue.collections) {
      const id = await upsertCollection(tx, { slug, portalId, name: slug });
      audience.set(slug, id);
      await fillCollection(tx, id, items.map(toName));
    }
    for (const { portalId, subscribed, licenses } of catalogue.subscriptions)
      await upsertSubscription(tx, { portalId, audienceId: audience.get(subscribed)!, licenses });
    for (const { portalId, provider, externalId, licenses } of catalogue.licences)
      await upsertLicence(tx, { portalId, provider, external_id: externalId, licenses });
  });
  const ids = await idsByName(database);
  return {
    groups: groups.map((group) => ({ id: audience.get(group.slug)!, portal: group.portalId })),
    collections: catalogue.collections.map((one) => ({
      id: audience.get(one.slug)!,
      portal: one.portalId,
      isDefault: one.slug === 'default',
      items: one.items.map((name) => ids.get(name)!),
    })),
    subscriptions: catalogue.subscriptions.map((one) => ({
      portal: one.portalId,
      audience: audience.get(one.subscribed)!,
      licenses: one.licenses,
    })),
    licences: lastOfEach(catalogue.licences).map((one) => ({
      portal: one.portalId,
      lo: ids.get(`${one.provider} ${one.externalId}`)!,
      licenses: one.licenses,
    })),
  };
}

const toName = (name: string) => {
  const [provider = '', external_id = ''] = name.split(' ');
  return { provider, external_id };
};

/** If a licence is given twice, the later one counts. */
const lastOfEach = (licences: RandomCatalogue['licences']) => [
  ...new Map(licences.map((one) => [`${one.portalId} ${one.provider} ${one.externalId}`, one])).values(),
];

async function idsByName(database: Database): Promise<Map<string, number>> {
  const rows = await database.many<{ name: string; id: number }>(sql`
    select p.slug || ' ' || o.external_id as name, o.id from learning.learning_objects o
      join learning.providers p on p.id = o.provider_id`);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** The records in the form of the model, with the values that only the database knows: ids, times, popularity. */
async function describeObjects(
  database: Database,
  catalogue: RandomCatalogue,
  seed: number,
): Promise<ModelObject[]> {
  const random = new SeededRandom(seed + 1);
  const ids = await idsByName(database);
  const groupIds = new Map(
    (
      await database.many<{ slug: string; id: number }>(sql`select slug, id from learning.content_groups`)
    ).map(({ slug, id }) => [slug, id]),
  );
  const times = new Map(
    (
      await database.many<{ id: number; created_time: Date; updated_time: Date; provider_id: number }>(
        sql`select id, created_time, updated_time, provider_id from learning.learning_objects`,
      )
    ).map((row) => [row.id, row]),
  );
  const objects: ModelObject[] = [];
  const visit = (item: ImportItem | ImportRecord, slug: string, holder: ImportedHolder | undefined): void => {
    const id = ids.get(`${slug} ${item.external_id}`)!;
    const time = times.get(id)!;
    const provider = providers.find((one) => one.slug === slug)!;
    const published = item.published ?? holder?.published ?? true;
    const premium = item.premium ?? holder?.premium ?? false;
    objects.push({
      id,
      owner: provider.portalId,
      provider: time.provider_id,
      providerName: provider.name,
      type: item.type,
      language: item.language ?? 'en',
      title: item.title,
      summary: item.summary ?? '',
      description: item.description ?? '',
      tags: item.tags ?? [],
      topics: item.topics ?? [],
      price: item.pricing?.price ?? 0,
      duration: item.delivery?.duration ?? 0,
      published,
      premium,
      embedded: holder !== undefined,
      groups: (item.content_groups ?? []).map((group) => groupIds.get(group)!),
      holders: holder ? [holder.id] : [],
      events: (item.events ?? []).map((event) => ({
        start: Date.parse(event.start) / 1000,
        end: Date.parse(event.end) / 1000,
        ...event.location,
      })),
      created: time.created_time.getTime(),
      updated: time.updated_time.getTime() / 1000,
      popularity: random.pick([0, 0, 1, 2, 5]),
    });
    for (const inner of item.items ?? [])
      if ('ref' in inner) referred.push([ids.get(`${slug} ${inner.ref}`)!, id]);
      else visit(inner, slug, { id, published, premium });
  };
  const referred: [child: number, holder: number][] = [];
  for (const raw of catalogue.records) {
    const record = ImportRecord.parse(raw);
    visit(record, record.provider, undefined);
  }
  for (const [child, holder] of referred) objects.find((object) => object.id === child)!.holders.push(holder);
  await database.write((tx) =>
    tx.run(sql`
      update learning.search_doc d set popularity = p.popularity
        from unnest(${objects.map((object) => object.id)}::int[], ${objects.map((object) => object.popularity)}::int[])
               as p(id, popularity)
       where d.lo_id = p.id`),
  );
  return objects;
}

interface ImportedHolder {
  id: number;
  published: boolean;
  premium: boolean;
}
