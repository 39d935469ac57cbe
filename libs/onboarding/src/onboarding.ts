import { Inject, Injectable } from '@nestjs/common';
import type { Reader, Transaction } from '@app/database';
import { EventOutbox } from '@app/events';
import { setPortalPassword } from '@app/credentials';
import {
  acceptAccount,
  acceptByToken,
  createAccount,
  findAccount,
  findOrCreatePerson,
  findPerson,
  findPortal,
  NoSeatLeft,
  presentUser,
  type AccountRow,
  type NewAccount,
  type InvitedBy,
  type PersonRow,
  type PortalPlan,
  type PortalRow,
} from '@app/identity';
import { BadRequest, CLOCK, Conflict, type Clock } from '@app/kernel';
import { addToCount } from '@app/limits';
import { MailOutbox } from '@app/mail';
import { randomBytes } from 'node:crypto';
import { namedIn, type NewPortal, type NewPortalUser, type OwnLogin } from './new-portal.js';
import { OnboardingQueries, type PortalPreset } from './onboarding.queries.js';
import { isReserved, toHostLabel, type ServiceHosts } from './portal-domain.js';
import { planPortal } from './portal-plan.js';

export interface OnboardingResult {
  portal: PortalRow;
  user: AccountRow;
  additionalUsers: AccountRow[];
}

/** Further properties of an account in the new portal. */
type HowMade = Pick<NewAccount, 'isFirstAdministrator' | 'invitationExpiresAt' | 'offered'>;

const ATTEMPTS = 20;
/** Days in which a person invited only by address can accept. */
const INVITATION_DAYS = 7;

/** Creates a portal with everything in it, in the caller's transaction. */
@Injectable()
export class Onboarding {
  constructor(
    private readonly queries: OnboardingQueries,
    private readonly events: EventOutbox,
    private readonly mails: MailOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws BadRequest naming creation_path when there is no such preset. */
  async preset(reader: Reader, creationPath: string): Promise<PortalPreset> {
    const preset = await this.queries.preset(reader, creationPath);
    if (!preset) throw BadRequest.field('creation_path', 'is not a creation path', 'unknown_creation_path');
    return preset;
  }

  /**
   * @param hosts the portal domain, and the service's own hosts, whose names no portal may get
   * @param beforeLookup called before the named people are looked up: errors before it do not depend on them
   * @throws LimitReached; Conflict `domain_taken`, `user_exists`, `no_seat_left`; BadRequest naming the person who is
   *   named twice
   */
  async create(
    tx: Transaction,
    newPortal: NewPortal,
    hosts: ServiceHosts,
    beforeLookup: () => void = () => undefined,
  ): Promise<OnboardingResult> {
    await addToCount(tx, 'portals_made', getMaker(newPortal));
    const preset = await this.preset(tx, newPortal.creationPath);
    const now = this.clock.now();
    const plan = planPortal(preset.plan, newPortal, now);
    await this.#assertSeats(tx, newPortal, plan);
    const portalId = await this.#portal(tx, newPortal, { ...preset, plan }, hosts);
    await this.queries.insertCustomer(tx, portalId, newPortal, now);
    await this.queries.subscribeNewPortal(tx, portalId, preset.content);
    beforeLookup();
    const persons = await this.#persons(tx, newPortal);
    const user = await this.#first(tx, portalId, newPortal, persons);
    const offered = { accountId: user.id, clientId: newPortal.clientId };
    const additional: AccountRow[] = [];
    for (const newUser of newPortal.additionalUsers) {
      additional.push(await this.#member(tx, portalId, newUser, persons, { offered }));
    }
    const administrators = await this.#administrators(
      tx,
      portalId,
      newPortal.administrators,
      persons,
      offered,
    );
    if (newPortal.clientId !== null) {
      const place = { portalId, accountId: user.id };
      await this.queries.approveClient(tx, newPortal.clientId, place, now);
    }
    const members = [user, ...additional, ...administrators];
    for (const account of members) await this.#announce(tx, account);
    if (newPortal.notifies) await this.#mail(tx, members);
    return { portal: (await findPortal(tx, portalId))!, user, additionalUsers: additional };
  }

  /** @throws NoSeatLeft */
  async #assertSeats(tx: Transaction, newPortal: NewPortal, plan: PortalPlan): Promise<void> {
    const { user } = newPortal;
    const ownEmail = 'email' in user ? undefined : (await findPerson(tx, user.ownLogin.personId))?.email;
    const seats = plan.licensed_user_count;
    if (seats && namedIn(newPortal, ownEmail).size > seats) throw new NoSeatLeft(seats);
  }

  async #portal(
    tx: Transaction,
    newPortal: NewPortal,
    { features, plan }: Pick<PortalPreset, 'features' | 'plan'>,
    hosts: ServiceHosts,
  ): Promise<number> {
    const rest = { title: newPortal.customer.name, parentId: newPortal.parentPortalId, features, plan };
    if (newPortal.domain !== undefined) {
      if (isReserved(newPortal.domain, hosts)) throw domainTaken();
      const id = await this.queries.insertPortal(tx, { ...rest, host: newPortal.domain });
      if (id === undefined) throw domainTaken();
      return id;
    }
    const base = toHostLabel(newPortal.customer.name);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const last = attempt === ATTEMPTS ? `-${randomBytes(5).toString('hex')}` : `-${attempt}`;
      const host = `${base}${attempt === 1 ? '' : last}.${hosts.PORTAL_DOMAIN}`;
      if (isReserved(host, hosts) || (await this.queries.isTaken(tx, host))) continue;
      const id = await this.queries.insertPortal(tx, { ...rest, host });
      if (id !== undefined) return id;
    }
    throw domainTaken();
  }

  /** Finds or creates the people in the order of their addresses, so that concurrent onboardings never deadlock. */
  async #persons(tx: Transaction, newPortal: NewPortal): Promise<Map<string, PersonRow>> {
    const users: NamedPerson[] = [
      ...('email' in newPortal.user ? [newPortal.user] : []),
      ...newPortal.additionalUsers,
      ...newPortal.administrators.map(invited),
    ];
    const persons = new Map<string, PersonRow>();
    for (const user of users.toSorted((a, b) => (toKey(a.email) < toKey(b.email) ? -1 : 1))) {
      const { person } = await findOrCreatePerson(tx, user);
      // an unproven address causes no conflict: it creates another placeholder
      if (person.is_proven && user === newPortal.user && newPortal.user.ownLogin?.personId !== person.id) {
        throw userExists();
      }
      persons.set(toKey(user.email), person);
    }
    return persons;
  }

  /** The person for whom the portal is created; a person who requests it themselves has accepted. */
  async #first(
    tx: Transaction,
    portalId: number,
    { user, clientId }: NewPortal,
    persons: Map<string, PersonRow>,
  ): Promise<AccountRow> {
    const how = { isFirstAdministrator: true, offered: { accountId: null, clientId } };
    if ('email' in user) {
      const account = await this.#member(tx, portalId, user, persons, how);
      const { is_proven: isKnown } = persons.get(toKey(user.email))!;
      return isKnown ? this.#accepted(tx, account, user.ownLogin!) : account;
    }
    // people choose their own names
    const person = (await findPerson(tx, user.ownLogin.personId))!;
    const { first_name: firstName, last_name: lastName, locale } = person;
    const account = await this.#account(tx, portalId, person, { firstName, lastName, locale }, how);
    return this.#accepted(tx, account, user.ownLogin);
  }

  /** @throws Conflict `user_exists` when the login has ended meanwhile */
  async #accepted(
    tx: Transaction,
    account: AccountRow,
    { personId, familyId }: OwnLogin,
  ): Promise<AccountRow> {
    const portalId = account.portal_id;
    const isAccepted =
      familyId === undefined
        ? await acceptAccount(tx, portalId, personId)
        : await acceptByToken(tx, { portalId, accountId: account.id }, familyId);
    if (!isAccepted) throw userExists();
    return { ...account, is_accepted: true };
  }

  async #member(
    tx: Transaction,
    portalId: number,
    user: NewPortalUser,
    persons: Map<string, PersonRow>,
    how: HowMade,
  ): Promise<AccountRow> {
    const account = await this.#account(tx, portalId, persons.get(toKey(user.email))!, user, how);
    const place = { portalId, accountId: account.id };
    if (user.passwordHash !== undefined) await setPortalPassword(tx, place, user.passwordHash);
    if (user.phone !== undefined) await this.queries.setPhone(tx, place, user.phone);
    if (user.consent) await this.queries.insertConsent(tx, place, user.consent, this.clock.now());
    return account;
  }

  async #account(
    tx: Transaction,
    portalId: number,
    person: PersonRow,
    { firstName, lastName, locale }: { firstName: string; lastName: string; locale?: string },
    how: HowMade,
  ): Promise<AccountRow> {
    const id = await createAccount(
      tx,
      { portalId, personId: person.id, ...how },
      { first_name: firstName, last_name: lastName, roles: ['Administrator'], locale },
    );
    if (id === undefined) throw BadRequest.field('additional_users', `names ${person.email} twice`);
    return (await findAccount(tx, portalId, id))!;
  }

  /**
   * Existing and new people are invited in the same way and for the same time, so the answer does not reveal which they
   * are.
   */
  async #administrators(
    tx: Transaction,
    portalId: number,
    emails: readonly string[],
    persons: Map<string, PersonRow>,
    offered: InvitedBy,
  ): Promise<AccountRow[]> {
    const invitationExpiresAt = new Date(this.clock.now().getTime() + INVITATION_DAYS * 86_400_000);
    const accounts: AccountRow[] = [];
    for (const email of emails) {
      const person = persons.get(toKey(email))!;
      if (await this.queries.hasAccount(tx, portalId, person.id)) continue;
      accounts.push(
        await this.#account(tx, portalId, person, invited(email), { invitationExpiresAt, offered }),
      );
    }
    return accounts;
  }

  async #announce(tx: Transaction, account: AccountRow): Promise<void> {
    await this.events.append(tx, {
      portalId: account.portal_id,
      type: 'user.create',
      objectType: 'user',
      objectId: account.id,
      data: presentUser(account),
    });
  }

  /** Ordered by address, because mails are counted per address. */
  async #mail(tx: Transaction, members: readonly AccountRow[]): Promise<void> {
    const inOrder = members.toSorted((a, b) => (toKey(a.email) < toKey(b.email) ? -1 : 1));
    for (const account of inOrder) {
      await this.mails.enqueue(tx, {
        template: account.is_accepted ? 'new-portal' : 'login',
        recipient: account.email,
        personId: account.person_id!,
        portalId: account.portal_id,
        language: account.locale,
      });
    }
  }
}

/** The creator: the application, or the person if there is none. */
function getMaker({ clientId, user }: NewPortal): string {
  return clientId ?? `person ${user.ownLogin?.personId ?? ''}`;
}

type NamedPerson = NewPortalUser | InvitedPerson;
interface InvitedPerson {
  email: string;
  firstName: string;
  lastName: string;
}

/** A person known only by address; the part before the @ is their name until they enter one. */
const invited = (email: string): InvitedPerson => ({
  email,
  firstName: (email.split('@', 1)[0] ?? '').slice(0, 100) || 'Administrator',
  lastName: '',
});

const toKey = (email: string): string => email.toLowerCase();

const userExists = () =>
  new Conflict(
    'user_exists',
    'A user with this email exists: pass an access token of theirs in user.jwt or X-User-Token.',
  );

export const domainTaken = () => new Conflict('domain_taken', 'A portal with this domain already exists.');
