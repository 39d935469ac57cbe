import { webhookFlags } from '@app/contracts';
import { LocalServiceError } from './local-service-error.js';

/** A webhook created for this receiver. */
export interface OwnWebhook {
  id: number;
  secret: string;
  remove(): Promise<void>;
}

export interface ApiConnection {
  auth: string;
  api: string;
  client_id: string;
  client_secret: string;
}

/**
 * Creates a webhook for every event, leading to `url`. First removes one with the same URL that an interrupted run has
 * left.
 * @throws LocalServiceError with the service's answer
 */
export async function createWebhook(place: ApiConnection, url: string): Promise<OwnWebhook> {
  const { auth, client_id, client_secret } = place;
  const webhooks = `${place.api}/v2/webhooks`;
  const credentials = { grant_type: 'client_credentials', client_id, client_secret };
  const body = new URLSearchParams(credentials);
  const token = await fetchAnswer<{ access_token: string }>(`${auth}/oauth/token`, { method: 'POST', body });
  const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' };
  const remove = async (id: number) => {
    await fetchAnswer(`${webhooks}/${id}`, {
      method: 'DELETE',
      headers: { authorization: headers.authorization },
    });
  };
  const { hits } = await fetchAnswer<{ hits: { id: number; url: string }[] }>(webhooks, { headers });
  for (const old of hits) if (old.url === url) await remove(old.id);
  const flags = Object.fromEntries(webhookFlags.map((flag) => [flag, true]));
  const wish = { method: 'POST', headers, body: JSON.stringify({ url, ...flags }) };
  const created = await fetchAnswer<{ id: number; secret_key: string }>(webhooks, wish);
  return { id: created.id, secret: created.secret_key, remove: () => remove(created.id) };
}

async function fetchAnswer<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T;
  throw new LocalServiceError(
    `${init.method ?? 'GET'} ${url} answered ${response.status}: ${text.slice(0, 300)}`,
  );
}
