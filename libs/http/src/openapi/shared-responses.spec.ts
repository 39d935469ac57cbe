import type { OpenAPIObject } from '@nestjs/swagger';
import { shareResponses } from './shared-responses.js';

const refusal = (description: string, schema = 'Error') => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});
const ref = (name: string) => ({ $ref: `#/components/responses/${name}` });

describe('shared responses', () => {
  it('are those of several operations, without the texts of single operations', () => {
    const operation = (more: object) => ({ get: { responses: { 200: { description: 'ok' }, ...more } } });
    const document = {
      paths: {
        '/a': operation({ 401: refusal('no token'), 403: refusal('no scope') }),
        '/b': operation({ 401: refusal('no token'), 403: refusal('no role') }),
        '/c': operation({ 401: refusal('no client', 'OAuthError'), 403: refusal('no role') }),
        '/d': operation({ 401: refusal('no client', 'OAuthError'), 404: refusal('no such thing') }),
      },
    } as unknown as OpenAPIObject;
    shareResponses(document);
    const responses = Object.values(document.paths).map(({ get }) => get!.responses as object);
    const ok = { 200: { description: 'ok' } };
    expect(responses).toEqual([
      { ...ok, 401: ref('Unauthorized'), 403: refusal('no scope') },
      { ...ok, 401: ref('Unauthorized'), 403: ref('Forbidden') },
      { ...ok, 401: ref('OAuthUnauthorized'), 403: ref('Forbidden') },
      { ...ok, 401: ref('OAuthUnauthorized'), 404: refusal('no such thing') },
    ]);
    expect(document.components!.responses).toEqual({
      Forbidden: refusal('no role'),
      OAuthUnauthorized: refusal('no client', 'OAuthError'),
      Unauthorized: refusal('no token'),
    });
  });
});
