// A partner's program on what @hey-api/openapi-ts makes, with its own client.
import { tokenToken } from './auth-server/sdk.gen.js';
import { client as authClient } from './auth-server/client.gen.js';
import { client } from './resource-api/client.gen.js';
import {
  enrollmentsCreate,
  learningObjectsSearch,
  usersCreate,
  webhooksCreate,
} from './resource-api/sdk.gen.js';
import type { ErrorCode, LearningObject, WebhookEvent } from './resource-api/types.gen.js';

interface ApiConnection {
  auth: string;
  api: string;
  client_id: string;
  client_secret: string;
}

export async function flow(connection: ApiConnection, receiver: string) {
  const { auth, api, client_id, client_secret } = connection;
  authClient.setConfig({ baseUrl: auth });
  const token = await tokenToken({ body: { grant_type: 'client_credentials', client_id, client_secret } });
  client.setConfig({ baseUrl: api, auth: token.data?.access_token });
  const found = await learningObjectsSearch({ query: { keyword: 'teamwork' } });
  const object: LearningObject | undefined = found.data?.hits[0];
  const webhook = await webhooksCreate({ body: { url: receiver, user_create: true } });
  const user = await usersCreate({
    body: {
      email: 'hey@a.example',
      first_name: 'Hey',
      last_name: 'Api',
      roles: ['Learner'],
      send_login_email: false,
    },
  });
  if (!object || !user.data || !webhook.data) throw new Error(JSON.stringify(user.error ?? webhook.error));
  const wish = { lo_id: object.id, user_id: user.data.id };
  const enrollment = await enrollmentsCreate({ body: wish });
  const again = await enrollmentsCreate({ body: wish });
  const code: ErrorCode | undefined = again.error?.error_code;
  const topics: string[] = object.attributes.topics.map(({ value }) => value);
  const event: WebhookEvent | undefined = undefined;
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
