import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { Name } from '@app/identity';
import { addToCount } from '@app/limits';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import {
  ACCOUNT_ADDRESS,
  badForm,
  failedWith,
  Redirect,
  type Page,
  type PageAnswer,
} from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { FreshLogin, isFreshLogin, type FreshPage } from '../../sign-in/fresh-login/index.js';
import { PersonChangeEvents } from '../address/index.js';
import { NameQueries, type PersonName } from './name.queries.js';

export const namePage: FreshPage = {
  address: '/oauth/account/name',
  factorForm: '/oauth/account/name/factor',
};

/** Changes a person's own name. Portals whose account has that name are notified, as of every change of a user. */
@Injectable()
export class NameService {
  constructor(
    private readonly database: Database,
    private readonly queries: NameQueries,
    private readonly freshLogin: FreshLogin,
    private readonly changeEvents: PersonChangeEvents,
    private readonly audit: AuditLog,
  ) {}

  async show(session: Session | undefined, request: FastifyRequest): Promise<PageAnswer> {
    const entered = await this.freshLogin.enter(session, namePage, request);
    if (!isFreshLogin(entered)) return entered;
    return createNamePage(entered, await this.queries.read(entered.personId));
  }

  /**
   * @throws LimitReached when the person has changed it too often today; PageError 403 when the session ends meanwhile
   */
  async change(session: Session, form: Parameters): Promise<PageAnswer> {
    if (!(await this.freshLogin.isEnough(session))) return new Redirect(namePage.address);
    const typed = { firstName: form.get('first_name') ?? '', lastName: form.get('last_name') ?? '' };
    const [firstName, lastName] = [Name.safeParse(typed.firstName).data, Name.safeParse(typed.lastName).data];
    if (firstName === undefined || lastName === undefined) {
      const field = firstName === undefined ? 'first-name' : 'last-name';
      return createNamePage(session, typed, field);
    }
    const { personId } = session;
    const former = await this.queries.read(personId);
    if (former.firstName === firstName && former.lastName === lastName) return new Redirect(ACCOUNT_ADDRESS);
    await this.database.write(async (tx) => {
      await this.freshLogin.lock(tx, session);
      await addToCount(tx, 'name_changes', personId);
      const accountIds = await this.queries.rename(tx, session, { firstName, lastName });
      if (!accountIds) throw badForm();
      await this.changeEvents.publishAccounts(tx, accountIds);
      await this.audit.record(tx, { event: 'name.changed', personId });
    });
    return new Redirect(ACCOUNT_ADDRESS);
  }
}

/** @param wrongField the first field whose content is not a name */
function createNamePage(
  session: Session,
  { firstName, lastName }: PersonName,
  wrongField?: 'first-name' | 'last-name',
): Page {
  return {
    template: './name',
    title: 'name.title',
    address: namePage.address,
    ...failedWith(wrongField && { error: 'name.malformed', status: 400 }),
    person: session,
    data: {
      wrongField,
      fields: [
        { id: 'first-name', name: 'first_name', label: 'name.first', value: firstName, fill: 'given-name' },
        { id: 'last-name', name: 'last_name', label: 'name.last', value: lastName, fill: 'family-name' },
      ],
    },
  };
}
