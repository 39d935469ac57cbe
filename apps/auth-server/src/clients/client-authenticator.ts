import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, sameBytes, sha256, type Clock } from '@app/kernel';
import { InvalidClient } from '../errors/index.js';
import { clientOf, type Client } from './client.js';
import type { PresentedClient } from './client-credentials.js';
import { ClientQueries, type ClientRow } from './client.queries.js';
import { secretComparisons } from './metrics.js';

const nobody = sha256('no client has this secret');
const clientIdGrammar = /^[A-Za-z0-9._~-]{1,100}$/;

/** Which of a client's secrets was presented. */
export interface AuthenticatedClient {
  client: Client;
  /** True inside the grace of a regenerated secret (worth an audit line). */
  byPreviousSecret: boolean;
}

/** Authenticates clients at the token, revocation and introspection endpoints. */
@Injectable()
export class ClientAuthenticator {
  constructor(
    private readonly clients: ClientQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * One look-up and two comparisons whatever is wrong, so that time tells nothing.
   * @throws InvalidClient for an unknown or inactive client and for a wrong, missing or superfluous secret.
   * Source: RFC 6749 2.3, wire contract section 2.
   */
  async authenticate(presented: PresentedClient): Promise<AuthenticatedClient> {
    const row = await this.clients.find(clientIdGrammar.test(presented.clientId) ? presented.clientId : '');
    const hash = sha256(presented.secret ?? '');
    const isCurrent = this.#same(hash, row?.secretHash);
    const isPrevious = this.#same(hash, this.#livingPrevious(row));
    const refusal = this.#refusal(row, presented, isCurrent || isPrevious);
    if (row === undefined || refusal !== undefined) {
      throw new InvalidClient(presented.byBasic, refusal ?? 'unknown client');
    }
    return { client: clientOf(row), byPreviousSecret: isPrevious && !isCurrent };
  }

  #same(hash: Buffer, stored: Buffer | null | undefined): boolean {
    secretComparisons.inc();
    return sameBytes(hash, stored ?? nobody);
  }

  #livingPrevious(row: ClientRow | undefined): Buffer | null | undefined {
    const until = row?.previousSecretUntil;
    return until && until > this.clock.now() ? row.previousSecretHash : null;
  }

  #refusal(
    row: ClientRow | undefined,
    presented: PresentedClient,
    isRightSecret: boolean,
  ): string | undefined {
    if (!row) return 'unknown client';
    if (row.status !== 1) return 'inactive client';
    if (row.secretHash === null)
      return presented.secret === undefined ? undefined : 'the client has no secret';
    if (presented.secret === undefined) return 'no secret';
    return isRightSecret ? undefined : 'wrong secret';
  }
}
