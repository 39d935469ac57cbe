import type { components } from '../../../clients/typescript/src/generated/resource-api.js';
import { route, type HarnessRoute } from './harness-messages.js';
import { time } from './web-answers.js';

type RecordedError = components['schemas']['RecordedError'];

const error: RecordedError = {
  id: 2,
  time: time(30),
  client_id: 'hr-sync',
  client_name: 'HR synchronisation',
  operation: 'POST /v2/users',
  status: 400,
  error_code: 'validation_failed',
  ref: 'req_5f2c1d7e-9a0b-4c3d-8e1f-2a3b4c5d6e7f',
  fields: ['email', 'custom_fields.department'],
  remedy: 'Correct the fields that `additional_errors` names; each entry describes the fault.',
};

export const apiErrors: RecordedError[] = [
  error,
  {
    ...error,
    id: 1,
    time: time(4_000),
    client_id: 'b6d7c0f2a4e84c1f9a3d5b7c9e1f2a4b6c8d0e2f',
    client_name: null,
    operation: 'POST /v2/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
    status: 403,
    error_code: 'insufficient_scope',
    ref: 'req_0b8e3a52-6a38-4f0e-93a5-5a5f1f2b8c11',
    fields: [],
    remedy: 'Request a token with the scope that `message` and `WWW-Authenticate` name.',
  },
];

export const apiErrorRoutes: readonly HarnessRoute[] = [
  route('GET', /^\/api\/v2\/api-errors$/, ({ query }) => {
    const hits = apiErrors.filter(
      (one) =>
        (!query.has('error_code') || one.error_code === query.get('error_code')) &&
        (!query.has('client_id') || one.client_id === query.get('client_id')) &&
        (!query.has('ref') || one.ref === query.get('ref')),
    );
    return { body: { total: hits.length, hits } };
  }),
];
