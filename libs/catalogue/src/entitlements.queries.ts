import { sql, type Reader, type Transaction } from '@app/database';
import { enforceLimit } from '@app/limits';
import { changeCatalogue, type EventSink } from './changes.js';
import { indexDocuments } from './import/import.queries.js';
import { enqueueVisibilityChange, type VisibilityChange } from './visibility-changes.queries.js';

/**
 * Entitlements: providers, content groups, collections, subscriptions and licences, as in the bootstrap file.
 * Repeating a call with the same values changes nothing.
 */

export interface NewProvider {
  slug: string;
  portalId: number;
  name: string;
  logo?: string | undefined;
}

/** Creates or renames a provider; its objects can be found by the new name immediately. */
export async function upsertProvider(tx: Transaction, provider: NewProvider): Promise<number> {
  const before = await tx.one<{ id: number; name: string }>(
    sql`select id, name from learning.providers where slug = ${provider.slug} for update`,
  );
  const row = await tx.one<{ id: number }>(sql`
    insert into learning.providers (portal_id, slug, name, logo)
    values (${provider.portalId}, ${provider.slug}, ${provider.name}, ${provider.logo ?? null})
    on conflict (slug) do update set portal_id = excluded.portal_id, name = excluded.name, logo = excluded.logo
    returning id`);
  if (before && before.name !== provider.name) await indexProvider(tx, before.id);
  return row!.id;
}

async function indexProvider(tx: Transaction, providerId: number): Promise<void> {
  const rows = await tx.many<{ id: number }>(
    sql`select id from learning.learning_objects where provider_id = ${providerId} and retired_time is null`,
  );
  await indexDocuments(
    tx,
    rows.map((row) => row.id),
  );
}

/** Creates or renames a content group of the portal. */
export async function upsertContentGroup(
  tx: Transaction,
  group: { slug: string; portalId: number; name: string },
): Promise<number> {
  return (await tx.value<number>(sql`
    insert into learning.content_groups (portal_id, slug, name)
    values (${group.portalId}, ${group.slug}, ${group.name})
    on conflict (slug) do update set name = excluded.name
    returning id`))!;
}

/** Creates or renames a collection of the portal. @throws LimitReached */
export async function upsertCollection(
  tx: Transaction,
  collection: { slug: string; portalId: number; name: string },
): Promise<number> {
  const row = await tx.one<{ id: number; is_new: boolean }>(sql`
    insert into learning.collections (portal_id, slug, name)
    values (${collection.portalId}, ${collection.slug}, ${collection.name})
    on conflict (portal_id, slug) do update set name = excluded.name
    returning id, xmax = 0 as is_new`);
  const { portalId } = collection;
  if (row!.is_new) {
    const rows = sql`select 1 from learning.collections where portal_id = ${portalId}`;
    await enforceLimit(tx, 'collections', portalId, rows, 0);
  }
  return row!.id;
}

/** Creates or renames the portal's default collection. @returns its id */
export async function upsertDefaultCollection(tx: Transaction, portalId: number): Promise<number> {
  const existing = await tx.one<{ id: number }>(
    sql`select id from learning.collections where portal_id = ${portalId} and slug = 'default'`,
  );
  return existing?.id ?? upsertCollection(tx, { slug: 'default', portalId, name: 'Default' });
}

/**
 * Puts objects, named by provider and external_id, into a collection. Portals that can now see one are notified
 * through `outbox`.
 * @returns the unknown ones
 * @throws LimitReached
 */
export async function fillCollection(
  tx: Transaction,
  collectionId: number,
  items: readonly { provider: string; external_id: string }[],
  outbox?: EventSink,
): Promise<{ provider: string; external_id: string }[]> {
  const ids = await idsByName(tx, items);
  const knownIds = items.flatMap((item) => ids.get(`${item.provider} ${item.external_id}`) ?? []);
  await changeCatalogue(tx, outbox, knownIds, async () => {
    const added = await tx.many<{ lo_id: number }>(sql`
      insert into learning.collection_items (collection_id, lo_id)
      select ${collectionId}, unnest(${knownIds}::int[]) on conflict do nothing returning lo_id`);
    await assertItemLimit(tx, collectionId);
    return { written: [], touched: added.map((row) => row.lo_id) };
  });
  return items.filter((item) => !ids.has(`${item.provider} ${item.external_id}`));
}

/** Called after items were added. @throws LimitReached when the collection has too many */
export const assertItemLimit = (tx: Transaction, collectionId: number): Promise<void> =>
  enforceLimit(
    tx,
    'collection_items',
    collectionId,
    sql`select 1 from learning.collection_items where collection_id = ${collectionId}`,
    0,
  );

/**
 * Lets a portal see a content group or collection; -1 licences are unlimited, with 0 it is only visible. The worker
 * notifies the portal, at a limited rate, of each object that it now sees. Portals to which its collections pass objects
 * on are notified through `outbox`.
 */
export async function upsertSubscription(
  tx: Transaction,
  subscription: { portalId: number; audienceId: number; licenses: number; package?: string | undefined },
  outbox?: EventSink,
): Promise<void> {
  const row = await tx.one<{ is_new: boolean }>(sql`
    insert into learning.subscriptions (portal_id, audience_id, licenses, package)
    values (${subscription.portalId}, ${subscription.audienceId}, ${subscription.licenses}, ${subscription.package ?? null})
    on conflict (portal_id, audience_id) do update set licenses = excluded.licenses, package = excluded.package
    returning xmax = 0 as is_new`);
  if (row?.is_new) await publishSubscriptionChange(tx, { ...subscription, gained: true }, outbox);
  await incrementVersion(tx);
}

/**
 * Ends a subscription: the portal stops seeing the objects immediately, and so do portals to which its collections
 * passed them on.
 */
export async function endSubscription(
  tx: Transaction,
  subscription: { portalId: number; audienceId: number },
  outbox?: EventSink,
): Promise<void> {
  const ended = await tx.run(sql`
    delete from learning.subscriptions
     where portal_id = ${subscription.portalId} and audience_id = ${subscription.audienceId}`);
  if (ended > 0) await publishSubscriptionChange(tx, { ...subscription, gained: false }, outbox);
  await incrementVersion(tx);
}

/** Records that the portal must be notified, and updates objects that its own collections pass on from the group. */
async function publishSubscriptionChange(
  tx: Transaction,
  change: VisibilityChange,
  outbox?: EventSink,
): Promise<void> {
  await enqueueVisibilityChange(tx, change);
  const rows = await tx.many<{ id: number }>(sql`
    select distinct ci.lo_id as id from learning.collections c
      join learning.collection_items ci on ci.collection_id = c.id
      join learning.content_group_items g on g.lo_id = ci.lo_id and g.content_group_id = ${change.audienceId}
     where c.portal_id = ${change.portalId}`);
  const touched = rows.map((row) => row.id);
  await changeCatalogue(tx, outbox && excludePortal(change.portalId, outbox), touched, () =>
    Promise.resolve({ written: [], touched }),
  );
}

/** Skips events for the portal itself, which the worker notifies. */
const excludePortal = (portalId: number, outbox: EventSink): EventSink => ({
  async append(tx, event) {
    const otherPortals = Array.isArray(event.audience)
      ? event.audience.filter((portal) => portal !== portalId)
      : undefined;
    if (otherPortals?.length !== 0)
      await outbox.append(tx, otherPortals ? { ...event, audience: otherPortals } : event);
  },
});

const incrementVersion = (tx: Transaction): Promise<number> =>
  tx.run(
    sql`update learning.catalogue_version set version = version + 1 where shard = pg_backend_pid() % 16`,
  );

/** Gives a portal licences for an object and everything in it. @returns whether the object is known */
export async function upsertLicence(
  tx: Transaction,
  licence: {
    portalId: number;
    provider: string;
    external_id: string;
    licenses: number;
    package?: string | undefined;
  },
): Promise<boolean> {
  const [id] = (await idsByName(tx, [licence])).values();
  if (id === undefined) return false;
  await tx.run(sql`
    insert into learning.licences (portal_id, lo_id, licenses, package)
    values (${licence.portalId}, ${id}, ${licence.licenses}, ${licence.package ?? null})
    on conflict (portal_id, lo_id) do update set licenses = excluded.licenses, package = excluded.package`);
  await incrementVersion(tx);
  return true;
}

async function idsByName(
  reader: Reader,
  names: readonly { provider: string; external_id: string }[],
): Promise<Map<string, number>> {
  const rows = await reader.many<{ id: number; name: string }>(sql`
    select o.id, n.provider || ' ' || n.external_id as name
      from unnest(${names.map((name) => name.provider)}::text[], ${names.map((name) => name.external_id)}::text[])
             as n(provider, external_id)
      join learning.providers p on p.slug = n.provider
      join learning.learning_objects o on o.provider_id = p.id and o.external_id = n.external_id
     where o.retired_time is null`);
  return new Map(rows.map((row) => [row.name, row.id]));
}
