import { listRedirectUris } from '@app/clients';
import type { Client } from '../../../applications/clients/index.js';
import { PageError } from '../../../edge/pages/index.js';
import { isRegisteredRedirectUri, redirectUriProblem } from '../../../applications/clients/index.js';
import type { TextKey } from '@app/texts';
import type { RawRequest } from '../raw-request.js';

/** RFC 6749 4.1.2.1, contract 3.29: without a verified client and redirect_uri nothing is redirected. @throws PageError */
export function checkClient(client: Client | undefined, raw: RawRequest): Client {
  if (!client || client.status !== 1 || client.redirectUri === null) throw new PageError('error.client');
  const requestedUri = raw.values.get('redirect_uri');
  if (requestedUri === undefined) throw absent(raw, 'redirect_uri', 'error.redirectUri');
  if (!isRegisteredRedirectUri(requestedUri, client)) {
    const details: PageError['more']['details'] = [
      { label: 'error.redirectUri.sent', value: requestedUri },
      ...listRedirectUris(client).map((value) => ({ label: 'error.redirectUri.registered' as const, value })),
    ];
    throw new PageError('error.redirectUri', {}, 400, { details });
  }
  return client;
}

/**
 * The refusal of a request that lacks this parameter.
 * @param otherwise the message when it was sent but is unusable
 */
export const absent = (raw: RawRequest, parameter: string, otherwise: TextKey): PageError =>
  raw.unusable.has(parameter) ? new PageError(otherwise) : new PageError('error.missing', { parameter });

/** Letters, digits, punctuation, blanks (specification, new_client); no characters that reverse text direction. */
const nameGrammar = /^[\p{L}\p{M}\p{N}\p{P}$+<=>^`|~ ]{1,100}$/u;

/** The name and URL of a client that is to be created. @throws PageError */
export function checkNewClient(
  raw: RawRequest,
  allowedHttpHosts: readonly string[],
): { name: string; redirectUri: string } {
  const name = raw.values.get('new_client')?.normalize().trim() ?? '';
  if (!nameGrammar.test(name)) {
    const reason = 'new_client (must be 1 to 100 letters, digits, punctuation or blanks)';
    throw new PageError('error.newClient', { reason });
  }
  const redirectUri = raw.values.get('redirect_uri');
  if (redirectUri === undefined) throw absent(raw, 'redirect_uri', 'error.redirectUri');
  const problem =
    redirectUriProblem(redirectUri, allowedHttpHosts) ??
    (/^https?:/.test(redirectUri) ? undefined : 'must be an https address');
  if (problem !== undefined) throw new PageError('error.newClient', { reason: `redirect_uri (${problem})` });
  return { name, redirectUri };
}
