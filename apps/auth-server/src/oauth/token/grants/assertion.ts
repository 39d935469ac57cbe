import { Text } from '@app/contracts';
import { kidGrammar } from '@app/clients';
import { compactVerify, decodeProtectedHeader, importJWK, type JWTPayload } from 'jose';
import { z } from 'zod';

export const AssertionClaims = z.object({
  iss: z.string(),
  sub: Text.min(1).max(320),
  aud: z.string(),
  // NumericDate may have a fraction (RFC 7519 2)
  iat: z.number().positive(),
  exp: z.number().positive(),
  nbf: z.number().optional(),
  jti: z.string().min(1).max(256),
});
export type AssertionClaims = z.output<typeof AssertionClaims>;

/** Seconds by which clocks may differ. */
export const ASSERTION_SKEW_SECONDS = 30;
/** Seconds into the future for which an assertion may be valid. */
const MAX_LIFETIME_SECONDS = 300;
const signingAlgorithms = new Set(['ES256', 'RS256', 'EdDSA']);

export interface ExpectedAssertion {
  clientId: string;
  /** The issuer and the token endpoint; exactly one of them must be the audience. */
  audiences: readonly string[];
  now: Date;
  /** By its kid; without one, the only key of this algorithm. */
  key: (header: { kid: string } | { alg: string }) => Promise<{ alg: string; jwk: object } | undefined>;
}

class AssertionRefused extends Error {}

/**
 * Verifies an RFC 7523 assertion with the client's own registered key, bound to its algorithm. No other header member
 * may name a key (RFC 8725 3.1, 3.10).
 * @returns the claims, or the reason why it is refused
 * @throws the errors of the key lookup
 */
export async function verifyAssertion(
  text: string,
  expected: ExpectedAssertion,
): Promise<AssertionClaims | string> {
  try {
    const payload = await verifySignature(text, expected);
    return checkClaims(payload, expected);
  } catch (error) {
    if (error instanceof AssertionRefused) return error.message;
    throw error;
  }
}

async function verifySignature(text: string, expected: ExpectedAssertion): Promise<JWTPayload> {
  if (!/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/.test(text))
    throw new AssertionRefused('no signed JWT');
  const header = parseHeader(text);
  for (const member of ['jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64']) {
    if (member in header) throw new AssertionRefused(`header carries ${member}`);
  }
  const key = await keyFor(header, expected);
  if (header.alg !== key.alg) throw new AssertionRefused('algorithm is not the key’s');
  // only the signature: claims are checked below, each with its own reason
  const verified = await compactVerify(text, await importJWK(key.jwk, key.alg), {
    algorithms: [key.alg],
  }).catch(() => {
    throw new AssertionRefused('signature wrong');
  });
  return parsePayload(verified.payload);
}

function parsePayload(bytes: Uint8Array): JWTPayload {
  let payload: unknown;
  try {
    payload = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new AssertionRefused('malformed');
  }
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw new AssertionRefused('malformed');
  return payload as JWTPayload;
}

async function keyFor(
  { kid, alg }: ReturnType<typeof decodeProtectedHeader>,
  { key }: ExpectedAssertion,
): Promise<{ alg: string; jwk: object }> {
  if (kid === undefined) {
    const only = typeof alg === 'string' && signingAlgorithms.has(alg) ? await key({ alg }) : undefined;
    if (!only) throw new AssertionRefused('kid missing, and not exactly one key of this alg is registered');
    return only;
  }
  const named = kidGrammar.test(kid) ? await key({ kid }) : undefined;
  if (!named) throw new AssertionRefused('kid unknown');
  return named;
}

function parseHeader(text: string): ReturnType<typeof decodeProtectedHeader> {
  try {
    return decodeProtectedHeader(text);
  } catch {
    throw new AssertionRefused('malformed');
  }
}

/** Some languages put all claims into a map of strings, so times arrive as text. */
function describeFault(payload: JWTPayload, claim: string): string {
  const value = payload[claim];
  if (value === undefined) return `claim ${claim} missing`;
  const isTextOfNumber = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value);
  if (isTextOfNumber && ['iat', 'exp', 'nbf'].includes(claim))
    return `claim ${claim} must be a number, not a text`;
  return `claim ${claim} malformed`;
}

function checkClaims(payload: JWTPayload, { clientId, audiences, now }: ExpectedAssertion): AssertionClaims {
  const parsed = AssertionClaims.safeParse(payload);
  if (!parsed.success)
    throw new AssertionRefused(describeFault(payload, String(parsed.error.issues[0]?.path[0])));
  const claims = parsed.data;
  const seconds = now.getTime() / 1000;
  if (claims.iss !== clientId) throw new AssertionRefused('iss is not the client');
  if (!audiences.includes(claims.aud)) throw new AssertionRefused('aud is not this server');
  if (claims.exp <= seconds - ASSERTION_SKEW_SECONDS) throw new AssertionRefused('expired');
  if (claims.exp > seconds + MAX_LIFETIME_SECONDS + ASSERTION_SKEW_SECONDS)
    throw new AssertionRefused('exp too far ahead');
  if (claims.iat > seconds + ASSERTION_SKEW_SECONDS) throw new AssertionRefused('iat in the future');
  if (claims.nbf !== undefined && claims.nbf > seconds + ASSERTION_SKEW_SECONDS)
    throw new AssertionRefused('nbf in the future');
  return claims;
}
