import { Injectable } from '@nestjs/common';
import { sql, type Reader, type Transaction } from '@app/database';
import type { PortalPlan } from '@app/identity';
import type { NewPortal, TermConsent } from './new-portal.js';
import type { OnboardingRights } from './onboarding.policy.js';

export interface PortalPreset {
  creationPath: string;
  title: string;
  features: string[];
  plan: PortalPlan;
  content: object;
}

@Injectable()
export class OnboardingQueries {
  preset(reader: Reader, creationPath: string): Promise<PortalPreset | undefined> {
    return reader.one<PortalPreset>(sql.camelCase`
      select creation_path, title, features, plan, content
        from identity.presets where creation_path = ${creationPath}`);
  }

  rights(
    reader: Reader,
    clientId: string,
    partnerPortalId: number | undefined,
  ): Promise<OnboardingRights | undefined> {
    return reader.one<OnboardingRights>(
      sql`select * from auth.onboarding_rights(${clientId}, ${partnerPortalId ?? null})`,
    );
  }

  isTaken(reader: Reader, host: string): Promise<unknown> {
    return reader.one(sql`select 1 from identity.portals where name = ${host}`);
  }

  /**
   * @returns its id, or undefined when the host name is taken; waits for a concurrent transaction with the same name.
   */
  async insertPortal(
    tx: Transaction,
    portal: { host: string; title: string; parentId: number | null; features: string[]; plan: PortalPlan },
  ): Promise<number | undefined> {
    return tx.value<number>(sql`
      insert into identity.portals (name, title, parent_portal_id, features, plan)
      values (${portal.host}, ${portal.title}, ${portal.parentId}, ${portal.features}, ${portal.plan})
      on conflict (name) do nothing returning id`);
  }

  async insertCustomer(tx: Transaction, portalId: number, newPortal: NewPortal, now: Date): Promise<void> {
    const { customer } = newPortal;
    await tx.run(sql`
      insert into identity.customers
        (portal_id, creation_path, name, industry, country, billing_interval, referrer, client_id, created_time)
      values (${portalId}, ${newPortal.creationPath}, ${customer.name}, ${customer.industry ?? null},
              ${customer.country ?? null}, ${customer.billingInterval}, ${newPortal.referrer ?? null},
              ${newPortal.clientId}, ${now})`);
  }

  async subscribeNewPortal(tx: Transaction, portalId: number, content: object): Promise<void> {
    await tx.one(sql`select learning.subscribe_new_portal(${portalId}, ${JSON.stringify(content)})`);
  }

  async insertConsent(
    tx: Transaction,
    account: { portalId: number; accountId: number },
    consent: TermConsent,
    now: Date,
  ): Promise<void> {
    await tx.run(sql`
      insert into identity.term_consents
        (portal_id, account_id, term_privacy, term_tos, term_collection, given_time)
      values (${account.portalId}, ${account.accountId}, ${consent.term_privacy}, ${consent.term_tos},
              ${consent.term_collection}, ${now})`);
  }

  async setPhone(
    tx: Transaction,
    account: { portalId: number; accountId: number },
    phone: string,
  ): Promise<void> {
    await tx.run(sql`
      update identity.accounts set phone = ${phone}
       where portal_id = ${account.portalId} and id = ${account.accountId}`);
  }

  async hasAccount(tx: Transaction, portalId: number, personId: number): Promise<boolean> {
    return tx.has(sql`
      select 1 from identity.accounts
       where portal_id = ${portalId} and person_id = ${personId} and closed_time is null`);
  }

  /** Approves the application that creates the portal, with the application's current rights. */
  async approveClient(
    tx: Transaction,
    clientId: string,
    { portalId, accountId }: { portalId: number; accountId: number },
    now: Date,
  ): Promise<void> {
    await tx.one(sql`select auth.approve_by_onboarding(${clientId}, ${portalId}, ${accountId}, ${now})`);
  }
}
