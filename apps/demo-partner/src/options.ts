import type { ApiConnection } from '@app/local-services';
import type { PartnerClient } from './flow-run.js';

export interface DemoPartnerOptions {
  host: string;
  /** 0 for a free one. */
  port: number;
  /** URLs of the authorization server, the resource API and the page of mails. */
  auth: string;
  api: string;
  mails?: string;
  /** The URL of this partner for browsers. */
  origin: string;
  clients: readonly PartnerClient[];
  accounts: readonly { email: string; what: string }[];
  password: string;
  /** The client whose portal sends webhooks. */
  webhookClient: Pick<ApiConnection, 'client_id' | 'client_secret'>;
  /** Host name of the portal for whose people service_jwt acts. */
  portal: string;
  /** Parameters with which a person without a portal can create one. */
  portalCreation: Record<string, string | number>;
}
