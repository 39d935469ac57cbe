import { z } from 'zod';
import { InvalidRequest } from '../../edge/errors/index.js';
import type { Parameters } from '../../edge/request/index.js';

/** The form fields with which a client identifies itself (RFC 6749 2.3.1). */
export const clientParameters = {
  client_id: z.string().optional().describe('Not needed with HTTP Basic.'),
  client_secret: z
    .string()
    .optional()
    .describe('For clients that have one; in the body or by HTTP Basic, not both.'),
};

/** The client as a request presents it, before anything is looked up. */
export interface PresentedClient {
  clientId: string;
  /** Undefined if none was sent, as by clients without a secret. */
  secret: string | undefined;
  byBasic: boolean;
}

const malformedBasic = () =>
  new InvalidRequest('The Authorization header is malformed.', {
    hint: 'Send HTTP Basic with the form-encoded client_id and client_secret, or both in the body.',
  });

/** Form-decoding of one half of Basic credentials (RFC 6749 2.3.1, appendix B); raw text passes unchanged. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw malformedBasic();
  }
}

function readBasic(header: string): { clientId: string; secret: string | undefined } {
  const match = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i.exec(header.trim());
  if (!match?.[1]) throw malformedBasic();
  const text = Buffer.from(match[1], 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0 || text.includes('\uFFFD')) throw malformedBasic();
  const clientId = formDecode(text.slice(0, colon));
  const secret = formDecode(text.slice(colon + 1));
  if (clientId === '') throw malformedBasic();
  return { clientId, secret: secret === '' ? undefined : secret };
}

/**
 * Client credentials from the header or the body; the secret from only one of them.
 * @param headers every Authorization header of the request
 * @throws InvalidRequest when there is no client_id, the header is broken, or both contain a secret. Source: RFC 6749
 *   2.3.1, contract 3.1.
 */
export function presentedClient(headers: readonly string[], body: Parameters): PresentedClient {
  if (headers.length > 1) throw malformedBasic();
  const [header] = headers;
  const bodyId = body.get('client_id');
  const bodySecret = body.get('client_secret'); // only JSON can have an empty one, which is wrong
  if (header === undefined) {
    if (!bodyId) throw InvalidRequest.missing('client_id');
    return { clientId: bodyId, secret: bodySecret, byBasic: false };
  }
  const basic = readBasic(header);
  if (bodySecret !== undefined && basic.secret !== undefined) {
    throw new InvalidRequest('Client credentials were sent both in the header and in the body.');
  }
  if (bodyId !== undefined && bodyId !== basic.clientId) {
    throw new InvalidRequest('The client_id in the body differs from the one in the header.');
  }
  if (basic.clientId.includes('\0') || basic.secret?.includes('\0')) throw malformedBasic();
  return { clientId: basic.clientId, secret: basic.secret ?? bodySecret, byBasic: true };
}
