import {
  fillCollection,
  upsertCollection,
  upsertContentGroup,
  upsertDefaultCollection,
  upsertLicence,
  upsertProvider,
  upsertSubscription,
} from '@app/catalogue';
import type { Database, Transaction } from '@app/database';
import { EventOutbox } from '@app/events';
import { endTokensOfClient, operatorsCredentials } from '@app/clients';
import { hashPassword, passwordFault, passwordFaults, insertInitialPassword } from '@app/credentials';
import {
  acceptAccount,
  assertSeatsLeft,
  createAccount,
  findAccount,
  findOrCreatePerson,
  lockManagers,
  lockSeats,
  managesAny,
  NoSeatLeft,
  presentUser,
  verifyAddress,
  replaceManagers,
  type AccountRow,
} from '@app/identity';
import { ConfigError, systemClock, type Clock } from '@app/kernel';
import { isServiceHost } from '@app/onboarding';
import {
  applyCustomFields,
  applyPortal,
  applyPreset,
  approveClient,
  getOpenAccount,
} from './apply.queries.js';
import { auditClient, auditNewUsers } from './audit-bootstrap.js';
import type { Bootstrap } from './bootstrap.schema.js';
import { readRegistration, reveal } from './read-bootstrap.js';

export interface BootstrapResult {
  /** References to content that is not in the catalogue (yet); apply again after importing it. */
  unknownContent: string[];
  /** The created objects, as sentences without an end; empty if all existed. */
  created: string[];
  /** The first administrator that was created. */
  administrator?: { host: string; email: string };
}

export interface ApplyOptions {
  clock: Clock;
  env: Record<string, string | undefined>;
  /** Whether webhooks are notified; not for portals created or recreated. */
  events: boolean;
}

interface Work extends Omit<ApplyOptions, 'events'> {
  tx: Transaction;
  applied: BootstrapResult;
  /** The target of events; undefined: no webhook is notified. */
  outbox: EventOutbox | undefined;
  portals: Map<string, number>;
  newPortals: Set<number>;
}

/**
 * Updates the database from the file, in one transaction; applying it again changes nothing. Rows of the database that
 * are not in the file stay.
 * @throws ConfigError naming an unknown portal or variable, a person whose password may not be set, or a portal without
 *   seats for the people
 */
export function applyBootstrap(
  database: Database,
  bootstrap: Bootstrap,
  { events, ...options }: ApplyOptions,
): Promise<BootstrapResult> {
  // the relay finds the events by polling
  const outbox = events ? EventOutbox.withoutHints() : undefined;
  return database.write(async (tx) => {
    const applied: BootstrapResult = { unknownContent: [], created: [] };
    const work: Work = { tx, applied, outbox, ...options, portals: new Map(), newPortals: new Set() };
    await applyPortals(work, bootstrap);
    await applyPeople(work, bootstrap);
    await applyClients(work, bootstrap);
    for (const preset of bootstrap.presets) await applyPreset(tx, preset);
    applied.unknownContent = await applyEntitlements(work, bootstrap);
    return applied;
  });
}

async function applyPortals(
  { tx, applied, env, portals, newPortals }: Work,
  bootstrap: Bootstrap,
): Promise<void> {
  const { AUTH_PUBLIC_URL, API_PUBLIC_URL, CONSOLE_PUBLIC_URL } = env;
  for (const portal of bootstrap.portals) {
    if (isServiceHost(portal.host, { AUTH_PUBLIC_URL, API_PUBLIC_URL, CONSOLE_PUBLIC_URL }))
      throw new ConfigError(`${portal.host} cannot be a portal: the service itself answers there.`);
    const parentId = portal.parent === undefined ? null : getId(portals, portal.parent);
    const { id, isNew } = await applyPortal(tx, { ...portal, parentId });
    if (isNew) {
      newPortals.add(id);
      applied.created.push(`the portal ${portal.host}`);
    }
    portals.set(portal.host, id);
    await applyCustomFields(tx, id, portal.custom_fields);
    await upsertDefaultCollection(tx, id);
  }
}

async function applyPeople(work: Work, bootstrap: Bootstrap): Promise<void> {
  const { tx, env, portals } = work;
  const accounts = new Map<string, number>();
  const filled = new Map<string, number>();
  await lockAllSeats(work, bootstrap);
  for (const entry of bootstrap.people) {
    const { person } = await findOrCreatePerson(tx, {
      email: entry.email,
      firstName: entry.first_name,
      lastName: entry.last_name,
    });
    // the operator vouches for the file; a password that the person has chosen stays
    await verifyAddress(tx, person.id, { by: 'operator', portalId: null }, systemClock.now());
    if (!person.is_proven && entry.password !== undefined) {
      const password = reveal(entry.password, env);
      const fault = await passwordFault(password, entry.email);
      if (fault) throw new ConfigError(`${entry.email}: the password ${passwordFaults[fault]}.`);
      await insertInitialPassword(tx, person.id, await hashPassword(password));
    }
    for (const account of entry.accounts) {
      const portalId = getId(portals, account.portal);
      const createdId = await createAccount(
        tx,
        { portalId, personId: person.id },
        {
          first_name: entry.first_name,
          last_name: entry.last_name,
          roles: account.roles,
          custom_fields: account.custom_fields,
        },
      );
      if (createdId !== undefined) {
        filled.set(account.portal, (filled.get(account.portal) ?? 0) + 1);
        reportAccount(work, entry.email, account);
      }
      const id = createdId ?? (await getOpenAccount(tx, portalId, person.id));
      await acceptAccount(tx, portalId, person.id);
      accounts.set(`${portalId} ${entry.email}`, id);
      const managers = account.managers.map((email) => {
        const manager = accounts.get(`${portalId} ${email}`);
        if (manager === undefined)
          throw new ConfigError(`${entry.email}: the manager ${email} must come before this account.`);
        return manager;
      });
      const before = await findAccount(tx, portalId, id);
      if (managers.length > 0) await setManagers(work, portalId, { id, email: entry.email }, managers);
      await publishAccount(work, before!, createdId !== undefined);
    }
  }
  for (const [host, users] of filled) {
    await assertSeats(work, host);
    await auditNewUsers(tx, getId(portals, host), users, work.clock.now());
  }
}

function reportAccount(
  { applied }: Work,
  email: string,
  { portal, roles }: Bootstrap['people'][number]['accounts'][number],
): void {
  applied.created.push(`the account of ${email} in ${portal} (${roles.join(', ')})`);
  if (roles.includes('Administrator')) applied.administrator ??= { host: portal, email };
}

/** Locks in the order of ids, because concurrent files may name the same portals. */
async function lockAllSeats({ tx, portals }: Work, bootstrap: Bootstrap): Promise<void> {
  const hosts = new Set(bootstrap.people.flatMap(({ accounts }) => accounts.map(({ portal }) => portal)));
  const ids = [...hosts].map((host) => getId(portals, host)).sort((one, other) => one - other);
  for (const id of ids) await lockSeats(tx, id);
}

/** @throws ConfigError when the portal has no seats for the people of the file */
async function assertSeats({ tx, portals }: Work, host: string): Promise<void> {
  await assertSeatsLeft(tx, getId(portals, host), 0).catch((error: unknown) => {
    if (!(error instanceof NoSeatLeft)) throw error;
    const seats = error.seats.toLocaleString('en');
    throw new ConfigError(`${host}: the plan has ${seats} seats, too few for the people in the file.`);
  });
}

/** @throws ConfigError when a person would be their own manager, through managers that are not in the file */
async function setManagers(
  { tx }: Work,
  portalId: number,
  account: { id: number; email: string },
  managers: readonly number[],
): Promise<void> {
  await lockManagers(tx, portalId);
  if (await managesAny(tx, portalId, account.id, managers)) {
    throw new ConfigError(`${account.email}: a person cannot be their own manager, even through others.`);
  }
  await replaceManagers(tx, portalId, account.id, managers);
}

/** @param before the account before its managers were set */
async function publishAccount({ tx, outbox }: Work, before: AccountRow, isNew: boolean): Promise<void> {
  const { portal_id: portalId, id: objectId } = before;
  const after = await findAccount(tx, portalId, objectId);
  if (!isNew && String(before.managers) === String(after!.managers)) return;
  const type = isNew ? 'user.create' : 'user.update';
  await outbox?.append(tx, { portalId, type, objectType: 'user', objectId, data: presentUser(after!) });
}

async function applyClients(
  { tx, applied, clock, env, portals, newPortals }: Work,
  bootstrap: Bootstrap,
): Promise<void> {
  for (const client of bootstrap.clients) {
    const portalId = client.portal === undefined ? null : getId(portals, client.portal);
    const registration = readRegistration(client, portalId, env);
    const comesWithPortal = portalId !== null && newPortals.has(portalId);
    const doer = comesWithPortal ? null : 'operator';
    const { outcome, lostScopes } = await operatorsCredentials.apply(tx, registration, doer, clock.now());
    if (outcome === 'created') applied.created.push(`the client ${client.id}`);
    if (lostScopes) await endTokensOfClient(tx, client.id, false);
    if (outcome !== 'same') await auditClient(tx, `client.${outcome}`, registration, clock.now());
    for (const { portal, ...rights } of client.approvals) {
      const place = { portalId: getId(portals, portal), clientId: client.id };
      const isNew = await approveClient(tx, { ...place, ...rights }, clock.now());
      if (isNew) await auditClient(tx, 'approval.given', place, clock.now());
    }
  }
}

/** @returns references to unknown content */
async function applyEntitlements(work: Work, bootstrap: Bootstrap): Promise<string[]> {
  const { tx, outbox, portals } = work;
  const unknown: string[] = [];
  for (const provider of bootstrap.providers) {
    await upsertProvider(tx, { ...provider, portalId: getId(portals, provider.portal) });
  }
  for (const group of bootstrap.content_groups) {
    const audienceId = await upsertContentGroup(tx, { ...group, portalId: getId(portals, group.portal) });
    await subscribe(work, audienceId, group.subscriptions);
  }
  for (const collection of bootstrap.collections) {
    const audienceId = await upsertCollection(tx, {
      ...collection,
      portalId: getId(portals, collection.portal),
    });
    const missing = await fillCollection(tx, audienceId, collection.items, outbox);
    unknown.push(
      ...missing.map((item) => `collection ${collection.slug}: ${item.provider}/${item.external_id}`),
    );
    await subscribe(work, audienceId, collection.subscriptions);
  }
  for (const licence of bootstrap.licences) {
    const isKnown = await upsertLicence(tx, { ...licence, portalId: getId(portals, licence.portal) });
    if (!isKnown) unknown.push(`licence of ${licence.portal}: ${licence.provider}/${licence.external_id}`);
  }
  return unknown;
}

async function subscribe(
  { tx, outbox, portals }: Work,
  audienceId: number,
  subscriptions: Bootstrap['content_groups'][number]['subscriptions'],
): Promise<void> {
  for (const { portal, ...rest } of subscriptions) {
    const subscription = { ...rest, audienceId, portalId: getId(portals, portal) };
    await upsertSubscription(tx, subscription, outbox);
  }
}

function getId(portals: Work['portals'], host: string): number {
  const id = portals.get(host);
  if (id === undefined) throw new ConfigError(`The portal ${host} is not in the file.`);
  return id;
}
