import type { Actor } from '@app/access';
import { BadRequest } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import type { RequestKey } from './idempotency.queries.js';

const HEADER = 'Idempotency-Key';

/**
 * The key of a request; undefined when it has none. Keys of different clients, portals and people are separate
 * (decision platform 2.3).
 * @param hashKeys key the hashes of the request, because its body may contain a password
 * @throws BadRequest when the header is not 1 to 255 printable characters.
 */
export function requestKey(
  request: FastifyRequest & { actor?: Actor },
  hashKeys: readonly Buffer[],
): RequestKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw BadRequest.field(HEADER, 'must be 1 to 255 printable characters', 'invalid_idempotency_key');
  }
  const { actor } = request;
  if (!actor) throw new Error('an operation without a token cannot be idempotent by key');
  const { claims } = actor;
  const text = `idempotency\n${request.method} ${request.url}\n${canonical(request.body)}`;
  return {
    scope: [claims.client_id, claims.portal_id ?? '-', claims.sub].join(' '),
    key,
    requestHashes: hashKeys.map((hashKey) => createHmac('sha256', hashKey).update(text).digest()),
    actor,
  };
}

/** JSON with sorted object members: clients that retry may order them differently. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? {}, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
