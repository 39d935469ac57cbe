import { sql, type Reader } from '@app/database';

export interface PortalPlan {
  name?: string;
  type?: string;
  region?: string;
  renewal_date?: string | null;
  licensed_user_count?: number;
  pricing?: { currency: string; price: number; tax: number; tax_included: boolean };
}

/** The name of portal `p` on pages and in mails: that of its branding, or else its title. */
export const portalDisplayName = sql`
  coalesce((select brand.name from identity.portal_brands brand where brand.portal_id = p.id), p.title)`;

export const findPortalDisplayName = (reader: Reader, portalId: number): Promise<string | undefined> =>
  reader.value<string>(sql`
    select ${portalDisplayName} as name from identity.portals p where p.id = ${portalId}`);

/** A portal's identity: the columns that a lookup by host name reads. */
export interface PortalName {
  id: number;
  /** Host name. */
  name: string;
  title: string;
}

/** A portal without its configuration, which can be large and is read only where it is needed. */
export interface PortalRow extends PortalName {
  features: string[];
  plan: PortalPlan;
  created_time: Date;
}

export const findPortal = (reader: Reader, portalId: number): Promise<PortalRow | undefined> =>
  reader.one<PortalRow>(sql`
    select id, name, title, features, plan, created_time from identity.portals where id = ${portalId}::int`);

/** @param name the portal's host name, in any letter case */
export const findPortalByName = (reader: Reader, name: string): Promise<PortalName | undefined> =>
  reader.one<PortalName>(sql`
    select id, name, title from identity.portals where name = ${name.toLowerCase()}::text`);

export const isDistributionPartner = (reader: Reader, portalId: number): Promise<boolean> =>
  reader.has(sql`select 1 from identity.portals where id = ${portalId} and is_distribution_partner`);
