import type { GrantType } from '@app/contracts';
import type { Client } from '../../../applications/clients/index.js';
import type { RequestOf } from '../token-request.schema.js';
import type { TokenResponse } from '../token-response.js';

/** One grant of the token endpoint. The client is authenticated and may use the grant. */
export interface Grant<G extends GrantType> {
  /** @throws OAuthError as in RFC 6749 5.2 */
  redeem(request: RequestOf<G>, client: Client): Promise<TokenResponse>;
}
