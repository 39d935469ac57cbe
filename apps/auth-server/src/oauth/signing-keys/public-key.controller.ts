import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import { Public } from '@app/access';
import { NotFound } from '@app/kernel';
import { KEY_SET_MAX_AGE_SECONDS } from '@app/signing-keys';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { ApiQuery, ApiTags, preferredType } from '@app/http';
import { OAuthOperation } from '../../edge/openapi/index.js';
import { KeyRing } from './key-ring.js';
import type { RingKey } from './loaded-keys.js';
import { PublishedKeySet, PEM_EXAMPLE, PublicKey } from './public-key.schema.js';

const cacheControl = `public, max-age=${KEY_SET_MAX_AGE_SECONDS}`;
const pemTypes = ['application/x-pem-file', 'text/plain'] as const;

/** Public keys for offline validation of access tokens (specification, GET /oauth/public-key). */
@ApiTags('Keys and metadata')
@Controller()
@Public()
export class PublicKeyController {
  constructor(private readonly ring: KeyRing) {}

  @Get('oauth/public-key')
  @OAuthOperation({
    summary: 'The public keys of access tokens',
    description:
      'For offline validation. As JSON it holds all published keys and, as PEM, the one that currently signs; it is plain PEM if `Accept` requests it or `kid` names a key. Cache it according to Cache-Control, and fetch it again when a token names a `kid` that you do not have.',
    answer: PublicKey,
    texts: { types: pemTypes, example: PEM_EXAMPLE },
    refusals: { 404: 'No published key has this `kid`.' },
  })
  @ApiQuery({
    name: 'kid',
    required: false,
    description: 'The `kid` in the header of a token; the answer is then that key as PEM.',
    schema: { type: 'string' },
  })
  @Header('vary', 'accept')
  publicKey(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('kid') kid?: unknown,
  ): unknown {
    const keys = this.ring.published();
    const key = kid === undefined ? keys[0] : keys.find((one) => one.kid === kid);
    if (!key) throw new NotFound('key');
    const { accept } = request.headers;
    const type =
      kid === undefined
        ? preferredType(accept, ['application/json', ...pemTypes])
        : preferredType(accept, pemTypes);
    if (type !== 'application/json') return cached(request, reply, key.pem, type);
    const body = { public_key: key.pem, alg: key.alg, kid: key.kid, ...jwks(keys) };
    return cached(request, reply, JSON.stringify(body));
  }

  @Get('.well-known/jwks.json')
  @OAuthOperation({
    summary: 'The public keys as a JWK Set',
    description:
      'RFC 7517; fetched automatically by libraries that validate tokens: the keys of access tokens first, then those of ID tokens.',
    answer: PublishedKeySet,
  })
  keySet(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): unknown {
    const keys = [...this.ring.published(), ...this.ring.idTokens.published()];
    return cached(request, reply, JSON.stringify(jwks(keys)));
  }
}

const jwks = (keys: RingKey[]) => ({ keys: keys.map(({ jwk }) => jwk) });

/** Sends `body` with a strong ETag, different for each type; 304 if the caller has it. */
function cached(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  type = 'application/json',
): string {
  const etag = `"${createHash('sha256').update(`${type}\n${body}`).digest('base64url')}"`;
  void reply.headers({ 'cache-control': cacheControl, etag, 'content-type': type });
  const etags = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (!etags.includes(etag) && !etags.includes('*')) return body;
  void reply.status(304);
  return '';
}
