import { listRedirectUris } from '@app/clients';
import { wireTime } from '@app/contracts';
import type { ClientRow } from '../clients/index.js';
import type { ClientAnswer } from './client.schema.js';

export const presentClient = (row: ClientRow): ClientAnswer => ({
  client_id: row.clientId,
  client_name: row.name,
  redirect_uri: row.redirectUri,
  ...(row.otherRedirectUris.length > 0 && { redirect_uris: listRedirectUris(row) }),
  ...(row.postLogoutRedirectUris.length > 0 && { post_logout_redirect_uris: row.postLogoutRedirectUris }),
  status: row.status,
  id_token_alg: row.idTokenAlg,
  portal_name: row.portalName,
  created_time: wireTime(row.createdTime),
});
