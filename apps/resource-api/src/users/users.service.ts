import { Injectable } from '@nestjs/common';
import { type Actor, Revocations } from '@app/access';
import { nextCursor } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { archiveEnrollments } from '@app/enrollments';
import { EventOutbox } from '@app/events';
import { assertGoodPassword, setPortalPassword, PasswordPool } from '@app/credentials';
import { assertMatch, warnOfIgnoredFields } from '@app/http';
import {
  addressDigest,
  assertAdministratorStays,
  assertSeatsLeft,
  createAccount,
  listCustomFields,
  fieldFilter,
  findAccount,
  findOrCreatePerson,
  assertAccountLimit,
  knownCustomFields,
  undefinedFields,
  lockAdministrators,
  lockManagers,
  lockPersonsAccount,
  lockSeats,
  managesAny,
  presentUser,
  removeAccount,
  replaceManagers,
  saveAccount,
  type AccountRow,
  type User,
} from '@app/identity';
import { addToCount } from '@app/limits';
import { BadRequest, orNotFound } from '@app/kernel';
import { AuditRecorder } from '../audit/index.js';
import { Invitations } from './invitations.service.js';
import { describeChange, visibleAccounts, revocationReason } from './users.policy.js';
import { UsersQueries } from './users.queries.js';
import type { CreateUserBody, ListUsersQuery, UpdateUserBody, UserPage, UserQuery } from './users.schema.js';

const isSameSet = <T>(one: readonly T[] | undefined, other: readonly T[]): boolean =>
  one !== undefined && new Set(one).size === other.length && other.every((item) => one.includes(item));

/** Rolls back the transaction of a dry run. */
class DryRun extends Error {
  constructor(readonly user: User) {
    super();
  }
}

/** The form in which a body was sent. */
interface BodyOrigin {
  /** Whether it is a form, in which numbers and booleans are strings. */
  isForm: boolean;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly queries: UsersQueries,
    private readonly events: EventOutbox,
    private readonly invitations: Invitations,
    private readonly revocations: Revocations,
    private readonly passwords: PasswordPool,
    private readonly audit: AuditRecorder,
  ) {}

  /** @throws BadRequest for custom fields that the portal has not defined */
  async list(actor: Actor, sentQuery: ListUsersQuery): Promise<UserPage> {
    const visible = visibleAccounts(actor);
    const custom_fields =
      sentQuery.custom_fields &&
      fieldFilter(sentQuery.custom_fields, await listCustomFields(this.database, actor.portalId));
    const query = { ...sentQuery, custom_fields };
    const present = (row: AccountRow): User => presentUser(row, { closed: query.closed !== 'false' });
    const { total, rows } =
      query.sort || query.cursor === undefined
        ? await this.queries.page(actor.portalId, visible, query)
        : await this.queries.changes(actor.portalId, visible, query);
    return { total, hits: rows.slice(0, query.limit).map(present), ...nextCursor(rows, query, total) };
  }

  async get(actor: Actor, id: number, { closed }: UserQuery = { closed: 'false' }): Promise<User> {
    const account = await this.queries.find(
      this.database,
      actor.portalId,
      visibleAccounts(actor),
      id,
      closed,
    );
    return presentUser(orNotFound(account, 'user'), { closed: closed !== 'false' });
  }

  /**
   * A dry run does the same and rolls it back, so that it is refused for the same reasons.
   * @throws Conflict `user_exists` when the person has an account in this portal, `no_seat_left`; LimitReached;
   *   Unavailable when argon2 is busy
   */
  async create(actor: Actor, body: CreateUserBody, { isForm }: BodyOrigin): Promise<User> {
    try {
      return await this.#create(actor, body, { isForm });
    } catch (error) {
      if (error instanceof DryRun) return { ...error.user, id: 0 };
      throw error;
    }
  }

  async #create(actor: Actor, body: CreateUserBody, { isForm }: BodyOrigin): Promise<User> {
    const { portalId } = actor;
    const defined = await listCustomFields(this.database, portalId);
    const custom = knownCustomFields(body.custom_fields ?? {}, defined, { isForm });
    warnOfIgnoredFields(undefinedFields(body.custom_fields ?? {}, defined));
    const { email, password } = body;
    if (password !== undefined) await assertGoodPassword(password, email);
    const passwordHash =
      password === undefined || body.dry_run
        ? undefined
        : await this.passwords.hash(password, `portal ${portalId}`);
    return this.database.write(async (tx) => {
      await assertAccountLimit(tx, portalId);
      await lockSeats(tx, portalId);
      await assertSeatsLeft(tx, portalId, 1);
      if (body.managers !== undefined) await lockManagers(tx, portalId);
      const { person } = await findOrCreatePerson(tx, {
        email,
        firstName: body.first_name,
        lastName: body.last_name,
        ...(body.locale ? { locale: body.locale } : {}),
      });
      const offered = { accountId: actor.accountId, clientId: actor.clientId };
      const id = await createAccount(
        tx,
        { portalId, personId: person.id, offered },
        { ...body, custom_fields: custom },
      );
      if (id === undefined) throw await this.invitations.userExists(tx, portalId, person.id);
      await addToCount(tx, 'accounts_of_person', `${portalId}:${addressDigest(email)}`);
      if (passwordHash !== undefined) await setPortalPassword(tx, { portalId, accountId: id }, passwordHash);
      await this.#setManagers(tx, portalId, id, body.managers);
      const account = orNotFound(await findAccount(tx, portalId, id), 'user');
      if (body.send_login_email) await this.invitations.mail(tx, account);
      await this.#publish(tx, 'user.create', account);
      await this.audit.record(tx, actor, { event: 'user.created', details: { user_id: id } });
      const user = presentUser(account);
      if (body.dry_run) throw new DryRun(user);
      return user;
    });
  }

  /**
   * Updates a user. Blocking and removing a role end the account's tokens within a second.
   * @throws Conflict `last_administrator`, `no_seat_left`, `user_exists`; LimitReached
   */
  async update(
    actor: Actor,
    id: number,
    body: UpdateUserBody,
    { ifMatch, isForm }: BodyOrigin & { ifMatch: string | undefined },
  ): Promise<User> {
    const { portalId } = actor;
    const custom = body.custom_fields && (await listCustomFields(this.database, portalId));
    if (custom) warnOfIgnoredFields(undefinedFields(body.custom_fields ?? {}, custom));
    return this.database.write(async (tx) => {
      if (body.status) await lockSeats(tx, portalId);
      if (body.status !== undefined || body.roles !== undefined) await lockAdministrators(tx, portalId);
      if (body.managers !== undefined) await lockManagers(tx, portalId);
      const before = await lockPersonsAccount(tx, portalId, id);
      assertMatch(ifMatch, presentUser(before));
      const after = { ...before, status: body.status ?? before.status, roles: body.roles ?? before.roles };
      await assertAdministratorStays(tx, before, after);
      if (after.status && !before.status) await assertSeatsLeft(tx, portalId, 1);
      const managers = isSameSet(body.managers, before.managers) ? undefined : body.managers;
      await this.#setManagers(tx, portalId, id, managers);
      const change = {
        ...body,
        roles: isSameSet(body.roles, before.roles) ? undefined : body.roles,
        custom_fields:
          custom &&
          knownCustomFields(body.custom_fields ?? {}, custom, { isForm, stored: before.custom_fields }),
      };
      const isCorrected =
        body.email !== undefined &&
        !before.is_accepted &&
        (await this.invitations.correctAddress(tx, { ...before, ...after }, body.email));
      if (body.email !== undefined && before.is_accepted) warnOfIgnoredFields(['email']);
      // otherwise two systems that notify each other of changes would never stop
      if (!(await saveAccount(tx, portalId, id, change, managers !== undefined || isCorrected))) {
        return presentUser(before);
      }
      await this.#endRights(tx, before, after);
      const account = orNotFound(await findAccount(tx, portalId, id), 'user');
      await this.#publish(tx, 'user.update', account);
      await this.audit.record(tx, actor, describeChange(body, before, account));
      return presentUser(account);
    });
  }

  /**
   * Closes the account; learning records stay (contract 4.32).
   * @throws Conflict `last_administrator`
   */
  async remove(actor: Actor, id: number, ifMatch: string | undefined): Promise<void> {
    const { portalId } = actor;
    await this.database.write(async (tx) => {
      const account = await removeAccount(tx, portalId, id, {
        assertMayRemove: (before) => assertMatch(ifMatch, presentUser(before)),
        closeWork: () => archiveEnrollments(tx, this.events, portalId, id, actor.accountId),
        revokeRights: () =>
          this.revocations.revokeRights(tx, { accountId: id }, { endFamilies: true, because: 'removed' }),
      });
      await this.#publish(tx, 'user.delete', account);
      await this.audit.record(tx, actor, { event: 'user.closed', details: { user_id: id } });
    });
  }

  async #endRights(tx: Transaction, before: AccountRow, after: Pick<AccountRow, 'status' | 'roles'>) {
    const because = revocationReason(before, after);
    if (!because) return;
    const options = { endFamilies: because === 'blocked', because };
    await this.revocations.revokeRights(tx, { accountId: before.id }, options);
  }

  async #setManagers(
    tx: Transaction,
    portalId: number,
    id: number,
    managers: readonly number[] | undefined,
  ): Promise<void> {
    if (managers === undefined) return;
    if (await managesAny(tx, portalId, id, managers)) {
      throw BadRequest.field(
        'managers',
        'a person cannot be their own manager, even through others',
        'manager_cycle',
      );
    }
    const unknown = await replaceManagers(tx, portalId, id, managers);
    if (unknown.length > 0) {
      throw BadRequest.field('managers', `no such user: ${unknown.join(', ')}`, 'unknown_manager');
    }
  }

  #publish(tx: Transaction, type: 'user.create' | 'user.update' | 'user.delete', account: AccountRow) {
    return this.events.append(tx, {
      portalId: account.portal_id,
      type,
      objectType: 'user',
      objectId: account.id,
      data: presentUser(account),
    });
  }
}
