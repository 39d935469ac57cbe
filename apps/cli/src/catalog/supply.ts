import {
  fillCollection,
  supplyCollection,
  supplyContentGroup,
  supplyDefaultCollection,
  supplyLicence,
  supplyProvider,
  supplySubscription,
} from '@app/catalogue';
import { sql, type Database, type Reader, type Transaction } from '@app/database';
import { z } from 'zod';

const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'lower-case letters, digits and hyphens');
const Portal = z.string().min(1).describe('Host name of the portal.');
const Licenses = z.int().min(-1).default(-1).describe('-1 is unlimited, 0 only shows the content.');
const Subscriptions = z
  .array(z.object({ portal: Portal, licenses: Licenses, package: z.string().optional() }))
  .default([]);
const ObjectName = z.object({ provider: Slug, external_id: z.string().min(1) });

/** The members of a bootstrap file that concern the catalogue. */
export const catalogueSupply = {
  providers: z
    .array(z.object({ slug: Slug, portal: Portal, name: z.string().min(1), logo: z.url().optional() }))
    .default([]),
  content_groups: z
    .array(z.object({ slug: Slug, portal: Portal, name: z.string().min(1), subscriptions: Subscriptions }))
    .default([]),
  collections: z
    .array(
      z.object({
        slug: Slug,
        portal: Portal,
        name: z.string().min(1),
        items: z.array(ObjectName).default([]),
        subscriptions: Subscriptions,
      }),
    )
    .default([]),
  licences: z
    .array(ObjectName.extend({ portal: Portal, licenses: z.int().min(-1), package: z.string().optional() }))
    .default([]),
};
export type CatalogueSupply = z.output<z.ZodObject<typeof catalogueSupply>>;

/**
 * Makes providers, content groups, collections, subscriptions and licences as the bootstrap file says; again
 * changes nothing. Objects that the catalogue does not hold yet are told back: apply once more after the import.
 *
 * @throws Error naming a portal that there is not
 */
export async function applyCatalogueSupply(database: Database, supply: CatalogueSupply): Promise<string[]> {
  return database.write(async (tx) => {
    const portals = new Portals(tx);
    for (const provider of supply.providers)
      await supplyProvider(tx, { ...provider, portalId: await portals.idOf(provider.portal) });
    for (const group of supply.content_groups) {
      const audienceId = await supplyContentGroup(tx, {
        ...group,
        portalId: await portals.idOf(group.portal),
      });
      await subscribe(tx, portals, audienceId, group.subscriptions);
    }
    for (const portalId of await portals.all()) await supplyDefaultCollection(tx, portalId);
    const missing: string[] = [];
    for (const collection of supply.collections) {
      const portalId = await portals.idOf(collection.portal);
      const audienceId = await supplyCollection(tx, { ...collection, portalId });
      const unknown = await fillCollection(tx, audienceId, collection.items);
      missing.push(...unknown.map((item) => `${item.provider}/${item.external_id}`));
      await subscribe(tx, portals, audienceId, collection.subscriptions);
    }
    for (const licence of supply.licences) {
      const given = await supplyLicence(tx, { ...licence, portalId: await portals.idOf(licence.portal) });
      if (!given) missing.push(`${licence.provider}/${licence.external_id}`);
    }
    return missing;
  });
}

async function subscribe(
  tx: Transaction,
  portals: Portals,
  audienceId: number,
  subscriptions: CatalogueSupply['collections'][number]['subscriptions'],
): Promise<void> {
  for (const { portal, ...subscription } of subscriptions)
    await supplySubscription(tx, { ...subscription, portalId: await portals.idOf(portal), audienceId });
}

class Portals {
  constructor(private readonly reader: Reader) {}

  async idOf(name: string): Promise<number> {
    const row = await this.reader.one<{ id: number }>(
      sql`select id from identity.portals where name = ${name.toLowerCase()}`,
    );
    if (!row) throw new Error(`There is no portal "${name}".`);
    return row.id;
  }

  async all(): Promise<number[]> {
    const rows = await this.reader.many<{ id: number }>(sql`select id from identity.portals order by id`);
    return rows.map((row) => row.id);
  }
}
