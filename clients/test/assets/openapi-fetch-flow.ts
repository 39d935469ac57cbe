// A partner's program on the types of openapi-typescript, as their documentation shows it.
import createClient from 'openapi-fetch';
import type { paths as AuthPaths } from './auth-server.js';
import type { components, paths } from './resource-api.js';

interface ApiConnection {
  auth: string;
  api: string;
  client_id: string;
  client_secret: string;
}

export async function flow(connection: ApiConnection, receiver: string) {
  const { auth, api, client_id, client_secret } = connection;
  const oauth = createClient<AuthPaths>({ baseUrl: auth });
  const token = await oauth.POST('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  });
  if (!token.data) throw new Error(token.error.error_description);
  const client = createClient<paths>({
    baseUrl: api,
    headers: { authorization: `Bearer ${token.data.access_token}` },
  });
  const found = await client.GET('/v2/learning-objects', { params: { query: { keyword: 'teamwork' } } });
  const object: components['schemas']['LearningObject'] | undefined = found.data?.hits[0];
  const webhook = await client.POST('/v2/webhooks', { body: { url: receiver, user_create: true } });
  const user = await client.POST('/v2/users', {
    body: {
      email: 'fetch@a.example',
      first_name: 'Open',
      last_name: 'Fetch',
      roles: ['Learner'],
      send_login_email: false,
    },
  });
  if (!object || !user.data || !webhook.data) throw new Error(JSON.stringify(user.error ?? webhook.error));
  const wish = { lo_id: object.id, user_id: user.data.id };
  const enrollment = await client.POST('/v2/enrollments', { body: wish });
  const again = await client.POST('/v2/enrollments', { body: wish });
  const code: components['schemas']['ErrorCode'] | undefined = again.error?.error_code;
  const topics: string[] = object.attributes.topics.map(({ value }) => value);
  const event: components['schemas']['WebhookEvent'] | undefined = undefined;
  return {
    found: found.data?.total,
    topics,
    user_id: user.data.id,
    status: enrollment.data?.status,
    code,
    existing: again.error?.enrollment_id === enrollment.data?.id,
    secret: webhook.data.secret_key,
    webhook_id: webhook.data.id,
    event,
  };
}
