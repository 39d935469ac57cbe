import { sql, type Reader } from '@app/database';

export interface PortalPlan {
  name?: string;
  type?: string;
  region?: string;
  renewal_date?: string | null;
  licensed_user_count?: number;
  pricing?: { currency: string; price: number; tax: number; tax_included: boolean };
}

export interface PortalRow {
  id: number;
  name: string;
  title: string;
  parent_portal_id: number | null;
  is_distribution_partner: boolean;
  features: string[];
  plan: PortalPlan;
  configuration: Record<string, string | number | boolean | null>;
  created_time: Date;
  updated_time: Date;
}

const columns = sql`
  id, name, title, parent_portal_id, is_distribution_partner, features, plan, configuration, created_time, updated_time`;

export const findPortal = (reader: Reader, portalId: number): Promise<PortalRow | undefined> =>
  reader.lookup<PortalRow>(sql`select ${columns} from identity.portals where id = ${portalId}`);

/** @param name the host name of the portal, in any letter case. */
export const findPortalByName = (reader: Reader, name: string): Promise<PortalRow | undefined> =>
  reader.lookup<PortalRow>(sql`select ${columns} from identity.portals where name = ${name.toLowerCase()}`);
