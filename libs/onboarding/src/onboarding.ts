import { Inject, Injectable } from '@nestjs/common';
import type { Reader, Transaction } from '@app/database';
import { EventOutbox } from '@app/events';
import { storeFirstPassword } from '@app/passwords';
import {
  createAccount,
  findAccount,
  findOrCreatePerson,
  findPersonByEmail,
  findPerson,
  findPortal,
  presentUser,
  type AccountRow,
  type PersonRow,
  type PortalRow,
} from '@app/identity';
import { BadRequest, CLOCK, Conflict, type Clock, type FieldError } from '@app/kernel';
import { countTowards } from '@app/limits';
import { MailOutbox } from '@app/mail';
import { randomBytes } from 'node:crypto';
import type { NewPortal, NewPortalUser } from './new-portal.js';
import { OnboardingQueries, type Preset } from './onboarding.queries.js';
import { labelOf } from './portal-domain.js';
import { planOf } from './portal-plan.js';

/** What was made. */
export interface Onboarded {
  portal: PortalRow;
  user: AccountRow;
  additionalUsers: AccountRow[];
}

/** Why somebody is in the new portal, which decides the mail. */
interface Member {
  account: AccountRow;
  hasPassword: boolean;
}

const attempts = 20;

/** Makes a portal with everything in it, in the caller's transaction: all of it, or nothing. */
@Injectable()
export class Onboarding {
  constructor(
    private readonly queries: OnboardingQueries,
    private readonly events: EventOutbox,
    private readonly mails: MailOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws BadRequest naming creation_path when there is no such preset. */
  async preset(reader: Reader, creationPath: string): Promise<Preset> {
    const preset = await this.queries.preset(reader, creationPath);
    if (!preset) throw BadRequest.field('creation_path', 'is no creation path', 'unknown_creation_path');
    return preset;
  }

  /**
   * @param portalDomain under which a domain is made from the customer's name.
   * @throws LimitReached; Conflict `domain_taken`, `user_exists`; BadRequest naming unknown administrators.
   */
  async create(tx: Transaction, made: NewPortal, portalDomain: string): Promise<Onboarded> {
    await countTowards(tx, 'portals_made', makerOf(made));
    const preset = await this.preset(tx, made.creationPath);
    const portalId = await this.#portal(tx, made, preset, portalDomain);
    const now = this.clock.now();
    await this.queries.insertCustomer(tx, portalId, made, now);
    await this.queries.furnish(tx, portalId, preset.content);
    const persons = await this.#persons(tx, made);
    const user = await this.#member(tx, portalId, made.user, persons);
    const additional: Member[] = [];
    for (const other of made.additionalUsers) {
      additional.push(await this.#member(tx, portalId, other, persons));
    }
    const administrators = await this.#administrators(tx, portalId, made.administrators);
    if (made.clientId !== null) {
      const place = { portalId, accountId: user.account.id };
      await this.queries.approveClient(tx, made.clientId, place, now);
    }
    const members = [user, ...additional, ...administrators];
    for (const { account } of members) await this.#announce(tx, account);
    if (made.notifies) await this.#mail(tx, members);
    const portal = (await findPortal(tx, portalId))!;
    return { portal, user: user.account, additionalUsers: additional.map(({ account }) => account) };
  }

  async #portal(tx: Transaction, made: NewPortal, preset: Preset, portalDomain: string): Promise<number> {
    const rest = {
      title: made.customer.name,
      parentId: made.parentPortalId,
      features: preset.features,
      plan: planOf(preset.plan, made, this.clock.now()),
    };
    if (made.domain !== undefined) {
      const id = await this.queries.insertPortal(tx, { ...rest, host: made.domain });
      if (id === undefined) throw domainTaken();
      return id;
    }
    const base = labelOf(made.customer.name);
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const last = attempt === attempts ? `-${randomBytes(5).toString('hex')}` : `-${attempt}`;
      const host = `${base}${attempt === 1 ? '' : last}.${portalDomain}`;
      if (await this.queries.isTaken(tx, host)) continue;
      const id = await this.queries.insertPortal(tx, { ...rest, host });
      if (id !== undefined) return id;
    }
    throw domainTaken();
  }

  /** Finds or makes everybody in the order of their addresses, so that two onboardings never wait for each other. */
  async #persons(
    tx: Transaction,
    made: NewPortal,
  ): Promise<Map<string, { person: PersonRow; isNew: boolean }>> {
    const users = [...('email' in made.user ? [made.user] : []), ...made.additionalUsers];
    const persons = new Map<string, { person: PersonRow; isNew: boolean }>();
    for (const user of users.toSorted((a, b) => (keyOf(a.email) < keyOf(b.email) ? -1 : 1))) {
      const found = await findOrCreatePerson(tx, user);
      if (found.isNew && user.passwordHash) await storeFirstPassword(tx, found.person.id, user.passwordHash);
      if (!found.isNew && user === made.user && user.provenPersonId !== found.person.id) {
        throw new Conflict(
          'user_exists',
          'A user with this email exists: pass an access token of theirs in user.jwt or X-User-Token.',
        );
      }
      persons.set(keyOf(user.email), found);
    }
    return persons;
  }

  async #member(
    tx: Transaction,
    portalId: number,
    user: NewPortalUser | { provenPersonId: number },
    persons: Map<string, { person: PersonRow; isNew: boolean }>,
  ): Promise<Member> {
    if (!('email' in user)) {
      const person = (await findPerson(tx, user.provenPersonId))!;
      return { account: await this.#account(tx, portalId, person), hasPassword: true };
    }
    const { person, isNew } = persons.get(keyOf(user.email))!;
    const account = await this.#account(tx, portalId, person, user);
    const place = { portalId, accountId: account.id };
    if (user.phone !== undefined) await this.queries.setPhone(tx, place, user.phone);
    if (user.consent) await this.queries.insertConsent(tx, place, user.consent, this.clock.now());
    return { account, hasPassword: !isNew || user.passwordHash !== undefined };
  }

  async #account(
    tx: Transaction,
    portalId: number,
    person: PersonRow,
    names: { firstName: string; lastName: string } = {
      firstName: person.first_name,
      lastName: person.last_name,
    },
  ): Promise<AccountRow> {
    const id = await createAccount(tx, {
      portalId,
      personId: person.id,
      firstName: names.firstName,
      lastName: names.lastName,
      roles: ['Administrator'],
      locale: person.locale,
    });
    if (id === undefined) throw BadRequest.field('additional_users', `names ${person.email} twice`);
    return (await findAccount(tx, portalId, id))!;
  }

  /** @throws BadRequest naming every address that belongs to nobody. */
  async #administrators(tx: Transaction, portalId: number, emails: readonly string[]): Promise<Member[]> {
    const unknown: FieldError[] = [];
    const members: Member[] = [];
    for (const [index, email] of emails.entries()) {
      const person = await findPersonByEmail(tx, email);
      const path = `portal.administrators.${index}`;
      if (!person)
        unknown.push({ path, message: `nobody has the address ${email}`, error_code: 'unknown_user' });
      else if (!(await this.queries.hasAccount(tx, portalId, person.id))) {
        members.push({ account: await this.#account(tx, portalId, person), hasPassword: true });
      }
    }
    if (unknown.length > 0) throw BadRequest.fields(unknown);
    return members;
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

  /** In the order of their addresses, by which mails are counted. */
  async #mail(tx: Transaction, members: readonly Member[]): Promise<void> {
    const inOrder = members.toSorted((a, b) => (keyOf(a.account.email) < keyOf(b.account.email) ? -1 : 1));
    for (const { account, hasPassword } of inOrder) {
      await this.mails.enqueue(tx, {
        template: hasPassword ? 'invitation' : 'login',
        recipient: account.email,
        personId: account.person_id!,
        portalId: account.portal_id,
        language: account.locale,
      });
    }
  }
}

/** Who is making portals: the application, or the person who does without one. */
function makerOf({ clientId, user }: NewPortal): string {
  return clientId ?? `person ${'provenPersonId' in user ? user.provenPersonId : ''}`;
}

const keyOf = (email: string): string => email.toLowerCase();

const domainTaken = () => new Conflict('domain_taken', 'A portal with this domain exists.');
